import { OperationUpstream, type ServiceAccess } from '../../../src/domain/reads/upstream.js';

const upstream = () => new OperationUpstream({} as ServiceAccess, new AbortController().signal);

test.each<[string, (upstream: OperationUpstream) => Promise<unknown>]>([
  ['shares its call with reads of other input', (operation) => operation.readBySharedCall(() => Promise.resolve('an attendee'))],
  ['belongs to no operation', (operation) => operation.awaitSharedRead(Promise.resolve('an attendee'))],
])('a response with a read that %s is never used again, whatever else it contains', async (_what, read) => {
  const operation = upstream();
  operation.usage.limitFreshness(60_000, 45_000);
  operation.usage.countCacheHit();
  await read(operation);
  expect(operation.usage.reads).toMatchObject({ freshUntil: 0, reusableUntil: 0 });
});
