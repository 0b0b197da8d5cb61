/* The checks of endpoints: one attempt of each that only reads. */

import { systemCode } from '../records/call-outcome.js';
import { EventGraphError, UpstreamInvalidResponseError, UpstreamRejectedError } from '../records/errors.js';
import type { ActivityId, ServiceId } from '../records/ids.js';
import { listAttendees, type Endpoint } from '../service/endpoints.js';
import { attemptedEndpoints } from './attempted-endpoints.js';
import { passed, skipped, type CheckResult } from './check.js';
import type { Probe, ProbeAttempt } from './probe.js';

/** One attempt of each endpoint that is attempted, by its section; null for §4.4 where there is no attendee to look up. */
export type AttemptsBySection = ReadonlyMap<string, ProbeAttempt<unknown> | null>;

/** Attendees of one page: enough records to contain most of the variants that the service sends. */
const samplePageSize = 20;

/** Attempts the endpoints. @param onStart is called with the section before its endpoint is attempted */
export async function attemptEndpoints(
  probe: Probe,
  activityId: ActivityId,
  maxPageSize: number,
  onStart: (section: string) => void,
): Promise<AttemptsBySection> {
  const attempts = new Map<string, ProbeAttempt<unknown> | null>();
  const pageSize = Math.min(samplePageSize, maxPageSize);
  for (const { endpoint, inputFrom } of attemptedEndpoints) {
    const page = attempts.get(listAttendees.section)?.output as OutputOf<typeof listAttendees> | undefined;
    const input = inputFrom({ pageSize, attendeeId: firstId(page?.items ?? []) });
    if (input !== null) onStart(endpoint.section);
    attempts.set(endpoint.section, input === null ? null : await probe.attempt(endpoint, activityId, input));
  }
  return attempts;
}

type OutputOf<E> = E extends Endpoint<infer _, infer Output> ? Output : never;

/** Checks that an endpoint succeeds. */
export function checkEndpoint(section: string, attempt: ProbeAttempt<unknown> | null): CheckResult {
  const id = `operation §${section}`;
  if (attempt === null) return skipped(id, 'The activity has no attendee to look up.');
  const { error, reply, milliseconds } = attempt;
  if (error === undefined) return passed(id, `The operation succeeds in ${milliseconds} ms.`, { milliseconds });
  const details = {
    milliseconds,
    ...(reply && { status: reply.status }),
    ...(error instanceof EventGraphError && { code: error.code }),
    ...(error instanceof UpstreamInvalidResponseError && { path: error.path }),
    ...(reply === null && systemCode(error) !== null && { cause: systemCode(error) }),
  };
  if (error instanceof UpstreamRejectedError) {
    const message = `The service rejects the operation: ${error.serviceMessage || '(no message)'}`;
    return { id, status: 'fail', message, hint: 'Ask the operator of the service whether the key may use this operation.', details };
  }
  const message = error instanceof EventGraphError ? error.message : 'The operation failed in an unexpected way.';
  return { id, status: 'fail', message, hint: 'The fields of the graph that need this operation return errors; the others work.', details };
}

/** A record whose id is broken is passed over. */
function firstId(items: readonly ({ readonly serviceId: ServiceId } | null)[]): ServiceId | null {
  for (const item of items) {
    try {
      if (item) return item.serviceId;
    } catch {
      continue;
    }
  }
  return null;
}
