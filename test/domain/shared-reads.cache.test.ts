/* The life of an entry of the cache: fresh, stale, expired. */

import { ReadGenerations } from '../../src/domain/read-generations.js';
import { cacheBytes, cacheCapacity, CoalescedReads, ContentCache } from '../../src/domain/shared-reads.js';
import { type EndpointReader, UpstreamUsage } from '../../src/domain/upstream.js';
import { Cancellation } from '../../src/primitives/cancellation.js';
import { contentKinds, type ContentKind } from '../../src/records/content-kind.js';
import { CancelledError, UpstreamRejectedError, UpstreamUnavailableError } from '../../src/records/errors.js';
import type { ActivityId, ServiceId } from '../../src/records/ids.js';
import { createCall, recordReplySize, replySizeOf } from '../../src/service/call.js';
import { listArticles, listAttendees, listCategories, listGoods, listTickets } from '../../src/service/endpoints.js';

const activity = 1001 as ActivityId;
/** Kinds that the next line does not name are not cached. */
const withoutCache = Object.fromEntries(contentKinds.map((kind) => [kind, 0])) as Record<ContentKind, number>;
const ttlSeconds = { ...withoutCache, articles: 100, categories: 100, tickets: 10 };
const failure = new UpstreamUnavailableError(listArticles.path, true);

/** A cache over reads that return 1, 2, 3 … or fail, and its clock. */
function cacheOf(staleIfErrorSeconds = 0) {
  const state = { now: 1_000_000, calls: 0, error: undefined as Error | undefined };
  const reads = {
    read: async () => {
      state.calls += 1;
      if (state.error) throw state.error;
      return state.calls;
    },
  } as unknown as EndpointReader;
  const cache = new ContentCache(reads, { ttlSeconds, staleIfErrorSeconds }, () => state.now);
  const read = async (endpoint = listArticles, input?: unknown, signal = new Cancellation()) => {
    const usage = new UpstreamUsage();
    const value: unknown = await cache.read(endpoint as never, activity, input as never, { usage, signal });
    return { value, cached: usage.cached, stale: usage.stale, freshMs: Math.max(0, usage.freshUntil - state.now) };
  };
  return { state, cache, read };
}

test.each([
  ['an endpoint without a kind', listAttendees, { page: 1, pageSize: 1 }],
  ['a kind with a TTL of 0', listGoods, {}],
] as const)('the replies of %s are not cached, and make the response not reusable', async (_what, endpoint, input) => {
  const { state, read } = cacheOf();
  for (const value of [1, 2]) expect(await read(endpoint as never, input)).toEqual({ value, cached: 0, stale: [], freshMs: 0 });
  expect(state.calls).toBe(2);
});

test('a reply to an earlier read replaces no entry, and is not fresh: it may be older than a write between them', async () => {
  const replies: ((stock: number) => void)[] = [];
  const reads = { read: () => new Promise((resolve) => replies.push(resolve)) } as unknown as EndpointReader;
  let now = 0;
  const cache = new ContentCache(reads, { ttlSeconds, staleIfErrorSeconds: 0 }, () => (now += 1));
  const read = () => {
    const usage = new UpstreamUsage();
    const value: Promise<unknown> = cache.read(listTickets, activity, undefined, { usage, signal: new Cancellation() });
    return { usage, value };
  };
  const [earlier, later] = [read(), read()];
  replies[1]!(99);
  await later.value;
  replies[0]!(100);
  expect([await earlier.value, earlier.usage.freshUntil, await read().value]).toEqual([100, 0, 99]);
});

describe('stale content', () => {
  test('after the TTL, while the service fails, the entry is returned for a limited time; the next successful read replaces it', async () => {
    const { state, read } = cacheOf(50);
    await read();
    state.now += 120_000;
    state.error = failure;
    expect(await read()).toMatchObject({ value: 1, cached: 1 });
    state.now += 40_000;
    await expect(read()).rejects.toBe(failure);
    state.error = undefined;
    expect(await read()).toMatchObject({ value: 4, cached: 0, stale: [] });
  });

  test.each([
    ['a rejection', new UpstreamRejectedError(listArticles.path, 'no', () => 'no')],
    ['a cancellation', new CancelledError(listArticles.path)],
    ['a defect', new TypeError('x')],
  ])('after the TTL, %s is thrown, and no stale entry is returned for it', async (_kind, error) => {
    const { state, read } = cacheOf(50);
    await read();
    state.now += 120_000;
    state.error = error;
    await expect(read()).rejects.toBe(error);
  });

  test('an operation whose time is over gets the stale entry: its caller waits for the response', async () => {
    const { state, read } = cacheOf(50);
    await read();
    state.now += 120_000;
    state.error = new CancelledError(listArticles.path);
    const signal = new Cancellation();
    signal.abort('timeout');
    expect(await read(listArticles, undefined, signal)).toMatchObject({ value: 1, stale: [{ ageSeconds: 120 }] });
  });
});

test('beyond its capacity the least recently used entry is removed', async () => {
  const { cache, read } = cacheOf();
  const category = (id: number) => ({ parentId: id as ServiceId });
  for (let id = 1; id <= cacheCapacity; id += 1) await read(listCategories as never, category(id));
  await read(listCategories as never, category(1));
  await read(listCategories as never, category(cacheCapacity + 1));
  const cached = (id: number) => cache.isCached(listCategories, activity, category(id));
  expect({ first: cached(1), second: cached(2), third: cached(3), newest: cached(cacheCapacity + 1) }).toEqual({
    first: true,
    second: false,
    third: true,
    newest: true,
  });
});

test('`isCached` is true exactly while a read would be a hit', async () => {
  const { state, cache, read } = cacheOf(50);
  expect(cache.isCached(listArticles, activity, undefined)).toBe(false);
  await read();
  state.now += 99_999;
  expect(cache.isCached(listArticles, activity, undefined)).toBe(true);
  state.now += 1;
  expect(cache.isCached(listArticles, activity, undefined)).toBe(false);
  expect(cache.isCached(listAttendees, activity, { page: 1, pageSize: 1 })).toBe(false);
});

test('entries are bounded by the bytes of their keys and replies, and a reply beyond the bound is read each time', async () => {
  const long = 'long'.padEnd(cacheBytes / 2);
  const sizes = new Map([
    ['a', cacheBytes / 2 - 1_000],
    ['b', cacheBytes / 2 - 1_000],
    ['c', cacheBytes / 4],
    [long, 1],
    ['huge', cacheBytes + 1],
  ]);
  const read: string[] = [];
  const reads = {
    read: async (_endpoint: unknown, _activity: unknown, name: string) => {
      read.push(name);
      const value = { name };
      recordReplySize(value, sizes.get(name)!);
      return value;
    },
  } as unknown as EndpointReader;
  const cache = new ContentCache(reads, { ttlSeconds, staleIfErrorSeconds: 0 }, () => 0);
  for (const name of ['a', 'b', 'b', 'c', 'b', 'a', 'huge', 'huge', long, 'a', 'b'])
    await cache.read(listArticles as never, activity, name as never, { usage: new UpstreamUsage(), signal: new Cancellation() });
  expect(read.map((name) => name.trim())).toEqual(['a', 'b', 'c', 'a', 'huge', 'huge', 'long', 'b']);
});

test('the content that a call has decoded has the size of its reply, through shared reads and the cache', async () => {
  const body = Buffer.from(JSON.stringify({ code: 1, data: [{ id: 7, name: 'Day Pass', num: 600, sold_num: 412, money: 99 }] }));
  const call = createCall(
    async (_request, received) => received({ status: 200, headers: {}, body }),
    () => 'boundary',
  );
  const reads = new CoalescedReads(call, new ReadGenerations());
  const cache = new ContentCache(reads, { ttlSeconds, staleIfErrorSeconds: 0 }, () => 0);
  const read = () => cache.read(listTickets, activity, undefined, { usage: new UpstreamUsage(), signal: new Cancellation() });
  expect([replySizeOf(await read()), replySizeOf(await read())]).toEqual([body.length, body.length]);
});
