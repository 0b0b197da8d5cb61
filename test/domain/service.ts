/* An upstream of tests of the domain, without transport. */

import { PageSizes } from '../../src/domain/attendees/attendee-range.js';
import { Attendees } from '../../src/domain/attendees/attendees.js';
import type { OperationUpstream } from '../../src/domain/upstream.js';
import type { AttendeeDetail, AttendeePage } from '../../src/records/attendee.js';
import { listAttendees, type Endpoint } from '../../src/service/endpoints.js';
import { activityId, decoded } from '../service/sampled-endpoints.js';

/** One attendee as the service lists it. */
export const record = (id: number, changes: Record<string, unknown> = {}) => ({ id, form_id: 1001, contact: `Attendee ${id}`, ...changes });

/** A page of the attendee list, decoded by its endpoint. */
export function pageOf(rows: readonly unknown[], total: unknown): AttendeePage {
  return decoded(listAttendees, { code: 1, data: rows, total });
}

export interface RecordedCall {
  readonly path: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** An upstream whose envelopes come from a function, and the calls that it received. */
export function upstreamOf(envelopeFor: (call: RecordedCall) => unknown): { upstream: OperationUpstream; calls: RecordedCall[] } {
  const calls: RecordedCall[] = [];
  const read = async (endpoint: Endpoint<unknown, unknown>, _activityId: unknown, input: Readonly<Record<string, unknown>>) => {
    const call = { path: endpoint.path, input };
    calls.push(call);
    return decoded(endpoint, envelopeFor(call), input);
  };
  return { upstream: { read, write: read } as unknown as OperationUpstream, calls };
}

/** The attendees of an activity, of whom a test looks up some by mobile number, and reads no others. */
export function attendeesByMobile(find: (mobile: string) => Partial<AttendeeDetail> | null): Attendees {
  const read = async (_endpoint: unknown, _activityId: unknown, { mobile }: { mobile: string }) => find(mobile);
  const upstream = { read, beginNextGeneration: () => {} } as unknown as OperationUpstream;
  const lookupsOf = (): never => {
    throw new Error('The test reads no attendee by id.');
  };
  const rules = { maxPageSize: 100, notFoundPattern: null, clockOffsetSeconds: 0, pageSizes: new PageSizes() };
  return new Attendees(upstream, activityId, { ...rules, lookupsOf });
}

/** The attendees of an activity, for a test that reads none: every member throws. */
export const attendeesNotRead = new Proxy({} as Attendees, {
  get: (_target, name) => {
    throw new Error(`The test reads no attendee, but Attendees.${String(name)} was used.`);
  },
});
