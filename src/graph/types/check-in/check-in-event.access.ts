/* Who may read the check-ins that the service pushes. */

import type { TypeAccess } from '../../access/access-rows.js';
import type { CheckInEventResolver } from './check-in-event.resolver.js';
import type { CheckInEventType } from './check-in-event.type.js';

export const checkInEventAccess: TypeAccess<CheckInEventType | CheckInEventResolver> = {
  object: 'checkin:read',
  people: { identifiedBy: ['id', 'activityId', 'receivedAt', 'attendee'] },
  fields: {
    id: 'checkin:read',
    activityId: 'checkin:read',
    receivedAt: 'checkin:read',
    payload: 'checkin:read',
    attendee: 'attendees:read',
  },
};
