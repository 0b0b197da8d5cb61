/* The rate limit: what a bucket grants, and what operations over HTTP take from it. */

import type { BucketStore } from '../../../src/primitives/token-bucket.js';
import { CallerBuckets } from '../../../src/server/operations/rate-limit.js';
import { fakeService, type FakeService } from '../../support/fake-service.js';
import { gate } from '../../support/gate.js';
import { apiKey, programOver } from '../../support/program.js';
import { openSocket, textFrom } from '../../support/sockets.js';
import { protocols, subscribe } from '../../support/subscription-clients.js';
import { times } from '../../support/times.js';
import { until } from '../../support/until.js';
import { post, strict } from '../toy-server.js';

describe('all buckets', () => {
  const wait = (buckets: CallerBuckets, caller: string, calls = 1) => {
    try {
      void buckets.reservation(caller).reserve(calls);
      return 0;
    } catch (error) {
      return (error as { retryAfterMs: number }).retryAfterMs;
    }
  };

  test('the buckets of all callers are bounded in number: the one used longest ago goes first', () => {
    const buckets = new CallerBuckets(1, () => 0, null, 3);
    for (const caller of ['a', 'b', 'c']) wait(buckets, caller, 100);
    wait(buckets, 'a');
    wait(buckets, 'd');
    expect({ aWaits: wait(buckets, 'a') > 0, cWaits: wait(buckets, 'c') > 0 }).toEqual({ aWaits: true, cWaits: true });
    expect(wait(buckets, 'b')).toBe(0);
  });
});

describe('buckets that processes share', () => {
  /** A store of buckets that grants a number of tokens, then asks to wait; or that cannot be used. */
  function storeOf(tokens: number | null) {
    const settled: number[] = [];
    let left = tokens;
    const store: BucketStore = {
      reserve: async (_caller, _rules, wanted) => {
        if (left === null) return null;
        if (left < wanted) return 500;
        left -= wanted;
        return 0;
      },
      settle: (_caller, _rules, difference) => void settled.push(difference),
    };
    return { settled, buckets: new CallerBuckets(1, () => 0, store) };
  }

  test('shared buckets decide for all processes, and get unused calls back', async () => {
    const { settled, buckets } = storeOf(3);
    const reservation = buckets.reservation('a');
    await reservation.reserve(3);
    await expect(buckets.reservation('a').reserve(1)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 500 });
    reservation.settle(1);
    expect(settled).toEqual([2]);
  });

  test('shared buckets are asked only for operations that make calls', async () => {
    const { settled, buckets } = storeOf(-1);
    const reservation = buckets.reservation('a');
    await reservation.reserve(0);
    reservation.settle(0);
    expect(settled).toEqual([]);
  });

  test('shared buckets that cannot be used leave the decision to the bucket of this process', async () => {
    const { settled, buckets } = storeOf(null);
    const reservation = buckets.reservation('a');
    await reservation.reserve(2);
    await expect(buckets.reservation('a').reserve(1)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    reservation.settle(0);
    await buckets.reservation('a').reserve(2);
    expect(settled).toEqual([]);
  });
});

describe('over HTTP', () => {
  let service: FakeService;
  beforeEach(async () => (service = await fakeService({ '/api/ticket/data': { code: 1, data: [] } })));
  const tickets = { query: '{ activity { tickets { id } } }' };
  const AUTH_API_KEYS = [apiKey('greedy', 'greedy-key', 'content:read'), apiKey('modest', 'modest-key', 'content:read')].join();
  const greedy = { 'x-api-key': 'greedy-key' };

  test('a caller beyond its rate limit is refused before any call to the service; other callers are not', async () => {
    const program = await programOver(service.url, { AUTH_API_KEYS, RATE_LIMIT: '0.5' });
    expect((await post(program, tickets, greedy)).status).toBe(200);
    expect(service.hits).toHaveLength(1);
    const refused = await post(program, tickets, { ...greedy, ...strict });
    expect(refused).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    const { retryAfterMs } = refused.body.errors![0]!.extensions as { retryAfterMs: number };
    expect(retryAfterMs).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBe(Math.ceil(retryAfterMs / 1000));
    expect(refused.body).not.toHaveProperty('data');
    const asJson = await post(program, tickets, greedy);
    expect(asJson).toMatchObject({ status: 200, code: 'RATE_LIMITED' });
    expect(asJson.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await post(program, tickets, { 'x-api-key': 'modest-key' })).body.errors).toBeUndefined();
    expect(service.hits).toHaveLength(2);
    expect(await program.metrics()).toMatch(/^event_graph_rate_limited_total 2$/m);
  });

  const lookups = (from: number) =>
    `{ ${times(20, (i) => `a${i}: attendee(by: { mobile: "1380000${from}${String(i).padStart(2, '0')}" }) { id }`).join(' ')} }`;
  const piiKeys = { AUTH_API_KEYS: apiKey('greedy', 'greedy-key', 'content:read attendees:read attendees:pii') };
  const found = { code: 1, data: { id: 1, form_id: 1001 } };

  test('at one call a second, one of ten concurrent operations of 20 lookups is admitted; the others report when to retry', async () => {
    const attendees = await fakeService({ '/api/participant/get': found });
    const program = await programOver(attendees.url, { ...piiKeys, RATE_LIMIT: '1' });
    const began = performance.now();
    const replies = await Promise.all(times(10, (i) => post(program, { query: lookups(i) }, { ...greedy, ...strict })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(9).fill(429)]);
    expect(attendees.hits).toHaveLength(20);
    const waits = replies
      .filter(({ status }) => status === 429)
      .map(({ body }) => (body.errors![0]!.extensions as { retryAfterMs: number }).retryAfterMs);
    // What has passed meanwhile, on a busy machine seconds, has been waited already.
    const passedMs = performance.now() - began;
    for (const waitMs of waits) expect(waitMs + passedMs).toBeGreaterThan(15_000);
  });

  test.each([
    ['that exceeds another limit', `{ ${times(31, (i) => `a${i}: activity { tickets { id } }`).join(' ')} }`],
    ['that is not valid', '{ activity { tickets { nothing } } }'],
    ['whose fields are denied', '{ activity { attendees { totalCount } } }'],
    ['that reads what another operation reads at the same time', '{ activity { tickets { id } } }'],
  ])('an operation %s is charged for the calls that it made, and for no others', async (_what, query) => {
    const program = await programOver(service.url, { AUTH_API_KEYS, RATE_LIMIT: '0.001' });
    await Promise.all(times(3, () => post(program, { query }, { 'x-api-key': 'modest-key' })));
    const made = service.hits.length;
    expect(made).toBeLessThanOrEqual(1);
    const next = await post(program, tickets, { 'x-api-key': 'modest-key' });
    expect(next.code).toBe(made === 0 ? undefined : 'RATE_LIMITED');
  });

  test('equal queries at the same moment take the calls of one', async () => {
    const replies = gate();
    const slow = await fakeService({ '/api/ticket/data': () => replies.opened.then(() => ({ code: 1, data: [] })) });
    const program = await programOver(slow.url, { AUTH_API_KEYS, RATE_LIMIT: '0.001' });
    const body = JSON.stringify(tickets);
    const head = `POST /graphql HTTP/1.1\r\nhost: x\r\nx-api-key: greedy-key\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
    const sockets = await Promise.all(times(5, () => openSocket(program.url)));
    const responses = sockets.map((socket) => textFrom(socket, /}$/));
    for (const socket of sockets) socket.write(`${head}\r\n\r\n${body}`);
    await until(() => slow.hits.length > 0);
    // When this one has its response, those before it have arrived.
    await post(program, { query: '{ __typename }' }, greedy);
    replies.open();
    for (const text of await Promise.all(responses)) expect(text).toMatch(/"tickets":\[\]/);
    for (const socket of sockets) socket.destroy();
    expect(slow.hits).toHaveLength(1);
  });

  test.each([
    ['of the children of a category', '{ activity { categories(parentId: "1") { id } } }', 1],
    ['of one of the goods', '{ activity { goods(id: "1") { id } } }', 1],
    ['that a variable names', 'query ($id: ID = "1") { activity(id: $id) { schedule { totalCount } tickets { id } } }', 2],
  ])('reads %s take nothing from the bucket while they are cached', async (_what, one, calls) => {
    const content = await fakeService({ '*': { code: 1, data: [], total: 0 } });
    const env = { EVENT_SERVICE_ACTIVITY_IDS: '1,2', CACHE_TTL: 'categories=60,goods=60,schedule=60,tickets=60' };
    const program = await programOver(content.url, { ...env, AUTH_API_KEYS, RATE_LIMIT: '0.001' });
    const codes = [];
    for (const query of [one, one.replace('"1"', '"2"'), one, one]) codes.push((await post(program, { query }, greedy)).code);
    expect(codes).toEqual([undefined, 'RATE_LIMITED', undefined, undefined]);
    expect(content.hits).toHaveLength(calls);
  });

  test("a subscription takes one call from its caller's bucket, which all operations over any transport share", async () => {
    const program = await programOver(service.url, { AUTH_API_KEYS, RATE_LIMIT: '2' });
    const began = performance.now();
    const subscription = 'subscription { ticketStock(every: 5) { id } }';
    let admitted = 0;
    const begin = async (starts: number, text: string) => {
      for (let start = 0; start < starts; start += 1) {
        const { next, leave } = subscribe(program, protocols[start % 2]!, { query: text }, { key: greedy['x-api-key'] });
        if ((await next()).errors === undefined) admitted += 1;
        await leave();
      }
    };
    // Refused before they begin: they cost nothing.
    await begin(10, 'subscription { ticketStock(every: 0) { id } }');
    expect(admitted).toBe(0);
    await begin(40, subscription);
    expect(admitted).toBeGreaterThanOrEqual(4);
    expect(admitted).toBeLessThanOrEqual(4 + (2 * (performance.now() - began)) / 1000);
    const query = '{ activity { tickets { id } goods { id } schedule { totalCount } } }';
    expect((await post(program, { query }, greedy)).code).toBe('RATE_LIMITED');
  });
});
