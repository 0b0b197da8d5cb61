/* Subscriptions are accounted for as operations are: metrics, spans, log and audit lines of each start and event. */

import { hookSecret, push, subscriber } from '../../support/check-ins.js';
import { fakeService, type FakeService } from '../../support/fake-service.js';
import { apiKey, everyScopeKey, programOver, type ProgramUnderTest } from '../../support/program.js';
import { protocols, subscribe } from '../../support/subscription-clients.js';
import { traceReceiver, type ReceivedSpan, type TraceReceiver } from '../telemetry/trace-receiver.js';

const getList = '/api/participant/getList';
const tickets = '/api/ticket/data';
const stock = 'subscription Stock { ticketStock(every: 1) { remainingStock } }';
const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

describe.each(protocols)('over %s', (protocol) => {
  let sold = 0;
  let service: FakeService;
  let collector: TraceReceiver;
  let program: ProgramUnderTest;
  beforeAll(async () => {
    service = await fakeService({
      [tickets]: (_hit, response) =>
        sold > 10 ? void response.writeHead(503).end() : { code: 1, data: [{ id: 1, name: 'T', num: 10, sold_num: sold, money: 9 }] },
      [getList]: ({ form }) => ({ code: 1, data: [{ id: Number(form['ids']), contact: 'Ada' }], total: 1 }),
    });
    collector = await traceReceiver();
    program = await programOver(service.url, {
      AUTH_API_KEYS: [
        apiKey('app', everyScopeKey, 'content:read attendees:read checkin:read'),
        apiKey('desk', 'desk', 'checkin:read'),
      ].join(),
      CHECK_IN_HOOK_SECRETS: hookSecret,
      CHECK_IN_HOOK_ATTENDEE: '/participant',
      EVENT_SERVICE_RETRIES: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    });
  });

  const open = (query: string, options?: Parameters<typeof subscribe>[3], of = program) => subscribe(of, protocol, { query }, options);
  /** Returns the values of the metrics of a program about operations and events, without those that are 0. */
  async function counts(of = program): Promise<Record<string, number>> {
    const found = (await of.metrics()).matchAll(
      /^event_graph_((?:operations|rate_limited|subscription_events)_total\S*|\S+_duration_seconds_count\S*) ([1-9]\d*)$/gm,
    );
    return Object.fromEntries([...found].map(([, name, value]) => [name!, Number(value)]));
  }

  test('a start counts as an operation, and each event is counted and timed by itself', async () => {
    const { next, leave } = open(stock, { httpHeaders: { traceparent: `00-${traceId}-${spanId}-01` } });
    await next();
    sold = 4;
    await next();
    sold = 11;
    expect((await next()).data).toEqual({ ticketStock: null });
    await leave();
    const { [`upstream_call_duration_seconds_count{operation="${tickets}"}`]: _polls, ...counted } = await counts();
    expect(counted).toEqual({
      'operations_total{kind="subscription",outcome="ok"}': 1,
      'operation_duration_seconds_count{kind="subscription"}': 1,
      'subscription_events_total{outcome="ok"}': 2,
      'subscription_events_total{outcome="failed"}': 1,
      subscription_event_duration_seconds_count: 3,
    });
  });

  test('a start writes a log line at level debug, with the caller and the name of the operation', () => {
    expect(program.lines('"operationName":"Stock"')).toEqual([
      expect.objectContaining({ level: 20, requestId: expect.any(String), caller: 'app', operationName: 'Stock' }),
    ]);
  });

  test('a start that is refused is counted by its kind, as over HTTP, and no event is', async () => {
    const before = await counts();
    for (const query of [
      'subscription Refused { ticketStock(every: 0) { name } }',
      'subscription { nonsense }',
      'subscription {',
      '{ __typename }',
    ]) {
      const { next, leave } = open(query);
      expect(await next()).toMatchObject(query.startsWith('s') ? { errors: expect.anything() } : { data: expect.anything() });
      await leave();
    }
    const after = Object.entries(await counts()).filter(([name, count]) => name.includes('_total') && count !== before[name]);
    expect(Object.fromEntries(after)).toEqual({
      'operations_total{kind="subscription",outcome="refused"}': 1,
      'operations_total{kind="unknown",outcome="refused"}': 2,
      'operations_total{kind="query",outcome="ok"}': 1,
    });
  });

  test('a start that is denied writes one audit line', async () => {
    const { next, leave } = open(stock.replace('Stock', 'Denied'), { key: 'desk' });
    expect(JSON.stringify(await next())).toContain('FORBIDDEN');
    await leave();
    expect(program.lines('"audit":true')).toEqual([
      expect.objectContaining({
        caller: 'desk',
        operationName: 'Denied',
        fields: ['Subscription.ticketStock'],
        count: 1,
        outcome: 'forbidden',
      }),
    ]);
  });

  test('a start that exceeds RATE_LIMIT is counted as the operations that it refuses', async () => {
    sold = 0;
    const limited = await programOver(service.url, { RATE_LIMIT: '1' });
    const subscribers = [];
    let refused = false;
    // The bucket has two calls, and gets one a second.
    for (; !refused && subscribers.length < 100; refused = JSON.stringify(await subscribers.at(-1)!.next()).includes('RATE_LIMITED'))
      subscribers.push(open(stock, {}, limited));
    for (const { leave } of subscribers) await leave();
    expect(await counts(limited)).toMatchObject({
      'operations_total{kind="subscription",outcome="ok"}': subscribers.length - 1,
      'operations_total{kind="subscription",outcome="rate_limited"}': 1,
      rate_limited_total: 1,
    });
  });

  describe('with traces', () => {
    const [internal, server, client] = [1, 2, 3];
    const spansOf = (kind: number, operationName?: string): ReceivedSpan[] =>
      collector
        .spans()
        .filter((span) => span.kind === kind && (!operationName || span.attributes['graphql.operation.name'] === operationName));
    let events: number;
    beforeAll(async () => {
      const desk = await subscriber(program, 'payload attendee { name }', { protocol });
      await push(program, { participant: 7 });
      await desk.next();
      await desk.leave();
      events = (await counts())['subscription_event_duration_seconds_count']!;
      await program.close();
    });

    test('a start has a span, and each event a trace of its own with a link to it', () => {
      const [start, ...otherStarts] = spansOf(server, 'CheckIns');
      expect(otherStarts).toEqual([]);
      expect(start).toMatchObject({ name: 'subscription', failed: false, links: [] });
      const common = { 'graphql.operation.type': 'subscription', 'graphql.operation.name': 'CheckIns', 'event_graph.outcome': 'ok' };
      const reads = (coalesced: number) => ({
        'event_graph.upstream.calls': 0,
        'event_graph.upstream.coalesced': coalesced,
        'event_graph.upstream.cached': 0,
      });
      expect(start!.attributes).toEqual({ ...common, ...reads(0) });
      expect(spansOf(internal)).toHaveLength(events);
      const executed = spansOf(internal, 'CheckIns');
      for (const event of executed)
        expect(event).toMatchObject({
          name: 'subscription_event',
          failed: false,
          parentSpanId: undefined,
          links: [{ traceId: start!.traceId, spanId: start!.spanId }],
        });
      expect(new Set([start!.traceId, ...executed.map((event) => event.traceId)]).size).toBe(1 + executed.length);

      // Only the last event has looked up an attendee. The lookup counts as shared, because it is made once for all subscribers.
      const [attempt, ...otherAttempts] = spansOf(client).filter(({ name }) => name === `POST ${getList}`);
      expect(otherAttempts).toEqual([]);
      const looking = executed.find((event) => event.spanId === attempt!.parentSpanId);
      expect(looking?.attributes).toEqual({ ...common, ...reads(1) });
    });

    test("a start continues the client's trace, and the polls that subscribers share belong to no subscriber's trace", () => {
      expect(spansOf(server, 'Stock')).toEqual([expect.objectContaining({ traceId, parentSpanId: spanId })]);
      const polls = spansOf(client).filter(({ name }) => name === `POST ${tickets}`);
      const others = [...spansOf(server), ...spansOf(internal)].map((span) => span.traceId);
      expect(polls.length).toBeGreaterThan(1);
      expect(polls.filter((poll) => poll.parentSpanId !== undefined || others.includes(poll.traceId))).toEqual([]);
    });

    test('a start that is refused has a span with the code of its error', () => {
      expect(spansOf(server, 'Refused')).toEqual([
        expect.objectContaining({
          name: 'subscription',
          attributes: expect.objectContaining({ 'error.type': 'BAD_USER_INPUT', 'event_graph.outcome': 'refused' }),
        }),
      ]);
    });
  });
});
