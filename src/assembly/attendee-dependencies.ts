/* What the attendees of all operations share. */

import type { AttendeeDependencies } from '../domain/attendees/attendees.js';
import { PageSizeLimit } from '../domain/attendees/page-size-limit.js';
import { SharedIdLookups } from '../domain/attendees/shared-id-lookups.js';
import type { ServiceAccess } from '../domain/reads/upstream.js';
import type { ActivityId } from '../model/ids.js';

/** The time after a call in which lookups gather for the next one, in milliseconds. Measured in docs/decisions/0014-lookups-share-calls.md. */
const lookupPauseMs = 2;
const afterLookupPause = (resume: () => void) => void setTimeout(resume, lookupPauseMs);

/** Returns what the attendees of all operations share: the sizes of pages that the service accepts, and the lookups of each activity. */
export function attendeeDependenciesOf(
  { call, generations }: ServiceAccess,
  { maxPageSize, notFoundPattern }: Pick<AttendeeDependencies, 'maxPageSize' | 'notFoundPattern'>,
): AttendeeDependencies {
  const pageSizeLimits = { list: new PageSizeLimit(), byIds: new PageSizeLimit() };
  const lookups = new Map<ActivityId, SharedIdLookups>();
  const lookupsOf = (activityId: ActivityId) => {
    let ofActivity = lookups.get(activityId);
    if (!ofActivity) {
      ofActivity = new SharedIdLookups({
        activityId,
        call,
        generations,
        maxPageSize,
        pageSizeLimit: pageSizeLimits.byIds,
        afterPause: afterLookupPause,
      });
      lookups.set(activityId, ofActivity);
    }
    return ofActivity;
  };
  return { maxPageSize, notFoundPattern, pageSizeLimits, lookupsOf };
}
