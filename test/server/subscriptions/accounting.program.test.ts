/* Subscriptions are accounted for as operations are: metrics, spans and audit lines of each start and event. */

import { hookSecret, push } from '../../support/check-ins.js';
import { fakeService, type FakeService } from '../../support/fake-service.js';
import { apiKey, everyScopeKey, programOver, type ProgramUnderTest } from '../../support/program.js';
import { protocols, subscriptionClient } from '../../support/subscription-clients.js';
import { traceReceiver, type ReceivedSpan, type TraceReceiver } from '../telemetry/trace-receiver.js';

const getList = '/api/participant/getList';
const tickets = '/api/ticket/data';
const stock = 'subscription Stock { ticketStock(every: 1) { remainingStock } }';
const checkIns = 'subscription CheckIns { checkIns(activityId: "1001") { payload attendee { name } } }';

let sold: number;
let service: FakeService;
let collector: TraceReceiver;
let program: ProgramUnderTest;

/** Starts the program. `env` has settings beside those of the hook and of the traces. */
async function startProgram(env: Record<string, string> = {}): Promise<void> {
  program = await programOver(service.url, {
    CHECK_IN_HOOK_SECRETS: hookSecret,
    CHECK_IN_HOOK_ATTENDEE: '/participant',
    EVENT_SERVICE_RETRIES: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    ...env,
  });
}

beforeEach(async () => {
  sold = 0;
  service = await fakeService({
    [tickets]: (_hit, response) =>
      sold > 10 ? void response.writeHead(503).end() : { code: 1, data: [{ id: 1, name: 'T', num: 10, sold_num: sold, money: 9 }] },
    [getList]: ({ form }) => ({
      code: 1,
      data: [{ id: Number(form['ids']), contact: 'Ada', content: '{}', mobile: '138', points: 5 }],
      total: 1,
    }),
    '/api/activity/getFields': () => ({ code: 1, data: [] }),
  });
  collector = await traceReceiver();
  await startProgram();
});
afterEach(async () => {
  await program.close();
  await collector.close();
  await service.close();
});

/** Returns the values of the metrics of the program whose names begin so, without those that are 0. */
async function counts(...names: readonly string[]): Promise<Record<string, number>> {
  const values = (await program.metrics()).split('\n').flatMap((line) => {
    const [, name, value] = /^event_graph_(\S+) (\d+)$/.exec(line) ?? [];
    return name !== undefined && value !== '0' && names.some((start) => name.startsWith(start)) ? [[name, Number(value)]] : [];
  });
  return Object.fromEntries(values) as Record<string, number>;
}

describe.each(protocols)('over %s', (protocol) => {
  const open = (query: string, { key = everyScopeKey, headers = {} }: { key?: string; headers?: Record<string, string> } = {}) => {
    const client = subscriptionClient(program, protocol, { authorization: `Bearer ${key}` }, headers);
    const results = client.iterate({ query });
    /** Returns the next result, or the errors of a subscription that is refused. */
    const next = async (): Promise<any> => {
      const { value } = await results.next().catch((errors: unknown) => ({ value: { errors } }));
      return value;
    };
    const leave = async () => {
      await results.return!();
      await client.dispose();
    };
    return { next, leave };
  };
  /** Subscribes to check-ins, and returns when the subscription has begun: when it has received a push. */
  const subscribed = async () => {
    const subscriber = open(checkIns);
    const state = { begun: false };
    const first = subscriber.next().then(() => (state.begun = true));
    while (!state.begun) {
      await push(program, { series: true });
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await first;
    return subscriber;
  };

  test('a start counts as an operation, and each event is counted and timed by itself', async () => {
    const { next, leave } = open(stock);
    await next();
    sold = 4;
    await next();
    sold = 11;
    expect((await next()).data).toEqual({ ticketStock: null });
    await leave();
    expect(await counts('operations_total', 'operation_duration_seconds_count', 'subscription_event')).toMatchObject({
      'operations_total{kind="subscription",outcome="ok"}': 1,
      'operation_duration_seconds_count{kind="subscription"}': 1,
      'subscription_events_total{outcome="ok"}': 2,
      'subscription_events_total{outcome="failed"}': 1,
      subscription_event_duration_seconds_count: 3,
    });
    expect(Object.keys(await counts('operations_total', 'subscription_events_total'))).toHaveLength(3);
  });

  test('a start that is refused is counted by its kind, as over HTTP, and no event is', async () => {
    // An event stream carries queries too.
    const isRefused = protocol === 'graphql-ws';
    for (const query of [
      'subscription { ticketStock(every: 0) { name } }',
      'subscription { nonsense }',
      'subscription {',
      '{ __typename }',
    ]) {
      const { next, leave } = open(query);
      expect(await next()).toMatchObject(query.startsWith('s') || isRefused ? { errors: expect.anything() } : { data: expect.anything() });
      await leave();
    }
    expect(await counts('operations_total', 'subscription_events_total')).toEqual({
      'operations_total{kind="subscription",outcome="refused"}': 1,
      'operations_total{kind="unknown",outcome="refused"}': 2,
      [`operations_total{kind="query",outcome="${isRefused ? 'refused' : 'ok'}"}`]: 1,
    });
  });

  test('a start that exceeds RATE_LIMIT is counted as the operations that it refuses', async () => {
    await program.close();
    await startProgram({ RATE_LIMIT: '1' });
    const subscribers = [];
    let refused = false;
    // The bucket has two calls, and gets one a second.
    for (; !refused && subscribers.length < 100; refused = JSON.stringify(await subscribers.at(-1)!.next()).includes('RATE_LIMITED'))
      subscribers.push(open(stock));
    for (const { leave } of subscribers) await leave();
    expect(await counts('operations_total', 'rate_limited_total')).toEqual({
      'operations_total{kind="subscription",outcome="ok"}': subscribers.length - 1,
      'operations_total{kind="subscription",outcome="rate_limited"}': 1,
      rate_limited_total: 1,
    });
  });

  test('a start has a span, and each event a trace of its own with a link to it', async () => {
    const subscriber = await subscribed();
    await push(program, { participant: 7 });
    let result: any;
    do result = await subscriber.next();
    while (result.data.checkIns.attendee === null);
    await subscriber.leave();
    const [, events] = Object.entries(await counts('subscription_events_total')).flat() as [string, number];
    await program.close();

    const [start, ...otherStarts] = ofKind(server);
    expect(otherStarts).toEqual([]);
    expect(start).toMatchObject({ name: 'subscription', failed: false, links: [] });
    const common = { 'graphql.operation.type': 'subscription', 'graphql.operation.name': 'CheckIns', 'event_graph.outcome': 'ok' };
    const reads = (coalesced: number) => ({
      'event_graph.upstream.calls': 0,
      'event_graph.upstream.coalesced': coalesced,
      'event_graph.upstream.cached': 0,
    });
    expect(start!.attributes).toEqual({ ...common, ...reads(0) });

    const executed = ofKind(internal);
    expect(executed).toHaveLength(events);
    for (const event of executed)
      expect(event).toMatchObject({
        name: 'subscription_event',
        failed: false,
        parentSpanId: undefined,
        links: [{ traceId: start!.traceId, spanId: start!.spanId }],
      });
    expect(new Set([start!.traceId, ...executed.map(({ traceId }) => traceId)]).size).toBe(1 + events);

    // Only the last event has looked up an attendee. The lookup counts as shared, because it is made once for all subscribers.
    const [attempt, ...otherAttempts] = ofKind(client).filter(({ name }) => name === `POST ${getList}`);
    expect(otherAttempts).toEqual([]);
    const looking = executed.find(({ spanId }) => spanId === attempt!.parentSpanId);
    expect(looking?.attributes).toEqual({ ...common, ...reads(1) });
  });

  test("a start continues the client's trace, and the polls that subscribers share belong to no subscriber's trace", async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const spanId = 'b7ad6b7169203331';
    const { next, leave } = open(stock, { headers: { traceparent: `00-${traceId}-${spanId}-01` } });
    await next();
    sold = 1;
    await next();
    await leave();
    await program.close();
    expect(ofKind(server)).toEqual([expect.objectContaining({ traceId, parentSpanId: spanId })]);
    const polls = ofKind(client);
    const others = [...ofKind(server), ...ofKind(internal)].map((span) => span.traceId);
    expect(polls.length).toBeGreaterThan(1);
    expect(polls.filter((poll) => poll.parentSpanId !== undefined || others.includes(poll.traceId))).toEqual([]);
  });

  test('a start writes a log line at level debug, with the caller and the name of the operation', async () => {
    const { next, leave } = open(stock);
    await next();
    await leave();
    await program.close();
    const lines = program.lines('"operationName":"Stock"');
    expect(lines).toEqual([expect.objectContaining({ level: 20, requestId: expect.any(String), caller: 'app', operationName: 'Stock' })]);
  });

  test('a start that is denied writes one audit line', async () => {
    await program.close();
    await startProgram({ AUTH_API_KEYS: apiKey('desk', 'desk', 'checkin:read') });
    const { next, leave } = open(stock, { key: 'desk' });
    expect(JSON.stringify(await next())).toContain('FORBIDDEN');
    await leave();
    const lines = program.lines('"audit":true');
    expect(lines).toEqual([
      expect.objectContaining({
        caller: 'desk',
        operationName: 'Stock',
        fields: ['Subscription.ticketStock'],
        count: 1,
        outcome: 'forbidden',
      }),
    ]);
  });

  test('a start that is refused has a span with the code of its error', async () => {
    const { next, leave } = open('subscription Stock { ticketStock(every: 0) { name } }');
    await next();
    await leave();
    await program.close();
    expect(collector.spans()).toEqual([
      expect.objectContaining({
        name: 'subscription',
        attributes: expect.objectContaining({ 'error.type': 'BAD_USER_INPUT', 'event_graph.outcome': 'refused' }),
      }),
    ]);
  });
});

const internal = 1;
const server = 2;
const client = 3;
const ofKind = (kind: number): ReceivedSpan[] => collector.spans().filter((span) => span.kind === kind);
