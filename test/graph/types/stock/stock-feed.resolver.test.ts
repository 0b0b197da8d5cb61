import { parse, subscribe, type ExecutionResult } from 'graphql';
import { fakeService, type FakeService } from '../../../support/fake-service.js';
import { graphOver, type GraphUnderTest } from '../../../support/graph.js';

let sold = 0;
let failing = false;
let service: FakeService;
let graph: GraphUnderTest;
const polls = () => service.hitsOf('/ticket/data').length;
const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
};

beforeEach(async () => {
  sold = 0;
  failing = false;
  service = await fakeService({
    '/api/ticket/data': () =>
      failing ? { code: 0, msg: 'closed' } : { code: 1, data: [{ id: 1, name: 'T', num: 10, sold_num: sold, money: 9 }] },
  });
  graph = await graphOver(service.url, { env: { EVENT_SERVICE_RETRIES: '0' } });
});

async function watch(selection = 'ticketStock(every: 1) { name remainingStock }', scopes?: 'attendees:read'[]) {
  const feed = await subscribe({
    schema: graph.schema,
    document: parse(`subscription { ${selection} }`),
    contextValue: graph.context(scopes),
  });
  return feed as AsyncGenerator<ExecutionResult<{ ticketStock: unknown }>> | ExecutionResult;
}
const watching = async () => (await watch()) as AsyncGenerator<ExecutionResult<{ ticketStock: unknown }>>;

test('a subscriber gets the stock immediately and after each change; all subscribers share one poll', async () => {
  const [first, second] = [await watching(), await watching()];
  for (const feed of [first, second]) expect((await feed.next()).value!.data!.ticketStock).toEqual([{ name: 'T', remainingStock: 10 }]);
  const before = polls();
  expect(before).toBeLessThanOrEqual(2);
  const changes = [first.next(), second.next()];
  await until(() => polls() === before + 1);
  sold = 3;
  for (const change of changes) expect((await change).value!.data!.ticketStock).toEqual([{ name: 'T', remainingStock: 7 }]);
  expect(polls()).toBe(before + 2);
  await first.return(undefined);
  await second.return(undefined);
});

test('nothing is polled without subscribers', async () => {
  const feed = await watching();
  await feed.next();
  const waiting = feed.next();
  await feed.return(undefined);
  expect((await waiting).done).toBe(true);
  const before = polls();
  await new Promise((resolve) => setTimeout(resolve, 1_300));
  expect(polls()).toBe(before);
});

test('a failing service causes one error event, and the stock follows when the service recovers', async () => {
  const feed = await watching();
  await feed.next();
  failing = true;
  const failure = (await feed.next()).value!;
  expect(failure.data).toEqual({ ticketStock: null });
  expect(failure.errors).toHaveLength(1);
  const back = feed.next();
  await until(() => polls() >= 3);
  failing = false;
  expect((await back).value!.data!.ticketStock).toHaveLength(1);
  await feed.return(undefined);
});

test.each([
  ['every: 0', 'every'],
  ['every: 301', 'every'],
  ['activityId: "9"', 'activityId'],
])('invalid arguments are an error without a call to the service: %s', async (args, argument) => {
  const response = (await watch(`ticketStock(${args}) { name }`)) as ExecutionResult;
  expect(response.errors![0]!.originalError).toMatchObject({ code: 'BAD_USER_INPUT', argument });
  expect(polls()).toBe(0);
});

test('without content:read the subscription is forbidden, without a call to the service', async () => {
  const response = (await watch('ticketStock { name }', ['attendees:read'])) as ExecutionResult;
  expect(response.errors![0]!.originalError).toMatchObject({ code: 'FORBIDDEN', requiredScopes: ['content:read'] });
  expect(polls()).toBe(0);
});
