import type { Json } from '../primitives/json.js';
import type { ActivityId, ServiceId } from './ids.js';

/** A check-in as the service pushed it (§6). What the payload means is not in the interface. */
export interface CheckInEvent {
  /** A string that no other event has. */
  readonly id: string;
  readonly activityId: ActivityId;
  readonly receivedAt: Date;
  /** The body of the push, which is not null. */
  readonly payload: Json;
  /** The attendee that the payload names; null if it names none, or if the position of the name is not configured. */
  readonly attendeeServiceId: ServiceId | null;
}
