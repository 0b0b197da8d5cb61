import fc from 'fast-check';
import { fakeService } from '../support/fake-service.js';
import { graphOver, type GraphUnderTest } from '../support/graph.js';
import { everyField } from './every-field.js';
import { normalReplies as normal } from './normal-replies.js';

const documented = new Set(['UPSTREAM_REJECTED', 'UPSTREAM_INVALID_RESPONSE', 'OUTCOME_UNKNOWN', 'BAD_USER_INPUT']);

const paths = Object.keys(normal);

let graph: GraphUnderTest;
let everything: string;
let replyTo: (path: string) => unknown;

beforeAll(async () => {
  const service = await fakeService(Object.fromEntries(paths.map((path) => [path, () => replyTo(path)])));
  graph = await graphOver(service.url, { env: { EVENT_SERVICE_RETRIES: '0' } });
  everything = everyField(graph.schema);
});

async function expectOnlyDocumentedErrors(): Promise<void> {
  graph.defects.length = 0;
  for (const operationName of ['Everything', 'Write']) {
    const { errors } = await graph.run(everything, {}, { operationName });
    expect(graph.defects).toEqual([]);
    expect(errors.filter(({ extensions }) => !documented.has(extensions.code))).toEqual([]);
  }
}

test('a service that replies as documented causes no error', async () => {
  replyTo = (path) => normal[path];
  for (const operationName of ['Everything', 'Write']) {
    const { errors } = await graph.run(everything, {}, { operationName });
    expect(errors).toEqual([]);
  }
});

test('a null among guests or pick-ups is left out', async () => {
  const guests = { '2026-05-15': [{ id: 1, title: 'T', guest_more: [null, { name: 'A' }] }] };
  const match = { id: 7, pickup_data: [null, { name: 'Bag' }] };
  replyTo = (path) =>
    path.includes('schedule') ? { code: 1, data: guests, total: 1 } : path.includes('CheckIn') ? { code: 1, data: [match] } : normal[path];
  const { data } = await graph.run(everything, {}, { operationName: 'Everything' });
  expect(data.activity.schedule0.days[0].items[0].guests).toEqual([{ name: 'A' }]);
  expect(data.checkInLookup0[0].pickups).toEqual([{ name: 'Bag' }]);
  await expectOnlyDocumentedErrors();
});

test('any JSON value, as the reply of every operation, yields data or a documented error', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.jsonValue(),
      fc.constantFrom(0, 1, '1', undefined),
      fc.constantFrom('data', 'total', 'ids'),
      async (value, code, member) => {
        replyTo = () => (code === undefined ? value : { code, [member]: value });
        await expectOnlyDocumentedErrors();
      },
    ),
    { numRuns: 20 },
  );
}, 120_000);

test('a normal reply with any value at any path yields data or a documented error', async () => {
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>(null, false, true, '', [], {}, 0, -1, 2 ** 53, 1e300, '12.50', '0', ' ', 'é😀', { __proto__: null }, [[[[]]]]),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.array(fc.nat({ max: 60 }), { minLength: 1, maxLength: 6 }),
      odd,
      async (path, steps, value) => {
        replyTo = (requested) => (requested === path ? withReplaced(structuredClone(normal[path]), steps, value) : normal[requested]);
        await expectOnlyDocumentedErrors();
      },
    ),
    { numRuns: 20 },
  );
  expect(Object.keys(Object.prototype)).toEqual([]);
}, 240_000);

/** Replaces the value at the path that the steps lead to. */
function withReplaced(value: unknown, [step, ...rest]: readonly number[], odd: unknown): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return odd;
  const keys = Object.keys(value).filter((key) => key !== 'code');
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return odd;
  const container = value as Record<string, unknown>;
  container[key] = withReplaced(container[key], rest, odd);
  return value;
}
