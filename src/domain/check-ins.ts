import { lookUpCheckIn } from '../endpoint/check-in.js';
import type { CheckInMatch, CheckInQuery } from '../model/check-in.js';
import type { ActivityId } from '../model/ids.js';
import type { Upstream } from './upstream.js';

/** Check-in look-ups of one activity (§4.5). */
export class CheckIns {
  constructor(
    private readonly upstream: Upstream,
    private readonly activityId: ActivityId,
  ) {}

  /** The attendees that a check-in code matches; the code may match several. @throws UpstreamError */
  lookUp(query: CheckInQuery): Promise<readonly CheckInMatch[]> {
    return this.upstream.read(lookUpCheckIn, this.activityId, query);
  }
}
