/* The lookup of a check-in code (§4.5): its input, and the attendees that match. */

import type { Json } from '../primitives/json.js';
import type { CheckInField } from './form-field.js';
import type { ActivityId, ServiceId } from './ids.js';

/** Device types and the service's names for them (§4.5). */
export const checkInDevices = { IPAD: 'ipad', PC: 'pc', WXAPP: 'wxapp' } as const;
export type CheckInDevice = keyof typeof checkInDevices;

/** The input of a check-in lookup (§4.5). The interface does not describe the operation that issues token and user id. */
export interface CheckInQuery {
  readonly token: string;
  readonly userId: string;
  readonly deviceType: CheckInDevice;
  readonly pointId: string;
  readonly signCode: string;
}

/** An attendee as returned to a check-in point (§4.5). */
export interface CheckInMatch {
  readonly activityId: ActivityId;
  readonly attendeeServiceId: ServiceId | null;
  /** The attendee's global id. */
  readonly attendeeId: string | null;
  readonly avatarUrl: string | null;
  readonly fields: readonly CheckInField[];
  readonly qrCode: string | null;
  readonly tickets: readonly string[];
  readonly hotels: readonly string[];
  readonly pickups: readonly Json[];
  readonly seats: readonly string[];
}
