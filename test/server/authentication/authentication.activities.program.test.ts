/* The activities of API keys in the whole program: cache, rate limit, audit and settings. */

import { fakeService, type FakeService } from '../../support/fake-service.js';
import { apiKey, programOver, sandboxProgram } from '../../support/program.js';

const key = (name: string, scopes: string) => apiKey(name, name, scopes);
const AUTH_API_KEYS = [key('both', 'content:read'), key('second', 'content:read @1002'), key('first', '@1001 content:read')].join();

let service: FakeService;
beforeEach(async () => {
  service = await fakeService({
    '/api/ticket/data': { code: 1, data: [{ id: 401, name: 'T', num: 1, sold_num: 0, money: 1 }] },
    '/api/goods/data': { code: 1, data: [] },
  });
});

const tickets = '{ activity(id: "1001") { tickets { id } } }';

test('cached content is served to callers of its activity only', async () => {
  const program = await programOver(service.url, { AUTH_API_KEYS, CACHE_TTL: 'tickets=60' });
  const served = { activity: { tickets: [{ id: 'ticketItem:1001:401' }] } };
  expect((await program.run(tickets, {}, { key: 'both' })).data).toEqual(served);
  expect((await program.run(tickets, {}, { key: 'first' })).data).toEqual(served);
  const { data, errors } = await program.run(tickets, {}, { key: 'second' });
  expect({ data, errors, hits: service.hitsOf('/ticket/data').length }).toEqual({ data: { activity: null }, errors: [], hits: 1 });
});

test('the calls that the rate limit reserves are those of the default activity of the caller', async () => {
  const program = await programOver(service.url, { AUTH_API_KEYS, CACHE_TTL: 'tickets=60', RATE_LIMIT: '0.01' });
  const bare = '{ activity { id tickets { id } } }';
  await program.run(bare, {}, { key: 'first' });
  // 1001 is cached, 1002 is not: the bucket of `second` has one call.
  expect((await program.run(bare, {}, { key: 'second' })).data).toMatchObject({ activity: { id: '1002' } });
  const { errors } = await program.run('{ activity { goods { id } } }', {}, { key: 'second' });
  expect(errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
  expect((await program.run(bare, {}, { key: 'second' })).errors).toEqual([]);
});

test('the sandbox refuses keys of activities that it does not serve', async () => {
  await expect(sandboxProgram({ AUTH_API_KEYS: key('guest', 'content:read @1001 @4711') })).rejects.toThrow(
    'AUTH_API_KEYS: the key guest has the activity @4711, which is not served',
  );
});
