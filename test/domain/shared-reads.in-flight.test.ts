/* How equal reads in flight share one call and its cancellation. */

import { ReadGenerations } from '../../src/domain/read-generations.js';
import { readKey, CoalescedReads } from '../../src/domain/shared-reads.js';
import { UpstreamUsage } from '../../src/domain/upstream.js';
import type { CancelSignal } from '../../src/primitives/cancellation.js';
import { CancelledError } from '../../src/records/errors.js';
import type { ActivityId, ServiceId } from '../../src/records/ids.js';
import type { Call } from '../../src/service/call.js';
import { listAttendees, listCategories, listTickets, getAttendee } from '../../src/service/endpoints.js';
import { times } from '../support/times.js';

interface Pending {
  readonly path: string;
  readonly signal: CancelSignal;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Calls that a test resolves or rejects. */
function pendingCalls() {
  const calls: Pending[] = [];
  const call = ((endpoint, _activityId, _input, { signal, onAttempt } = {}) =>
    new Promise((resolve, reject) => {
      onAttempt?.();
      calls.push({ path: endpoint.path, signal: signal!, resolve: resolve as (value: unknown) => void, reject });
    })) as Call;
  const generations = new ReadGenerations();
  const reads = new CoalescedReads(call, generations);
  /** Reads the tickets of an activity, as an operation. */
  const read = ({ usage, controller }: Operation = operation(), of = activity): Promise<unknown> =>
    reads.read(listTickets, of, undefined, { usage, signal: controller.signal });
  return { calls, generations, reads, read };
}

const activity = 1001 as ActivityId;
const otherActivity = 1002 as ActivityId;
const operation = () => ({ usage: new UpstreamUsage(), controller: new AbortController() });
type Operation = ReturnType<typeof operation>;
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    (value) => value,
    (error: unknown) => error,
  );

test('equal reads in flight share one call, whichever operations they belong to', async () => {
  const { calls, read } = pendingCalls();
  const operations = times(5, operation);
  const results = operations.map((each) => read(each));
  expect(calls).toHaveLength(1);
  calls[0]!.resolve(['ticket']);
  expect(await Promise.all(results)).toEqual(times(5, () => ['ticket']));
  expect(operations.map(({ usage }) => usage.report()).map((report) => [report!.calls, report!.coalesced])).toEqual([
    [1, 0],
    [0, 1],
    [0, 1],
    [0, 1],
    [0, 1],
  ]);
});

test('after the next generation of its activity has begun, a read shares no call from before; one of another activity does', async () => {
  const { calls, generations, read } = pendingCalls();
  const before = [read(), read(operation(), otherActivity)];
  generations.beginNext(activity);
  const after = [read(), read(), read(operation(), otherActivity)];
  expect(calls).toHaveLength(3);
  calls.slice(0, 2).forEach(({ resolve }, index) => resolve(index));
  expect(await Promise.all(before)).toEqual([0, 1]);
  // The end of the earlier call leaves the later one in flight.
  after.push(read());
  expect(calls).toHaveLength(3);
  calls[2]!.resolve(2);
  expect(await Promise.all(after)).toEqual([2, 2, 1, 2]);
});

test('a cancelled operation receives `CancelledError`, and the others their result', async () => {
  const { calls, read } = pendingCalls();
  const [cancelled, other] = [operation(), operation()];
  const first = outcome(read(cancelled));
  const second = outcome(read(other));
  cancelled.controller.abort();
  expect(await first).toBeInstanceOf(CancelledError);
  expect(calls[0]!.signal.aborted).toBe(false);
  calls[0]!.resolve('tickets');
  expect(await second).toBe('tickets');
});

test('the call is cancelled when all its operations are, and the next read does not share it', async () => {
  const { calls, read } = pendingCalls();
  const [first, second] = [operation(), operation()];
  const results = [first, second].map((each) => outcome(read(each)));
  first.controller.abort();
  expect(calls[0]!.signal.aborted).toBe(false);
  second.controller.abort();
  expect(calls[0]!.signal.aborted).toBe(true);
  const next = outcome(read());
  expect(calls).toHaveLength(2);
  calls[0]!.reject(new CancelledError(listTickets.path));
  calls[1]!.resolve('fresh');
  expect(await Promise.all([...results, next])).toEqual([expect.any(CancelledError), expect.any(CancelledError), 'fresh']);
});

test('an operation that reads the same twice and is cancelled cancels the call', async () => {
  const { calls, read } = pendingCalls();
  const both = operation();
  const results = [outcome(read(both)), outcome(read(both))];
  both.controller.abort();
  expect(calls[0]!.signal.aborted).toBe(true);
  expect(await Promise.all(results)).toEqual([expect.any(CancelledError), expect.any(CancelledError)]);
});

test('a call that fails is an error for all reads that share it, and not for the next read', async () => {
  const { calls, read } = pendingCalls();
  const results = [operation(), operation()].map((each) => outcome(read(each)));
  const failure = new Error('down');
  calls[0]!.reject(failure);
  expect(await Promise.all(results)).toEqual([failure, failure]);
  const next = read();
  expect(calls).toHaveLength(2);
  calls[1]!.resolve('up');
  expect(await next).toBe('up');
});

test('a read of an operation that is already cancelled fails, and leaves no call in flight', async () => {
  const { calls, read } = pendingCalls();
  const cancelled = operation();
  cancelled.controller.abort();
  expect(await outcome(read(cancelled))).toBeInstanceOf(CancelledError);
  for (const { signal } of calls) expect(signal.aborted).toBe(true);
  const next = outcome(read());
  calls.at(-1)!.resolve('tickets');
  expect(await next).toBe('tickets');
});

test('reads are equal if endpoint, activity and input are, and an input without members is the same as none', () => {
  expect(readKey(listCategories, activity, {})).toBe(readKey(listCategories, activity, undefined as never));
  const page = { page: 1, pageSize: 2 };
  const [one, other] = [7, 8] as unknown as readonly [ServiceId, ServiceId];
  const keys = [
    readKey(listTickets, activity, undefined),
    readKey(listTickets, 1002 as ActivityId, undefined),
    readKey(getAttendee, activity, { mobile: '1' }),
    readKey(getAttendee, activity, { email: '1' }),
    readKey(listAttendees, activity, page),
    readKey(listAttendees, activity, { ids: [one, other], ...page }),
    readKey(listAttendees, activity, { ids: [other, one], ...page }),
  ];
  expect(new Set(keys).size).toBe(keys.length);
});
