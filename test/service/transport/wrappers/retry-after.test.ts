/* Retry-After holds for all calls of a path: they wait until then, or are refused. */

import { Cancellation } from '../../../../src/primitives/cancellation.js';
import { UpstreamRateLimitedError, UpstreamUnavailableError } from '../../../../src/records/errors.js';
import { withRetryAfter } from '../../../../src/service/transport/wrappers/retry-after.js';
import { request } from '../request.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const [slow, other] = ['/api/participant/get', '/api/ticket/data'];
const reply = { status: 200, headers: {}, body: Buffer.alloc(0) };
const facts = (status: number, seconds?: number) => ({
  reply: { status, contentType: null },
  ...(seconds !== undefined && { retryAfterMs: seconds * 1_000 }),
});
const limited = (seconds?: number) => new UpstreamRateLimitedError(slow, facts(429, seconds));
const unavailable = (status: number, seconds: number) => new UpstreamUnavailableError(slow, true, facts(status, seconds));

/** Two lanes that share their pauses. The first call fails with an error, later ones succeed. */
function lanes(error: Error) {
  const sent: string[] = [];
  const pauses = new Map();
  const transport = async ({ endpointPath }: { readonly endpointPath: string }) => {
    sent.push(endpointPath);
    if (sent.length === 1) throw error;
    return reply;
  };
  const [reads, writes] = [0, 1].map(() => withRetryAfter(transport, pauses, () => performance.now()));
  const call = async (lane: typeof reads, endpointPath: string, withinMs: number, signal = new Cancellation()) => {
    try {
      return await lane!(request({ endpointPath }), { signal, expiresAt: performance.now() + withinMs });
    } catch (failure) {
      return failure;
    }
  };
  return { sent, reads: call.bind(null, reads), writes: call.bind(null, writes) };
}

test.each([
  ['429', limited(4), limited],
  ['503', unavailable(503, 4), () => new UpstreamUnavailableError(slow, false)],
])('after %s, calls of the path in both lanes wait, or are refused if their deadline comes first', async (_status, error, refusal) => {
  const { sent, reads, writes } = lanes(error);
  expect(await reads(slow, 10_000)).toBe(error);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(await reads(slow, 3_000)).toMatchObject({ code: refusal().code, retryAfterMs: 3_000 });
  expect(await reads(other, 3_000)).toBe(reply);
  const waiting = [reads(slow, 10_000), writes(slow, 10_000)];
  await jest.advanceTimersByTimeAsync(2_900);
  expect(sent).toEqual([slow, other]);
  await jest.advanceTimersByTimeAsync(200);
  expect(await Promise.all(waiting)).toEqual([reply, reply]);
  expect(sent).toEqual([slow, other, slow, slow]);
});

test.each([
  ['429 without the header', limited()],
  ['429 with 0', limited(0)],
  ['another status', unavailable(502, 30)],
])('%s stops no other call', async (_what, error) => {
  const { sent, reads } = lanes(error);
  await reads(slow, 10_000);
  expect(await reads(slow, 1)).toBe(reply);
  expect(sent).toHaveLength(2);
});

test('a pause ends after a minute, whatever time the service names', async () => {
  const { reads } = lanes(limited(86_400));
  await reads(slow, 10_000);
  expect(await reads(slow, 10_000)).toMatchObject({ retryAfterMs: 60_000 });
  await jest.advanceTimersByTimeAsync(60_000);
  expect(await reads(slow, 10_000)).toBe(reply);
});

test('a refused call does not prolong the pause, and a call beyond 500 that wait is refused', async () => {
  const { sent, reads } = lanes(limited(4));
  await reads(slow, 10_000);
  await reads(slow, 10);
  const waiting = Array.from({ length: 500 }, () => reads(slow, 10_000));
  expect(await reads(slow, 10_000)).toBeInstanceOf(UpstreamRateLimitedError);
  await jest.advanceTimersByTimeAsync(4_000);
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([reply]));
  expect(sent).toHaveLength(501);
});

test('a call that ends while it waits was not sent, and leaves no timer', async () => {
  const { sent, writes } = lanes(limited(4));
  await writes(slow, 10_000);
  const signal = new Cancellation();
  const waiting = writes(slow, 10_000, signal);
  await jest.advanceTimersByTimeAsync(10);
  signal.abort('timeout');
  expect(await waiting).toMatchObject({ code: 'UPSTREAM_TIMEOUT', sent: false, attempted: false });
  expect([sent.length, jest.getTimerCount()]).toEqual([1, 0]);
});
