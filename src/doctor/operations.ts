import { getAttendee, listAttendees } from '../endpoint/attendee.js';
import { listArticles } from '../endpoint/article.js';
import { listCategories } from '../endpoint/category.js';
import { getFormFields } from '../endpoint/form-field.js';
import { listSchedule } from '../endpoint/schedule.js';
import { listGoods, listTickets } from '../endpoint/stock.js';
import { EventGraphError } from '../model/errors.js';
import type { ActivityId, ServiceId } from '../model/ids.js';
import { UpstreamInvalidResponseError, UpstreamRejectedError } from '../model/upstream-errors.js';
import { type Check, type CheckedSection, passed, skipped } from './check.js';
import { systemCode } from '../model/calls/failure-cause.js';
import type { Attempt, Probe } from './probe.js';

/** One attempt of each operation that reads, by its section; null for §4.4 where there is no attendee to look up. */
export type Attempts = Readonly<Record<CheckedSection, Attempt<unknown> | null>>;

/** Attendees of one page; enough to meet most of the forms that records take. */
const samplePageSize = 20;

/** @param onStart is called with the section before its operation is attempted */
export async function attemptOperations(
  probe: Probe,
  activityId: ActivityId,
  maxPageSize: number,
  onStart: (section: CheckedSection) => void,
): Promise<Attempts> {
  const attempt: Probe['attempt'] = (endpoint, activity, input) => {
    onStart(endpoint.section as CheckedSection);
    return probe.attempt(endpoint, activity, input);
  };
  const fields = await attempt(getFormFields, activityId, undefined);
  const page = await attempt(listAttendees, activityId, { page: 1, pageSize: Math.min(samplePageSize, maxPageSize) });
  const id = firstId(page.output?.items ?? []);
  return {
    '4.1': fields,
    '4.3': page,
    '4.4': id === null ? null : await attempt(getAttendee, activityId, { id }),
    '4.6': await attempt(listSchedule, activityId, undefined),
    '4.7': await attempt(listArticles, activityId, undefined),
    '4.8': await attempt(listCategories, activityId, {}),
    '4.9': await attempt(listTickets, activityId, undefined),
    '4.10': await attempt(listGoods, activityId, {}),
  };
}

/** Checks that an operation succeeds. */
export function checkOperation(section: CheckedSection, attempt: Attempt<unknown> | null): Check {
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
  return { id, status: 'fail', message, hint: 'The graph returns an error for what this operation serves; the rest works.', details };
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
