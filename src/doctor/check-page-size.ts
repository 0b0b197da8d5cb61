/* The check of the page size: whether the service truncates the largest page that Event Graph requests. */

import type { ActivityId } from '../records/ids.js';
import { listAttendees } from '../service/endpoints.js';
import { type AttendeePage } from '../service/replies.js';
import { passed, skipped, type CheckResult } from './check.js';
import type { Probe, ProbeAttempt } from './probe.js';

/** The check, and a value of EVENT_SERVICE_MAX_PAGE_SIZE that would work if the service truncates pages. */
export interface PageSizeCheck {
  readonly check: CheckResult;
  readonly suggestion: string | null;
}

/** Asks for a page of `maxPageSize` attendees, and compares its length with the total. */
export async function checkPageSize(probe: Probe, activityId: ActivityId, maxPageSize: number): Promise<PageSizeCheck> {
  return judged(await probe.attempt(listAttendees, activityId, { page: 1, pageSize: maxPageSize }), maxPageSize);
}

function judged({ output, error }: ProbeAttempt<AttendeePage>, maxPageSize: number): PageSizeCheck {
  const only = (check: CheckResult): PageSizeCheck => ({ check, suggestion: null });
  if (output === undefined) {
    const hint = 'A service may reject a page that is too large: try a smaller size.';
    const message = `A page of ${maxPageSize} attendees fails${error instanceof Error ? `: ${error.message}` : '.'}`;
    return only({ id: 'page-size', status: 'fail', message, hint, settings: ['EVENT_SERVICE_MAX_PAGE_SIZE'] });
  }
  const { received, totalOrNull: total } = output;
  const details = { asked: maxPageSize, received, total };
  if (total === null) return only(skipped('page-size', 'The service states no total to compare the page with.'));
  if (received >= Math.min(total, maxPageSize)) {
    const message =
      total <= maxPageSize
        ? `There are no more than ${maxPageSize} attendees; the page is complete.`
        : `A page of ${maxPageSize} is complete.`;
    return only(passed('page-size', message, details));
  }
  const check: CheckResult = {
    id: 'page-size',
    status: 'warn',
    message: `The service returns ${received} of the ${maxPageSize} attendees requested.`,
    hint:
      'Pages are correct either way. With EVENT_SERVICE_MAX_PAGE_SIZE at the size that came, the first pages are not read twice, ' +
      'and it is also the largest `first` of a query.',
    settings: ['EVENT_SERVICE_MAX_PAGE_SIZE'],
    details,
  };
  return { check, suggestion: received > 0 ? String(received) : null };
}
