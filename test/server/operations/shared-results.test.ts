/* Which equal queries share an execution or a stored body, and which never do. */

import { GraphQLError } from 'graphql';
import type { OperationReads, UsageCounts } from '../../../src/graph/context.js';
import type { ExecutedResult } from '../../../src/graph/execution/execute.js';
import { JsonText } from '../../../src/graph/execution/response-text.js';
import { Cancellation } from '../../../src/primitives/cancellation.js';
import { Secret } from '../../../src/primitives/secret.js';
import type { Caller, Scope, AttendeeIdentity } from '../../../src/records/caller.js';
import type { ActivityId } from '../../../src/records/ids.js';
import { SharedResults } from '../../../src/server/operations/shared-results.js';

const callerOf = (name: string, ...scopes: Scope[]): Caller => ({ name, scopes: new Set(scopes), credential: new Secret(name) });
const app = callerOf('app', 'content:read', 'attendees:read');

interface QueryFacts {
  readonly method?: 'GET' | 'POST';
  readonly caller?: Caller;
  readonly usage?: Partial<UsageCounts>;
  /** Until when all parts of its content are fresh, on the clock of the test. */
  readonly freshUntil?: number;
  /** The fields of attendees that it read, which the audit records. */
  readonly fields?: readonly string[];
  readonly contentOnly?: boolean;
  /** Whether its response has extensions. */
  readonly reported?: boolean;
}

type Query = Parameters<SharedResults['resultOf']>;

/** A query of a caller, and the reads of other queries that it has recorded. */
function queryOf(
  text: string,
  { method = 'POST', caller = app, usage = {}, freshUntil = 2000, fields = [], contentOnly = true, reported = false }: QueryFacts = {},
) {
  const recorded: OperationReads[] = [];
  const cancellation = new Cancellation();
  cancellation.join();
  const counted = { startedCalls: 2, attempts: 2, coalesced: 0, cached: 0, stale: [], freshUntil, ...usage };
  const reads = { usage: counted, audited: { fields, count: fields.length, denied: [] }, noViewers: [] };
  const context = {
    caller,
    usage: counted,
    readGeneration: () => 0,
    reads: () => reads,
    addReads: (added: OperationReads) => recorded.push(added),
    responseExtensions: () => (reported || counted.stale.length > 0 ? {} : undefined),
  };
  const query = [context as unknown as Query[0], cancellation, { name: 'Home', contentOnly }, { method, text }] as const;
  return { query, cancellation, recorded };
}

/** Shared results on a clock that the test moves, and executions that the test ends. */
function underTest() {
  let now = 0;
  const shared = new SharedResults(() => now, 1_000_000);
  const pending: ((result: ExecutedResult) => void)[] = [];
  const run = ({ query }: Pick<ReturnType<typeof queryOf>, 'query'>) =>
    shared.resultOf(...query, () => new Promise((resolve) => pending.push(resolve)));
  return {
    shared,
    run,
    /** The number of executions so far. */
    executions: () => pending.length,
    end: (index: number, result: ExecutedResult) => pending[index]!(result),
    elapse: (ms: number) => void (now += ms),
    bodyFor: (requestText: string, caller = app) =>
      shared.findStoredResponse(caller, 'POST', requestText)?.result.data.bytes.toString() ?? null,
  };
}
const dataOf = (data: object) => new JsonText(Buffer.from(JSON.stringify({ data })));
const ok: ExecutedResult = { data: dataOf({ hello: 'world' }) };
const body = '{"data":{"hello":"world"}}';
const turns = () => new Promise((resolve) => setImmediate(resolve));

/** One subject, one set of scopes; the tokens may name different attendees. */
const token = (attendee?: AttendeeIdentity): Caller => ({ ...callerOf('alice', 'self:read'), ...(attendee && { attendee }) });
const named = (kind: AttendeeIdentity['kind'], value: string, mobile: string | null = null) => token({ kind, value, mobile });
const tokens = [token(), named('id', '7'), named('id', '8'), named('openId', '7'), named('mobile', '7', '7'), named('id', '7', '9')];

test('equal queries of content share one execution while it runs, of any callers with the same rights', async () => {
  const { run, executions, end } = underTest();
  const others = [...tokens, callerOf('desk', 'self:read')].map((caller) => queryOf('a', { caller }));
  const results = [run(queryOf('a', { caller: tokens[0]!, fields: ['Attendee.name'] })), ...others.map((other) => run(other))];
  expect(executions()).toBe(1);
  end(0, ok);
  for (const { data } of await Promise.all(results)) expect(data).toBe(ok.data);
  // Each records the reads, for the audit and the metrics.
  for (const { recorded } of others)
    expect(recorded).toMatchObject([{ usage: { startedCalls: 2 }, audited: { fields: ['Attendee.name'], count: 1 } }]);
});

const limitedTo = (activity: number): Caller => ({ ...app, activities: new Set([activity as ActivityId]) });

test.each<[what: string, different: readonly (readonly [text: string, facts?: QueryFacts])[], contentOnly: boolean]>([
  ['another text or method', [['a'], ['b'], ['a', { method: 'GET' }]], true],
  [
    'callers with other rights',
    [app, callerOf('app', 'content:read'), limitedTo(1001), limitedTo(1002)].map((caller) => ['a', { caller }]),
    true,
  ],
  ['other callers, for more than content', [app, callerOf('desk', ...app.scopes)].map((caller) => ['a', { caller }]), false],
  ['tokens that name different attendees, for more than content', tokens.map((caller) => ['a', { caller }]), false],
])('queries that differ by %s execute on their own, and equal ones share each execution', (_what, different, contentOnly) => {
  const { run, executions } = underTest();
  for (let time = 0; time < 2; time += 1) {
    for (const [text, facts] of different) void run(queryOf(text, { ...facts, contentOnly }));
    expect(executions()).toBe(different.length);
  }
});

test('the response of more than content is not stored for later, and that of a GET not for a POST', async () => {
  const { shared, run, end, bodyFor } = underTest();
  const results = [run(queryOf('a', { contentOnly: false })), run(queryOf('b', { method: 'GET' }))];
  for (const index of results.keys()) end(index, ok);
  await Promise.all(results);
  expect([bodyFor('a'), bodyFor('b')]).toEqual([null, null]);
  expect(shared.findStoredResponse(app, 'GET', 'b')).not.toBeNull();
});

test('a stored body of content is used until a part of it expires, by callers with the same rights', async () => {
  const { run, end, elapse, bodyFor, shared } = underTest();
  const results = [run(queryOf('a')), run(queryOf('a', { method: 'GET' }))];
  end(0, ok);
  end(1, ok);
  await Promise.all(results);
  expect({ a: bodyFor('a'), b: bodyFor('b'), aWithOtherScopes: bodyFor('a', callerOf('app', 'content:read')) }).toEqual({
    a: body,
    b: null,
    aWithOtherScopes: null,
  });
  elapse(400);
  expect(shared.findStoredResponse(app, 'GET', 'a')).toMatchObject({
    operationName: 'Home',
    usage: { attempts: 0, cached: 2 },
  });
  elapse(1599);
  expect(bodyFor('a')).toBe(body);
  elapse(1);
  expect(bodyFor('a')).toBeNull();
});

test.each<[string, ExecutedResult, Partial<UsageCounts>]>([
  ['errors', { ...ok, errors: [new GraphQLError('x')] }, {}],
  ['no data', { data: null }, {}],
  ['a stale part', ok, { stale: [{ endpointPath: '/', activityId: '1', ageSeconds: 1, failure: null }] }],
])('a result with %s is shared with those who wait for it, and not stored', async (_what, result, usage) => {
  const { run, executions, end, bodyFor } = underTest();
  const first = run(queryOf('a', { usage }));
  const waiting = [queryOf('a'), queryOf('a')];
  const results = waiting.map((each) => run(each));
  end(0, result);
  expect(await Promise.all([first, ...results])).toEqual([result, result, result]);
  for (const { recorded } of waiting) expect(recorded).toMatchObject([{ usage }]);
  expect({ executions: executions(), stored: bodyFor('a') }).toEqual({ executions: 1, stored: null });
});

test('one of those who wait for an execution that is cancelled executes for the others', async () => {
  const { run, executions, end } = underTest();
  const first = queryOf('a');
  const results = [run(first), run(queryOf('a')), run(queryOf('a'))];
  first.cancellation.abort('timeout');
  end(0, { data: null, errors: [new GraphQLError('cancelled')] });
  await turns();
  expect(executions()).toBe(2);
  end(1, ok);
  expect((await Promise.all(results)).map(({ errors }) => errors?.length ?? 0)).toEqual([1, 0, 0]);
});

test('an execution goes on until the last query that waits for it has left, whichever began it', () => {
  const { run } = underTest();
  const [leader, ...others] = [queryOf('a'), queryOf('a'), queryOf('a')];
  for (const each of [leader!, ...others]) void run(each).catch(() => {});
  const ended = [leader!, ...others].map((each) => {
    each.cancellation.leave();
    return leader!.cancellation.aborted;
  });
  expect(ended).toEqual([false, false, true]);
});

test('an execution that throws fails its own request only', async () => {
  const shared = new SharedResults(() => 0, 1_000_000);
  let fail = (_error: Error) => {};
  const failing = shared.resultOf(...queryOf('a').query, () => new Promise((_, reject) => (fail = reject)));
  const waiting = shared.resultOf(...queryOf('a').query, () => Promise.resolve(ok));
  fail(new Error('defect'));
  await expect(failing).rejects.toThrow('defect');
  expect(await waiting).toEqual(ok);
});

test('a result that was not read from the cache, has extensions of its own or is audited is not stored', async () => {
  for (const facts of [{ freshUntil: 0 }, { reported: true }, { fields: ['Attendee.name'] }]) {
    const { run, end, bodyFor } = underTest();
    const running = run(queryOf('a', facts));
    end(0, ok);
    await running;
    expect(bodyFor('a')).toBeNull();
  }
});

test('a query whose time is over stops waiting, and no query shares an execution that is cancelled', async () => {
  const { run, executions } = underTest();
  const [leader, follower, late] = [queryOf('a'), queryOf('a'), queryOf('a')];
  void run(leader);
  void run(follower);
  for (const each of [follower, late]) each.cancellation.abort('timeout');
  void run(late);
  await turns();
  expect({ executions: executions(), aborted: leader.cancellation.aborted }).toEqual({ executions: 3, aborted: false });
  leader.cancellation.abort('timeout');
  void run(queryOf('a'));
  expect(executions()).toBe(4);
});

test('the stored bodies are bounded by their bytes', async () => {
  const shared = new SharedResults(() => 0, 1_000_000);
  const data = dataOf({ text: 'é'.repeat(200_000) });
  for (let number = 0; number < 100; number += 1)
    await shared.resultOf(...queryOf(`query ${number}`).query, () => Promise.resolve({ data }));
  const stored = Array.from({ length: 100 }, (_, number) => shared.findStoredResponse(app, 'POST', `query ${number}`));
  expect(stored.at(-1)?.result.data.bytes).toHaveLength(400_020);
  expect(stored.filter((response) => response !== null)).toHaveLength(Math.floor((16 * 1024 * 1024) / 400_040));
});
