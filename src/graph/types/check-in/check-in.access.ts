/* Who may read what a check-in point sees of an attendee. */

import type { TypeAccess } from '../../access/access-rows.js';
import type { CheckInMatchResolver } from './check-in.resolver.js';
import type { CheckInFieldType, CheckInMatchType } from './check-in.type.js';

export const checkInMatchAccess: TypeAccess<CheckInMatchType | CheckInMatchResolver> = {
  object: 'checkin:read',
  people: { identifiedBy: ['attendeeId', 'attendee'] },
  fields: {
    attendeeId: 'checkin:read',
    avatarUrl: 'checkin:read',
    fields: 'checkin:read',
    qrCode: 'checkin:read',
    tickets: 'checkin:read',
    hotels: 'checkin:read',
    pickups: 'checkin:read',
    seats: 'checkin:read',
    attendee: 'attendees:read',
  },
};

export const checkInFieldAccess: TypeAccess<CheckInFieldType> = {
  object: 'checkin:read',
  people: 'covered by parent',
  fields: {
    field: 'checkin:read',
    storedValue: 'checkin:read',
  },
};
