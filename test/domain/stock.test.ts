/* When a stock feed polls, however subscribers join and leave. */

import fc from 'fast-check';
import { ContentCache } from '../../src/domain/shared-reads.js';
import { StockFeed, StockFeeds, stockFingerprint, type StockStream } from '../../src/domain/stock.js';
import type { EndpointReader } from '../../src/domain/upstream.js';
import type { ContentKind } from '../../src/records/content-kind.js';
import { fieldNames } from '../../src/records/display.js';
import { UpstreamUnavailableError } from '../../src/records/errors.js';
import type { ActivityId } from '../../src/records/ids.js';
import { listTickets } from '../../src/service/endpoints.js';
import { decoded } from '../service/sampled-endpoints.js';

/** A clock that a test advances. It calls what is due meanwhile. */
class Clock {
  ms = 0;
  readonly #timers = new Set<{ readonly at: number; readonly fire: () => void }>();
  readonly now = () => this.ms;
  readonly after = (ms: number, fire: () => void) => {
    const timer = { at: this.ms + ms, fire };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  };
  async advance(ms: number): Promise<void> {
    const end = this.ms + ms;
    for (;;) {
      await settled();
      const next = [...this.#timers].toSorted((a, b) => a.at - b.at)[0];
      if (!next || next.at > end) break;
      this.#timers.delete(next);
      this.ms = Math.max(this.ms, next.at);
      next.fire();
    }
    this.ms = end;
  }
}

const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/** A feed over a service that the test lets fail. */
function feedOf(clock: Clock, { takesMs = 0, fails = false } = {}) {
  const service = { fails };
  const polls: number[] = [];
  const read = async () => {
    polls.push(clock.ms);
    if (takesMs > 0) await new Promise<void>((resolve) => clock.after(takesMs, resolve));
    if (service.fails) throw new Error('down');
    return [];
  };
  return { service, polls, feed: new StockFeed(read, clock.after, clock.now) };
}

/** Subscribes, and records the events that arrive. */
function subscribeTo(feed: StockFeed, everyMs: number) {
  const stream = feed.subscribe(everyMs);
  const events: unknown[] = [];
  void (async () => {
    for await (const event of stream) events.push(event);
  })();
  return { events, leave: () => void stream.return() };
}

test('stock older than a new subscriber accepts is polled immediately and sent to it, even if it has not changed', async () => {
  const clock = new Clock();
  const { polls, feed } = feedOf(clock);
  const patient = subscribeTo(feed, 60_000);
  await clock.advance(20_000);
  const quick = subscribeTo(feed, 5_000);
  await settled();
  expect({ polls, patientEvents: patient.events.length, quickEvents: quick.events.length }).toEqual({
    polls: [0, 20_000],
    patientEvents: 1,
    quickEvents: 1,
  });
});

test('subscribers that join during a poll share it', async () => {
  const clock = new Clock();
  const { polls, feed } = feedOf(clock, { takesMs: 500 });
  const subscribers = Array.from({ length: 300 }, () => subscribeTo(feed, 1_000));
  await clock.advance(600);
  expect({ polls, eventCounts: new Set(subscribers.map(({ events }) => events.length)) }).toEqual({
    polls: [0],
    eventCounts: new Set([1]),
  });
});

test('successive failures cause one event, and the stock that follows causes another', async () => {
  const clock = new Clock();
  const { service, feed } = feedOf(clock);
  const subscriber = subscribeTo(feed, 1_000);
  await clock.advance(3_500);
  service.fails = true;
  await clock.advance(3_000);
  service.fails = false;
  await clock.advance(3_000);
  expect(subscriber.events).toEqual([{ items: [] }, { error: new Error('down') }, { items: [] }]);
});

test('one who subscribes after a failed poll receives the event of the next one, a second after it, and not the old error', async () => {
  const clock = new Clock();
  const { service, feed } = feedOf(clock, { fails: true });
  const first = subscribeTo(feed, 300_000);
  await clock.advance(500);
  service.fails = false;
  const second = subscribeTo(feed, 300_000);
  await clock.advance(500);
  expect([first.events, second.events]).toEqual([[{ error: new Error('down') }, { items: [] }], [{ items: [] }]]);
});

test('a poll for which the cache has only an expired entry is an event with the error', async () => {
  const clock = new Clock();
  const down = new UpstreamUnavailableError(listTickets.path, true);
  const read = async () => {
    if (clock.ms > 0) throw down;
    return [];
  };
  const rules = { ttlSeconds: { tickets: 2 } as Record<ContentKind, number>, staleIfErrorSeconds: 600 };
  const cache = new ContentCache({ read } as unknown as EndpointReader, rules, clock.now);
  const stream = new StockFeeds(cache, clock.after, clock.now).subscribe('ticketItem', 1001 as ActivityId, 1);
  expect(await stream.next()).toEqual({ value: { items: [] }, done: false });
  await clock.advance(60_000);
  expect(await stream.next()).toEqual({ value: { error: down }, done: false });
  await stream.return();
});

const step = fc.record({ afterMs: fc.integer({ min: 0, max: 4_000 }), index: fc.nat({ max: 4 }) });

test('as subscribers come and go, polls are never closer than the shortest interval, or a second if they fail, and none waits longer than its own', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60 }),
      fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 5, maxLength: 5 }),
      fc.boolean(),
      async (steps, seconds, fails) => {
        const clock = new Clock();
        const { polls, feed } = feedOf(clock, { fails });
        const everyMs = seconds.map((every) => every * 1_000);
        const present = new Map<number, { readonly unsubscribe: () => void; readonly since: number }>();
        /** The times between which each of them was subscribed. */
        const subscriptions: { everyMs: number; from: number; to: number }[] = [];
        const leave = (index: number) => {
          const { unsubscribe, since } = present.get(index)!;
          unsubscribe();
          present.delete(index);
          subscriptions.push({ everyMs: everyMs[index]!, from: since, to: clock.ms });
        };
        for (const { afterMs, index } of steps) {
          await clock.advance(afterMs);
          if (present.has(index)) {
            leave(index);
          } else {
            const { leave: unsubscribe } = subscribeTo(feed, everyMs[index]!);
            present.set(index, { unsubscribe, since: clock.ms });
          }
        }
        await clock.advance(20_000);
        for (const index of present.keys()) leave(index);
        polls.forEach((at, index) => {
          const last = polls[index - 1] ?? -Infinity;
          const shortest = Math.min(
            ...subscriptions.filter(({ from, to }) => from <= at && to >= last).map((subscription) => subscription.everyMs),
          );
          expect(at - last).toBeGreaterThanOrEqual(fails ? 1_000 : shortest);
        });
        for (const subscription of subscriptions) {
          const within = [subscription.from, ...polls.filter((at) => at > subscription.from && at < subscription.to), subscription.to];
          within.forEach((at, index) => expect(at - (within[index - 1] ?? at)).toBeLessThanOrEqual(subscription.everyMs));
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('each kind and activity has one feed, however often its last subscriber leaves', async () => {
  const clock = new Clock();
  const read: string[] = [];
  const reads = {
    read: async ({ path }: { path: string }, activityId: number) => (read.push(`${path} ${activityId}`), []),
  } as unknown as EndpointReader;
  const feeds = new StockFeeds(reads, clock.after, clock.now);
  const receiveOne = async (stream: StockStream) => {
    expect((await stream.next()).done).toBe(false);
    await stream.return();
  };
  for (let time = 0; time < 100; time += 1) {
    await receiveOne(feeds.subscribe('ticketItem', 1001 as ActivityId, 1));
    await receiveOne(feeds.subscribe('goods', 1001 as ActivityId, 1));
    await receiveOne(feeds.subscribe('ticketItem', 1002 as ActivityId, 1));
  }
  expect(read).toEqual(['/api/ticket/data 1001', '/api/goods/data 1001', '/api/ticket/data 1002']);
});

test('after close, a subscription ends immediately, and nothing is polled', async () => {
  const clock = new Clock();
  const read = jest.fn(async () => []);
  const feeds = new StockFeeds({ read } as unknown as EndpointReader, clock.after, clock.now);
  await feeds.close();
  expect(await feeds.subscribe('goods', 1001 as ActivityId, 1).next()).toEqual({ value: undefined, done: true });
  expect(read).not.toHaveBeenCalled();
});

const raw = { id: 1, name: 'Day ticket', num: 10, sold_num: 4, money: '99.00' };
const tickets = (...items: readonly object[]) => decoded(listTickets, { code: 1, data: items });

test('a subscriber that consumes slowly receives the newest event only', async () => {
  const clock = new Clock();
  let sold = 0;
  const feed = new StockFeed(async () => tickets({ ...raw, sold_num: (sold += 1) }), clock.after, clock.now);
  const stream = feed.subscribe(1_000);
  await clock.advance(2_500);
  expect(await stream.next()).toMatchObject({ value: { items: [{ soldStock: 3 }] } });
  await stream.return();
});

test('two replies with equal stock have one fingerprint, which is short', async () => {
  const fingerprint = await stockFingerprint(tickets(raw, { ...raw, id: 2 }));
  expect(await stockFingerprint(tickets({ ...raw }, { ...raw, id: 2 }))).toBe(fingerprint);
  expect(fingerprint).toHaveLength(44);
});

test.each(fieldNames(tickets(raw)[0]!))('a change of %s changes the fingerprint', async (field) => {
  const changed = tickets(raw);
  Object.defineProperty(changed[0], field, { value: 'changed' });
  expect(await stockFingerprint(changed)).not.toBe(await stockFingerprint(tickets(raw)));
});

test.each([
  ['an item more', [raw], [raw, { ...raw, id: 2 }]],
  ['another order', [raw, { ...raw, id: 2 }], [{ ...raw, id: 2 }, raw]],
  ['a value that becomes broken', [raw], [{ ...raw, num: 'many' }]],
  [
    'another item than the broken one',
    [raw, { ...raw, num: 'many' }],
    [
      { ...raw, sold_num: 5 },
      { ...raw, num: 'many' },
    ],
  ],
])('%s changes the fingerprint', async (_change, before, after) => {
  expect(await stockFingerprint(tickets(...after))).not.toBe(await stockFingerprint(tickets(...before)));
});
