/* The attendees of an activity, in operations that share lookups, over a service whose replies a test sends. */

import { PageSizes } from '../../../src/domain/attendees/attendee-range.js';
import { Attendees } from '../../../src/domain/attendees/attendees.js';
import { BatchedLookups } from '../../../src/domain/attendees/batched-lookups.js';
import { IdsPerCall } from '../../../src/domain/attendees/read-by-ids.js';
import { ReadGenerations } from '../../../src/domain/read-generations.js';
import { CoalescedReads } from '../../../src/domain/shared-reads.js';
import { OperationUpstream } from '../../../src/domain/upstream.js';
import { Cancellation } from '../../../src/primitives/cancellation.js';
import type { ServiceId } from '../../../src/records/ids.js';
import type { Call } from '../../../src/service/call.js';
import type { ListAttendeesInput } from '../../../src/service/endpoints.js';
import { activityId, decoded } from '../../service/sampled-endpoints.js';
import { record } from '../service.js';

/** Lets a lookup that began now make its call: DataLoader ends its tick, then BatchedLookups its turn. */
export async function turn(): Promise<void> {
  for (let times = 0; times < 2; times += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** The ids of the attendees that were found; null for a missing one. */
export const idsIn = (results: readonly unknown[]) =>
  results.map((result) => (result instanceof Error ? 'error' : ((result as { serviceId: number } | null)?.serviceId ?? null)));

export interface SentCall {
  /** The ids of a call of the list, 'any' for a page of the whole list, and the parameter of another call, such as { id: 7 }. */
  readonly asked: readonly number[] | 'any' | object;
  /** The parameters of a call of the list. */
  readonly input: ListAttendeesInput;
  reply(envelope: unknown): void;
  reject(error: Error): void;
}

/** Replies to a call of the list with records. */
export const sendRows = (call: SentCall, rows: readonly unknown[], total: unknown = rows.length) =>
  call.reply({ code: 1, data: rows, total });
/** Replies with a record for each id that was sent. */
export const sendAll = (call: SentCall) => sendRows(call, rowsOf(call));
export const rowsOf = ({ asked }: SentCall) => (asked as readonly number[]).map((id) => record(id));

/** @param respond replies to each call at once. Omitted: the test does */
export function attendeesOver({
  maxIds = 100,
  afterPause = (resume: () => void): void => resume(),
  notFoundPattern = null as RegExp | null,
  respond = (_call: SentCall): void => {},
  now = (): number => 0,
} = {}) {
  const calls: SentCall[] = [];
  const idsPerCall = new IdsPerCall(maxIds, now);
  const generations = new ReadGenerations();
  const call: Call = (endpoint, _activityId, input, { onAttempt } = {}) =>
    new Promise((resolve, reject) => {
      onAttempt?.();
      const { ids, page } = input as Partial<ListAttendeesInput>;
      const sent: SentCall = {
        asked: ids ?? (page === undefined ? (input as object) : 'any'),
        input: input as ListAttendeesInput,
        reply: (envelope) => {
          try {
            resolve(decoded(endpoint, envelope, input));
          } catch (error) {
            reject(error as Error);
          }
        },
        reject,
      };
      calls.push(sent);
      respond(sent);
    });
  const service = { call, reader: new CoalescedReads(call, generations), generations };
  const lookups = new BatchedLookups({ activityId, service, idsPerCall, afterPause });
  const operation = (maxCalls = Infinity) => {
    const signal = new Cancellation();
    const upstream = new OperationUpstream(service, signal, maxCalls);
    const rules = { maxPageSize: 100, notFoundPattern, clockOffsetSeconds: 0, pageSizes: new PageSizes() };
    const attendees = new Attendees(upstream, activityId, { ...rules, lookupsOf: () => lookups });
    const read = async (...ids: number[]) => idsIn(await attendees.byIds(ids as ServiceId[]));
    return { upstream, usage: upstream.usage, signal, attendees, read };
  };
  return { calls, asked: () => calls.map(({ asked }) => asked), idsPerCall, generations, operation };
}

/** The calls that count for an operation: those that it made, and those that it shared with another one. */
export const callsOf = ({ usage }: { usage: { attempts: number; coalesced: number } }) => ({
  attempts: usage.attempts,
  coalesced: usage.coalesced,
});
