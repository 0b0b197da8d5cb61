/* What the attendees of all operations share. */

import type { AttendeeDependencies } from '../domain/attendees/attendees.js';
import { IdsPerCall } from '../domain/attendees/ids-per-call.js';
import { PageSizes } from '../domain/attendees/page-sizes.js';
import { SharedIdLookups } from '../domain/attendees/shared-id-lookups.js';
import type { ServiceAccess } from '../domain/reads/upstream.js';
import type { ActivityId } from '../records/ids.js';

/** The time after a call in which lookups gather for the next one, in milliseconds. Measured in docs/decisions/0014-lookups-share-calls.md. */
const lookupPauseMs = 2;
const afterLookupPause = (resume: () => void) => void setTimeout(resume, lookupPauseMs);

/** Returns what the attendees of all operations share: what is inferred about the service, and the lookups of each activity. */
export function attendeeDependenciesOf(
  { call, generations }: ServiceAccess,
  rules: Pick<AttendeeDependencies, 'maxPageSize' | 'maxIds' | 'notFoundPattern'>,
): AttendeeDependencies {
  const idsPerCall = new IdsPerCall();
  const lookups = new Map<ActivityId, SharedIdLookups>();
  const lookupsOf = (activityId: ActivityId) => {
    let ofActivity = lookups.get(activityId);
    if (!ofActivity) {
      ofActivity = new SharedIdLookups({
        activityId,
        call,
        generations,
        maxIds: rules.maxIds,
        idsPerCall,
        afterPause: afterLookupPause,
      });
      lookups.set(activityId, ofActivity);
    }
    return ofActivity;
  };
  return { ...rules, pageSizes: new PageSizes(), idsPerCall, lookupsOf };
}
