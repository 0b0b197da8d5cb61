/* Subscriptions over WebSocket and event streams: start, polls, limits and end. */

import { setReads } from '../../../src/graph/cost/reads.js';
import { type BucketStore, TokenBucket } from '../../../src/primitives/token-bucket.js';
import { WaitBudget } from '../../../src/primitives/waiting.js';
import { dataScopes } from '../../../src/records/caller.js';
import { createServerDependencies } from '../../../src/server/dependencies.js';
import { parametersOf } from '../../../src/server/operations/documents.js';
import { createStartOperation } from '../../../src/server/subscriptions/subscriptions.js';
import { fakeService, type FakeService } from '../../support/fake-service.js';
import type { GraphqlResponse } from '../../support/graph.js';
import { everyScopeKey, programOver, type ProgramUnderTest } from '../../support/program.js';
import { protocols, subscribe, subscriptionClient } from '../../support/subscription-clients.js';
import { until } from '../../support/until.js';
import { toyOptions, toySchema } from '../toy-server.js';

const query = 'subscription { ticketStock(every: 1) { name remainingStock } }';
/** Subscriptions with a condition at their field, which the specification forbids. */
const conditional = [
  'subscription { ticketStock @skip(if: true) { name } }',
  'subscription B($b: Boolean!) { ticketStock @include(if: $b) { name } }',
  'subscription { ticketStock @skip(if: null) { name } }',
  'subscription { ... @include(if: false) { ticketStock { name } } }',
  'subscription { ...Root } fragment Root on Subscription { ticketStock @ skip(if: true) { name } }',
];
const authorization = `Bearer ${everyScopeKey}`;
let sold: number;
/** The replies that the service was not waited for. */
let abandoned = 0;
let service: FakeService;
let program: ProgramUnderTest;
const polls = () => service.hitsOf('/ticket/data').length;

beforeAll(async () => {
  service = await fakeService({
    '/api/ticket/data': () => ({ code: 1, data: [{ id: 1, name: 'T', num: 10, sold_num: sold, money: 9 }] }),
    '/api/participant/sso_login': { code: 1, sso_token: 'abc', sso_url: 'https://example.com/' },
    '/api/goods/data': (_hit, response) => void response.once('close', () => (abandoned += 1)),
  });
  program = await programOver(service.url);
});
beforeEach(() => {
  sold = 0;
  service.hits.length = 0;
});

describe.each(protocols)('over %s', (protocol) => {
  const open = (text: string, variables = {}, to = program) => subscribe(to, protocol, { query: text, variables });

  /** The JSON of the errors of a subscription that is refused. */
  const refusalOf = async (text: string, variables = {}) => JSON.stringify((await open(text, variables).next()).errors);

  test('stock is pushed as it changes, and polling ends when the subscriber has left', async () => {
    const { next, leave } = open(query);
    expect(await next()).toEqual({ data: { ticketStock: [{ name: 'T', remainingStock: 10 }] } });
    sold = 4;
    expect(await next()).toEqual({ data: { ticketStock: [{ name: 'T', remainingStock: 6 }] } });
    await leave();
    const before = polls();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(polls()).toBeLessThanOrEqual(before + 1);
  });

  test('an event has the members of the query of the same selection, under aliases and from fragments too', async () => {
    const fragment =
      'fragment Stock on TicketItem { ...Left n: name ... on TicketItem { __typename } } fragment Left on TicketItem { remainingStock name }';
    const { next, leave } = open(
      `subscription Tickets($every: Int!) { stock: ticketStock(every: $every) { id: serviceId ...Stock } } ${fragment}`,
      { every: 1 },
    );
    const event: unknown = await next();
    await leave();
    const { data } = await program.run(`{ activity { stock: tickets { id: serviceId ...Stock } } } ${fragment}`);
    expect(data.activity).toEqual({ stock: [{ id: '1', remainingStock: 10, name: 'T', n: 'T', __typename: 'TicketItem' }] });
    expect(JSON.stringify(event)).toBe(JSON.stringify({ data: data.activity }));
  });

  test.each([
    ['subscription { nonsense }', 'GRAPHQL_VALIDATION_FAILED'],
    ['subscription {', 'GRAPHQL_PARSE_FAILED'],
    ['subscription { ticketStock(every: 0) { name } }', 'BAD_USER_INPUT'],
    ['subscription { ticketStock(activityId: "9") { name } }', 'BAD_USER_INPUT'],
    ['query ($id: ID!) { activity(id: $id) { id } }', 'BAD_USER_INPUT'],
    [
      `subscription { ${Array.from({ length: 40 }, (_, index) => `a${index}: ticketStock { name }`).join(' ')} }`,
      'QUERY_TOO_COMPLEX|GRAPHQL_VALIDATION_FAILED',
    ],
    [
      `subscription { ticketStock { ${'name '.repeat(101)} } }`,
      'GRAPHQL_VALIDATION_FAILED',
      'A selection contains the same field more than 100 times',
    ],
    [`subscription { ticketStock { name } }${'\n'.repeat(10_000)}`, 'GRAPHQL_PARSE_FAILED', 'The document has more than 10000 lines'],
    [conditional[0]!, 'GRAPHQL_VALIDATION_FAILED', 'The field of a subscription must not have @skip or @include'],
  ])('an operation that is invalid or exceeds a limit is refused: %s', async (text, code, message = '') => {
    const refused = await refusalOf(text);
    expect(refused).toMatch(new RegExp(`"code":"(${code})"`));
    expect(refused).toContain(message);
    expect(polls()).toBe(0);
  });

  test('what stays in memory of a subscription is bounded: its document and its variables', async () => {
    const pad = 'x'.repeat(65_536);
    const refusals = [
      await refusalOf(`${query} # ${pad}`),
      await refusalOf('subscription ($id: ID) { ticketStock(activityId: $id) { name } }', { id: pad }),
    ];
    for (const refusal of refusals) expect(refusal).toMatch(/more than about 64 KiB.*"BAD_USER_INPUT"/);
    expect(polls()).toBe(0);
  });

  test.each(['query { activity { tickets { name } } }', 'mutation { ssoLogin(input: { mobile: "1" }) { login { token } } }'])(
    'another operation has the result that it has by POST, and ends: %s',
    async (text) => {
      const { data } = await program.run(text);
      const { next } = open(text);
      expect(await next()).toMatchObject({ data });
      expect(await next()).toBeUndefined();
      expect(await refusalOf(text.replace('{', '{ nothing'))).toContain('GRAPHQL_VALIDATION_FAILED');
    },
  );

  test('the reads of a query end when its client leaves', async () => {
    const before = abandoned;
    const { next, leave } = open('{ activity { goods { name } } }');
    const result = next();
    await until(() => service.hitsOf('/goods/data').length === 1);
    await leave();
    await until(() => abandoned > before);
    expect(abandoned).toBe(before + 1);
    await result;
  });

  test('a program that ends sends no `complete`, and closes WebSockets with 1001: clients reconnect elsewhere', async () => {
    const ending = await programOver(service.url);
    const { next } = open(query, {}, ending);
    await next();
    await ending.close();
    expect((await next()).errors).toMatchObject(protocol === 'graphql-ws' ? { code: 1001 } : {});
  });
});

test.each([...conditional, `query A { activities { id } } ${conditional[1]}`])(
  'at the path of queries, a document with a condition at the field of a subscription gets 400: %s',
  async (text) => {
    const { status, errors } = await program.run(text, { b: true }, { headers: { accept: 'application/graphql-response+json' } });
    expect({ status, code: errors[0]!.extensions['code'] }).toEqual({ status: 400, code: 'GRAPHQL_VALIDATION_FAILED' });
    expect(program.logs()).not.toMatch(/"level":50/);
  },
);

test('a subscription at the path of queries, by POST or GET, gets a message with the right paths', async () => {
  const message = 'Subscriptions are served over WebSocket at /graphql, and as server-sent events with Accept: text/event-stream.';
  const byGet = await fetch(`${program.url}/graphql?${new URLSearchParams({ query }).toString()}`, { headers: { authorization } });
  for (const { errors } of [await program.run(query), (await byGet.json()) as GraphqlResponse]) expect(errors[0]!.message).toBe(message);
});

test('a WebSocket without a credential gets a message that explains how to send one, and nothing is polled', async () => {
  await expect(subscriptionClient(program, 'graphql-ws', {}).iterate({ query }).next()).rejects.toMatchObject({
    code: 4403,
    reason: 'A valid credential is required: a header, or connectionParams such as { authorization: "Bearer KEY" }.',
  });
  expect(polls()).toBe(0);
});

describe('an event that the rate limit does not admit yet', () => {
  /** Starts a subscription with one event, which reserves `calls`. The bucket gets a call in `secondsOfCall`, and holds those of two. */
  async function started(calls: number, secondsOfCall: number, bucketStore: BucketStore | null = null) {
    const schema = toySchema();
    const executed = jest.fn(() => 1);
    const field = schema.getSubscriptionType()!.getFields()['ticks']!;
    setReads(field, { calls: 1 + calls });
    Object.assign(field, {
      resolve: executed,
      subscribe: async function* () {
        yield { ticks: 1 };
      },
    });
    const options = toyOptions({ rateLimit: 1 / secondsOfCall }, { schema, bucketStore });
    const createContext: typeof options.createContext = (operation) =>
      Object.assign(options.createContext(operation), { storeWait: new WaitBudget(1) });
    const dependencies = createServerDependencies({ ...options, createContext });
    const disconnected = new AbortController();
    const reserved = jest.spyOn(TokenBucket.prototype, 'reserve').mockClear();
    const parameters = parametersOf({ query: 'subscription { ticks }' });
    const caller = { name: 'app', scopes: dataScopes };
    const prepared = dependencies.documents.operationOf(parameters, caller);
    const request = { id: 'r', caller, headers: {}, prepared, variables: undefined, started: 0 };
    const messages = createStartOperation(dependencies)(request, {}, disconnected.signal);
    return { messages, executed, disconnected, attempts: () => reserved.mock.calls.length - 1 };
  }

  test('an event that waits is executed as soon as the limit admits it', async () => {
    const { messages, executed, attempts } = await started(40, 0.05);
    expect(await messages.next()).toEqual({
      value: { type: 'next', payload: Buffer.from('{"data":{"ticks":1}}') },
      done: false,
    });
    expect(executed).toHaveBeenCalledTimes(1);
    expect(attempts()).toBeGreaterThan(1);
  });

  test('an event that waits for a shared limit waits as long as the store refuses, whatever time that takes', async () => {
    const budgets: unknown[] = [];
    const { messages } = await started(1, 0.02, {
      reserve: async (_caller, _rules, _tokens, wait) => (budgets.push(wait) === 2 ? 1 : 0),
      settle: () => {},
    });
    expect(await messages.next()).toMatchObject({ value: { type: 'next' } });
    expect(budgets).toEqual([expect.any(WaitBudget), undefined, undefined]);
  });

  test('an event is neither executed nor sent if its subscriber leaves while it waits', async () => {
    const { messages, executed, disconnected, attempts } = await started(2, 60);
    const next = messages.next();
    await until(() => attempts() > 0);
    disconnected.abort();
    expect(await next).toEqual({ value: undefined, done: true });
    expect({ executed: executed.mock.calls.length, attempts: attempts() }).toEqual({ executed: 0, attempts: 1 });
  });
});
