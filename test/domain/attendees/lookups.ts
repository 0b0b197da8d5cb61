/* The lookups of an activity, and those of several operations, over a service whose replies a test sends. */

import { IdsPerCall, readByIds } from '../../../src/domain/attendees/read-by-ids.js';
import { SharedIdLookups } from '../../../src/domain/attendees/shared-id-lookups.js';
import { ReadGenerations } from '../../../src/domain/reads/reader.js';
import { UpstreamUsage } from '../../../src/domain/reads/upstream-usage.js';
import { Cancellation, type CancelSignal } from '../../../src/primitives/cancellation.js';
import type { ActivityId, ServiceId } from '../../../src/records/ids.js';
import type { Call } from '../../../src/service/call.js';
import { pageWithIds, type ListAttendeesInput } from '../../../src/service/endpoints.js';
import { type AttendeePage } from '../../../src/service/replies.js';
import { pageOf, record } from '../service.js';

export const activity = 1001 as ActivityId;
export const path = '/api/participant/getList';
export const turn = () => new Promise((resolve) => setImmediate(resolve));
export const outcome = (promise: Promise<unknown>) =>
  promise.then(
    (value) => value,
    (error: unknown) => error,
  );
/** The ids of the attendees that were found; null for a missing one. */
export const idsIn = (results: unknown) =>
  (results as readonly unknown[]).map((result) =>
    result instanceof Error ? 'error' : ((result as { serviceId: number } | null)?.serviceId ?? null),
  );

const noPause = (resume: () => void): void => resume();

export interface SentCall {
  /** None in a call for any one attendee. */
  readonly ids: readonly number[];
  readonly signal: CancelSignal;
  readonly released: jest.Mock;
  resolve(rows: readonly unknown[], total?: unknown): void;
  reject(error: Error): void;
}

/** The lookups of an activity over a service whose replies a test sends; `shared` are the calls of several operations, `alone` those of one. */
export function lookups({ maxIds = 100, afterPause = noPause } = {}) {
  const shared: SentCall[] = [];
  const alone: SentCall[] = [];
  const limit = new IdsPerCall();
  const generations = new ReadGenerations();
  const sender =
    (calls: SentCall[]): Call =>
    (_endpoint, _activityId, input, { signal, onAttempt } = {}) =>
      new Promise((resolve, reject) => {
        onAttempt?.();
        const { ids = [] } = input as unknown as ListAttendeesInput;
        const released = jest.fn();
        signal!.onEnd!(released);
        const succeed = (rows: readonly unknown[], total: unknown = rows.length) => resolve(pageOf(rows, total) as never);
        calls.push({ ids, signal: signal!, released, resolve: succeed, reject });
      });
  const ofActivity = new SharedIdLookups({
    activityId: activity,
    call: sender(shared),
    generations,
    maxIds,
    idsPerCall: limit,
    afterPause,
  });
  const callAlone = sender(alone);
  const operation = (maxCalls = Infinity) => {
    const usage = new UpstreamUsage(maxCalls);
    const signal = new Cancellation();
    return {
      usage,
      signal,
      read: (...numbers: number[]) => {
        const ids = numbers as ServiceId[];
        const page = async (input: ListAttendeesInput): Promise<AttendeePage> => {
          usage.reserveCall();
          return callAlone({ path } as never, activity, input, { signal, onAttempt: usage.countAttempt }) as never;
        };
        const calls = {
          withIds: (requested: readonly ServiceId[]) => page(pageWithIds(requested)),
          anyOne: () => page({ page: 1, pageSize: 1 }),
          getOne: () => Promise.reject(new Error('The service does not ignore ids.')),
        };
        return ofActivity.read({ ids, operation: { usage, signal }, readAlone: () => readByIds(ids, limit, calls) });
      },
    };
  };
  return { shared, alone, limit, generations, operation };
}

/** The calls that count for an operation: those that it made, and those that it shared with another one. */
export const callsOf = ({ usage }: { usage: UpstreamUsage }) => ({ attempts: usage.attempts, coalesced: usage.coalesced });
export const rowsOf = (call: SentCall) => call.ids.map((id) => record(id));
