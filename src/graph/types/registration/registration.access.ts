/* Who may read the result of a registration. */

import type { TypeAccess } from '../../access/access-rows.js';
import type { AttendeeRegistrationResolver } from './registration.resolver.js';
import type { AddAttendeesPayloadType, AttendeeRegistrationType } from './registration.type.js';

export const addAttendeesPayloadAccess: TypeAccess<AddAttendeesPayloadType> = {
  object: 'attendees:write',
  people: 'recorded above',
  self: { scope: 'self:register' },
  fields: {
    registrations: 'attendees:write',
    description: 'attendees:write',
    replayed: 'attendees:write',
    userErrors: 'attendees:write',
  },
};

export const attendeeRegistrationAccess: TypeAccess<AttendeeRegistrationType | AttendeeRegistrationResolver> = {
  object: 'attendees:write',
  people: 'recorded above',
  self: { scope: 'self:register', except: ['attendee'] },
  fields: {
    attendeeId: 'attendees:write',
    signCode: 'attendees:write',
    qrCodeUrl: 'attendees:write',
    orderId: 'attendees:write',
    attendee: 'attendees:read',
  },
};
