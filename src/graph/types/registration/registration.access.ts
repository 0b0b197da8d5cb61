/* Who may read the result of a registration. */

import type { TypeAccess } from '../../access/access-rows.js';
import type { AttendeeRegistrationResolver } from './registration.resolver.js';
import type { AddAttendeesPayloadType, AttendeeRegistrationType } from './registration.type.js';

export const addAttendeesPayloadAccess: TypeAccess<AddAttendeesPayloadType> = {
  object: 'attendees:write',
  people: 'recorded above',
  fields: {
    registrations: 'attendees:write',
    description: 'attendees:write',
    replayed: 'attendees:write',
    userErrors: 'attendees:write',
  },
  self: {
    scope: 'self:register',
    opens: {
      registrations: true,
      description: true,
      replayed: true,
      userErrors: true,
    },
  },
};

export const attendeeRegistrationAccess: TypeAccess<AttendeeRegistrationType | AttendeeRegistrationResolver> = {
  object: 'attendees:write',
  people: 'recorded above',
  fields: {
    attendeeId: 'attendees:write',
    signCode: 'attendees:write',
    qrCodeUrl: 'attendees:write',
    orderId: 'attendees:write',
    attendee: 'attendees:read',
  },
  self: {
    scope: 'self:register',
    opens: {
      attendeeId: true,
      signCode: true,
      qrCodeUrl: true,
      orderId: true,
      attendee: false,
    },
  },
};
