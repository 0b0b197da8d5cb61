/* The way of a call through a lane, over an exchange of the test: deadline, retries, Retry-After, circuit and permit. */

import fc from 'fast-check';
import { Cancellation } from '../../../src/primitives/cancellation.js';
import {
  CancelledError,
  StateUnavailableError,
  UpstreamInvalidResponseError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
  WritePermitLostError,
} from '../../../src/records/errors.js';
import { type CallOptions, type Exchange, type WireReply, stopError } from '../../../src/service/transport/exchange.js';
import { Lane } from '../../../src/service/transport/lane.js';
import { ServicePaths } from '../../../src/service/transport/paths.js';
import { failureOf, laneOver, reply, request, laneDependencies, signBy } from './request.js';

beforeEach(() => jest.useFakeTimers());

const endpointPath = '/api/ticket/data';
const refused = new UpstreamUnavailableError(endpointPath, false);
const reset = new UpstreamUnavailableError(endpointPath, true);
const withStatus = (status: number, headers: WireReply['headers'] = {}): WireReply => ({ ...reply, status, headers });
const retryAfter = (status: number, seconds: number) => withStatus(status, { 'retry-after': String(seconds) });

/** An exchange that ends its first attempts as listed, and then replies, with the moments of its attempts. */
function ending(...ends: (WireReply | Error)[]) {
  const attemptsAt: number[] = [];
  const exchange: Exchange = async () => {
    const end = ends[attemptsAt.length] ?? reply;
    attemptsAt.push(performance.now());
    if (end instanceof Error) throw end;
    return end;
  };
  return { attemptsAt, exchange };
}

/** An exchange that never replies, and ends only when its signal aborts. */
const hanging: Exchange = ({ endpointPath: path }, _headers, { signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(stopError(path, signal, true)), { once: true }));

/** Runs a call until it ends, and returns its error. */
async function ended(call: Promise<unknown>) {
  const failure = failureOf(call);
  await jest.runAllTimersAsync();
  return failure;
}

describe('the deadline', () => {
  test('a call ends when its time has passed, and no earlier', async () => {
    let failure: unknown = 'pending';
    void failureOf(laneOver(hanging).send(request())).then((error) => (failure = error));
    await jest.advanceTimersByTimeAsync(9_999);
    expect(failure).toBe('pending');
    await jest.advanceTimersByTimeAsync(1);
    expect(failure).toMatchObject({ name: UpstreamTimeoutError.name, sent: true });
  });

  test('a caller that cancels ends the call immediately, and a call of one that has cancelled already is not begun', async () => {
    const caller = new Cancellation();
    const exchange = jest.fn(hanging);
    const lane = laneOver(exchange);
    const call = failureOf(lane.send(request(), { signal: caller }));
    caller.abort('any reason');
    expect(await call).toBeInstanceOf(CancelledError);
    expect(await failureOf(lane.send(request(), { signal: caller }))).toBeInstanceOf(CancelledError);
    expect(exchange).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['a reply', ending().exchange],
    ['an error', ending(new TypeError('x')).exchange],
  ])('after %s no timer and no listener is left', async (_what, exchange) => {
    const caller = new Cancellation();
    const removed = jest.spyOn(caller, 'removeEventListener');
    await failureOf(laneOver(exchange).send(request(), { signal: caller }));
    expect({ timers: jest.getTimerCount(), removals: removed.mock.calls.length }).toEqual({ timers: 0, removals: 1 });
  });

  test.each([
    ['the queue', { maxConcurrent: 0, signMs: 0 }],
    ['a signer', { maxConcurrent: 1, signMs: 60_000 }],
  ])('a call that is stopped in %s was not sent', async (_where, { maxConcurrent, signMs }) => {
    const { attemptsAt, exchange } = ending();
    const sign = signBy(() => new Promise((resolve) => setTimeout(resolve, signMs, 'a'.repeat(32))));
    const signal = new Cancellation();
    const call = failureOf(laneOver(exchange, { maxConcurrent, sign }).send(request({ auth: 'service' }), { signal }));
    await jest.advanceTimersByTimeAsync(10);
    signal.abort('cancelled');
    expect(await call).toBeInstanceOf(CancelledError);
    expect(attemptsAt).toEqual([]);
  });

  test('calls that a signer delays until their deadline open no circuit', async () => {
    const paths = new ServicePaths(() => performance.now());
    const lane = laneOver(ending().exchange, { paths, sign: signBy(() => new Promise(() => {})) });
    for (let n = 0; n < 20; n += 1) expect(await ended(lane.send(request({ auth: 'service' })))).toBeInstanceOf(UpstreamTimeoutError);
    expect(paths.withOpenCircuit()).toEqual([]);
  });
});

describe('retries', () => {
  const ends: Readonly<Record<string, WireReply | Error>> = {
    refused,
    reset,
    ...Object.fromEntries([301, 429, 500, 502, 503, 504].map((status) => [`status ${status}`, withStatus(status)])),
    'out of time': new UpstreamTimeoutError(endpointPath, true),
    'invalid response': new UpstreamInvalidResponseError(endpointPath, '$', 'JSON'),
  };
  test.each([
    ['reads', true, ['refused', 'reset', 'status 429', 'status 502', 'status 503', 'status 504']],
    ['writes', false, ['refused', 'status 429']],
  ])('%s are retried after these failures, and no others', async (_kind, repeatable, expected) => {
    const retried: string[] = [];
    for (const [name, end] of Object.entries(ends)) {
      const { attemptsAt, exchange } = ending(end);
      const failure = await ended(laneOver(exchange).send(request({ repeatable })));
      expect(failure === null).toBe(attemptsAt.length === 2);
      if (failure === null) retried.push(name);
    }
    expect(retried).toEqual(expected);
  });

  test('a call whose open circuit or signer refuses it is not retried', async () => {
    const { attemptsAt, exchange } = ending(...Array.from({ length: 20 }, () => withStatus(500)));
    const lane = laneOver(exchange);
    for (let n = 0; n < 20; n += 1) await failureOf(lane.send(request()));
    expect(await failureOf(lane.send(request()))).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', retryAfterMs: 5_000 });
    const unsigned = signBy(() => 'no signature');
    expect(await failureOf(laneOver(exchange, { sign: unsigned }).send(request({ auth: 'service' })))).toMatchObject({ sent: false });
    expect(attemptsAt).toHaveLength(20);
  });

  test('calls that wait for a connection when the circuit opens are refused', async () => {
    const { attemptsAt, exchange } = ending(...Array.from({ length: 20 }, () => withStatus(500)));
    const { send } = laneOver(exchange, { maxConcurrent: 1 });
    const failures = await Promise.all(Array.from({ length: 25 }, () => failureOf(send(request()))));
    expect(attemptsAt).toHaveLength(20);
    expect(failures.slice(20)).toMatchObject(Array.from({ length: 5 }, () => ({ retryAfterMs: 5_000, sent: false })));
  });

  test('a call that is stopped in the pause before a retry leaves no timer', async () => {
    const signal = new Cancellation();
    const call = failureOf(laneOver(ending(refused).exchange).send(request({ repeatable: false }), { signal }));
    await jest.advanceTimersByTimeAsync(1);
    signal.abort('cancelled');
    expect(await call).toBeInstanceOf(CancelledError);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('no call makes more attempts than allowed, retries after its deadline, or waits for less than Retry-After', async () => {
    const plan = fc.record({
      retries: fc.integer({ min: 0, max: 4 }),
      timeoutMs: fc.integer({ min: 1, max: 6_000 }),
      // Thousandths: the fake timers read a delay such as 3e-188 as 3 ms.
      random: fc.integer({ min: 0, max: 999 }).map((thousandths) => thousandths / 1000),
      waits: fc.array(fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }), { minLength: 6, maxLength: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ retries, timeoutMs, random, waits }) => {
        const { attemptsAt, exchange } = ending(...waits.map((seconds) => (seconds === undefined ? reset : retryAfter(503, seconds))));
        const expiresAt = performance.now() + timeoutMs;
        expect(await ended(laneOver(exchange, { retries, timeoutMs, random: () => random }).send(request()))).toBeInstanceOf(
          UpstreamUnavailableError,
        );
        expect(attemptsAt.length).toBeLessThanOrEqual(1 + retries);
        for (const [index, at] of attemptsAt.entries()) {
          if (index === 0) continue;
          // Timers count whole milliseconds.
          expect(at).toBeLessThanOrEqual(expiresAt + 1);
          expect(at - attemptsAt[index - 1]!).toBeGreaterThanOrEqual((waits[index - 1] ?? 0) * 1_000 - 1);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('Retry-After holds for all calls of a path', () => {
  const other = '/api/article/getList';

  /** Two lanes to one service. The first call ends as given, later ones succeed. */
  function lanes(first: WireReply) {
    const sent: string[] = [];
    const exchange: Exchange = async ({ endpointPath: path }) => {
      sent.push(path);
      return sent.length === 1 ? first : reply;
    };
    const shared = laneDependencies({ retries: 0 });
    const send = (timeoutMs: number, path = endpointPath, options: CallOptions = {}) => {
      const lane = new Lane({ ...shared, timeoutMs }, { maxConcurrent: 9, maxQueued: 9 }, exchange);
      return failureOf(lane.send(request({ endpointPath: path }), () => null, options));
    };
    return { sent, send };
  }

  test.each([
    [429, 'UPSTREAM_RATE_LIMITED', {}],
    [503, 'UPSTREAM_UNAVAILABLE', { sent: false }],
  ])('after %i, calls of the path in both lanes wait, or are refused if their deadline comes first', async (status, code, notSent) => {
    const { sent, send } = lanes(retryAfter(status, 4));
    expect(await send(10_000)).toMatchObject({ code, retryAfterMs: 4_000 });
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await send(3_000)).toMatchObject({ code, retryAfterMs: 3_000, ...notSent });
    expect(await send(3_000, other)).toBeNull();
    const waiting = [send(10_000), send(10_000)];
    await jest.advanceTimersByTimeAsync(2_900);
    expect(sent).toEqual([endpointPath, other]);
    await jest.advanceTimersByTimeAsync(200);
    expect(await Promise.all(waiting)).toEqual([null, null]);
    expect(sent).toEqual([endpointPath, other, endpointPath, endpointPath]);
  });

  test.each([
    ['429 without the header', withStatus(429)],
    ['429 with 0', retryAfter(429, 0)],
    ['another status', retryAfter(502, 30)],
  ])('%s stops no other call', async (_what, first) => {
    const { sent, send } = lanes(first);
    await send(10_000);
    expect(await send(1)).toBeNull();
    expect(sent).toHaveLength(2);
  });

  test('a call that waits for a connection when a reply asks for a pause waits for its end too, and those of other paths go on', async () => {
    const sent: string[] = [];
    const exchange: Exchange = async ({ endpointPath: path }) => (sent.push(path) === 1 ? retryAfter(429, 4) : reply);
    const lane = new Lane(laneDependencies({ retries: 0 }), { maxConcurrent: 1, maxQueued: 9 }, exchange);
    const calls = [endpointPath, endpointPath, other].map((path) => failureOf(lane.send(request({ endpointPath: path }), () => null)));
    await jest.advanceTimersByTimeAsync(3_900);
    expect(sent).toEqual([endpointPath, other]);
    await jest.advanceTimersByTimeAsync(200);
    expect(sent).toEqual([endpointPath, other, endpointPath]);
    expect(await Promise.all(calls)).toMatchObject([{ code: 'UPSTREAM_RATE_LIMITED' }, null, null]);
  });

  test('a pause ends after a minute, whatever time the service names', async () => {
    const { send } = lanes(retryAfter(429, 86_400));
    await send(10_000);
    expect(await send(10_000)).toMatchObject({ retryAfterMs: 60_000 });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(await send(10_000)).toBeNull();
  });

  test('a call that ends while it waits was not sent, and leaves no timer', async () => {
    const { sent, send } = lanes(retryAfter(429, 4));
    await send(10_000);
    const signal = new Cancellation();
    const waiting = send(10_000, endpointPath, { signal });
    await jest.advanceTimersByTimeAsync(10);
    signal.abort('cancelled');
    expect(await waiting).toBeInstanceOf(CancelledError);
    expect([sent.length, jest.getTimerCount()]).toEqual([1, 0]);
  });
});

describe('the permit of a recorded write', () => {
  test('the permit of a recorded write is confirmed before each attempt', async () => {
    const confirm = jest.fn(async () => {});
    const { attemptsAt, exchange } = ending(refused);
    expect(await ended(laneOver(exchange).send(request({ repeatable: false }), { permit: { confirm, isValid: () => true } }))).toBeNull();
    expect([confirm.mock.calls.length, attemptsAt.length]).toEqual([2, 2]);
  });

  test.each([new WritePermitLostError(), new StateUnavailableError()])(
    'a write whose permit is refused is not sent: $name',
    async (error) => {
      const { attemptsAt, exchange } = ending();
      const confirm = async () => {
        throw error;
      };
      expect(await ended(laneOver(exchange).send(request(), { permit: { confirm, isValid: () => true } }))).toBe(error);
      expect(attemptsAt).toEqual([]);
    },
  );
});
