import { listAttendees } from '../../../src/endpoint/attendee.js';
import type { Call } from '../../../src/endpoint/call.js';
import { listGoods, listTickets } from '../../../src/endpoint/stock.js';
import { SharedReads } from '../../../src/domain/cache/shared-reads.js';
import { UpstreamUsage } from '../../../src/domain/upstream-usage.js';
import type { CancelSignal } from '../../../src/model/cancellation.js';
import { CancelledError } from '../../../src/model/upstream-errors.js';
import type { ActivityId, ServiceId } from '../../../src/model/ids.js';

interface Pending {
  readonly path: string;
  readonly signal: CancelSignal;
  /** Called when the answer was let go of. */
  readonly released: jest.Mock;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Calls that end when a test says so. */
function pendingCalls() {
  const calls: Pending[] = [];
  const call = ((endpoint, _activityId, _input, { signal, onAttempt, onReleasable } = {}) =>
    new Promise((resolve, reject) => {
      onAttempt?.();
      const released = jest.fn();
      onReleasable?.(released);
      calls.push({ path: endpoint.path, signal: signal!, released, resolve: resolve as (value: unknown) => void, reject });
    })) as Call;
  return { calls, reads: new SharedReads(call) };
}

const one = 1001 as ActivityId;
const other = 1002 as ActivityId;
const operation = () => ({ usage: new UpstreamUsage(), controller: new AbortController() });
const options = ({ usage, controller }: ReturnType<typeof operation>) => ({ usage, signal: controller.signal });
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    (value) => value,
    (error: unknown) => error,
  );

test('identical reads under way are one call, over any number of operations', async () => {
  const { calls, reads } = pendingCalls();
  const operations = Array.from({ length: 5 }, operation);
  const answers = operations.map((each) => reads.read(listTickets, one, undefined, options(each)));
  expect(calls).toHaveLength(1);
  calls[0]!.resolve(['ticket']);
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 5 }, () => ['ticket']));
  expect(operations.map(({ usage }) => usage.report()).map((report) => [report!.calls, report!.coalesced])).toEqual([
    [1, 0],
    [0, 1],
    [0, 1],
    [0, 1],
    [0, 1],
  ]);
});

test('reads that differ in operation, activity or input are calls of their own', () => {
  const { calls, reads } = pendingCalls();
  const by = options(operation());
  void reads.read(listTickets, one, undefined, by);
  void reads.read(listTickets, other, undefined, by);
  void reads.read(listGoods, one, {}, by);
  void reads.read(listGoods, one, { goodsId: 1 as ServiceId }, by);
  void reads.read(listAttendees, one, { page: 1, pageSize: 1 }, by);
  void reads.read(listAttendees, one, { page: 1, pageSize: 1, ids: [1 as ServiceId] }, by);
  expect(calls).toHaveLength(6);
});

test('an answer is not remembered: the next read is a call again', async () => {
  const { calls, reads } = pendingCalls();
  const first = reads.read(listTickets, one, undefined, options(operation()));
  calls[0]!.resolve(1);
  expect(await first).toBe(1);
  const second = reads.read(listTickets, one, undefined, options(operation()));
  calls[1]!.resolve(2);
  expect(await second).toBe(2);
});

test('one that leaves is told so, and leaves the others their answer', async () => {
  const { calls, reads } = pendingCalls();
  const [leaving, staying] = [operation(), operation()];
  const left = outcome(reads.read(listTickets, one, undefined, options(leaving)));
  const stayed = outcome(reads.read(listTickets, one, undefined, options(staying)));
  leaving.controller.abort();
  expect(await left).toBeInstanceOf(CancelledError);
  expect(calls[0]!.signal.aborted).toBe(false);
  calls[0]!.resolve('answer');
  expect(await stayed).toBe('answer');
});

test('when all are gone the call is given up, and the next read does not join it', async () => {
  const { calls, reads } = pendingCalls();
  const [first, second] = [operation(), operation()];
  const answers = [first, second].map((each) => outcome(reads.read(listTickets, one, undefined, options(each))));
  first.controller.abort();
  expect(calls[0]!.signal.aborted).toBe(false);
  second.controller.abort();
  expect(calls[0]!.signal.aborted).toBe(true);
  const next = outcome(reads.read(listTickets, one, undefined, options(operation())));
  expect(calls).toHaveLength(2);
  calls[0]!.reject(new CancelledError(listTickets.path));
  calls[1]!.resolve('fresh');
  expect(await Promise.all([...answers, next])).toEqual([expect.any(CancelledError), expect.any(CancelledError), 'fresh']);
});

test('one operation that reads the same twice counts as two that wait', async () => {
  const { calls, reads } = pendingCalls();
  const both = operation();
  const answers = [
    outcome(reads.read(listTickets, one, undefined, options(both))),
    outcome(reads.read(listTickets, one, undefined, options(both))),
  ];
  both.controller.abort();
  expect(calls[0]!.signal.aborted).toBe(true);
  expect(await Promise.all(answers)).toEqual([expect.any(CancelledError), expect.any(CancelledError)]);
});

test('a failure is shared by those who wait, and then forgotten', async () => {
  const { calls, reads } = pendingCalls();
  const answers = [operation(), operation()].map((each) => outcome(reads.read(listTickets, one, undefined, options(each))));
  const failure = new Error('down');
  calls[0]!.reject(failure);
  expect(await Promise.all(answers)).toEqual([failure, failure]);
  const next = reads.read(listTickets, one, undefined, options(operation()));
  expect(calls).toHaveLength(2);
  calls[1]!.resolve('up');
  expect(await next).toBe('up');
});

test('one who is gone already neither waits nor keeps a call alive', async () => {
  const { calls, reads } = pendingCalls();
  const gone = operation();
  gone.controller.abort();
  expect(await outcome(reads.read(listTickets, one, undefined, options(gone)))).toBeInstanceOf(CancelledError);
  for (const { signal } of calls) expect(signal.aborted).toBe(true);
  const staying = outcome(reads.read(listTickets, one, undefined, options(operation())));
  calls.at(-1)!.resolve('answer');
  expect(await staying).toBe('answer');
});

test('an abort after the answer changes nothing', async () => {
  const { calls, reads } = pendingCalls();
  const asking = operation();
  const answer = reads.read(listTickets, one, undefined, options(asking));
  calls[0]!.resolve('answer');
  expect(await answer).toBe('answer');
  asking.controller.abort();
  expect(calls[0]!.signal.aborted).toBe(false);
});

describe('the memory of a large answer', () => {
  const page = { page: 1, pageSize: 100 };

  test('is let go of when the operation that alone reads it is over, and not before', async () => {
    const { calls, reads } = pendingCalls();
    const alone = operation();
    const answer = reads.read(listAttendees, one, page, options(alone));
    calls[0]!.resolve('page');
    await answer;
    expect(calls[0]!.released).not.toHaveBeenCalled();
    alone.usage.over();
    alone.usage.over();
    expect(calls[0]!.released).toHaveBeenCalledTimes(1);
  });

  test('stays while more than one operation reads it, whichever ends first', async () => {
    const { calls, reads } = pendingCalls();
    const [first, second] = [operation(), operation()];
    const answers = [reads.read(listAttendees, one, page, options(first)), reads.read(listAttendees, one, page, options(second))];
    calls[0]!.resolve('page');
    await Promise.all(answers);
    first.usage.over();
    second.usage.over();
    expect(calls[0]!.released).not.toHaveBeenCalled();
  });

  test('stays where the answer may be kept for operations to come', async () => {
    const { calls, reads } = pendingCalls();
    const asking = operation();
    const answer = reads.read(listTickets, one, undefined, options(asking));
    calls[0]!.resolve('tickets');
    await answer;
    asking.usage.over();
    expect(calls[0]!.released).not.toHaveBeenCalled();
  });
});
