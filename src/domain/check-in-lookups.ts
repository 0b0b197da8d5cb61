import type { CheckInMatch, CheckInQuery } from '../records/check-in.js';
import type { ActivityId } from '../records/ids.js';
import { lookUpCheckIn } from '../service/endpoints.js';
import type { OperationUpstream } from './reads/upstream.js';

/** Looks up check-in codes of one activity (§4.5). */
export class CheckInLookups {
  constructor(
    private readonly upstream: OperationUpstream,
    private readonly activityId: ActivityId,
  ) {}

  /** Returns the attendees whose check-in code matches; there may be several. @throws UpstreamError */
  matching(query: CheckInQuery): Promise<readonly CheckInMatch[]> {
    return this.upstream.read(lookUpCheckIn, this.activityId, query);
  }
}
