/* Who may read the result of a registration. */

import type { TypeAccessWithSelf } from '../../access/access-rows.js';
import type { AttendeeRegistrationResolver } from './registration.resolver.js';
import type { AddAttendeesPayloadType, AttendeeRegistrationType } from './registration.type.js';

export const addAttendeesPayloadAccess: TypeAccessWithSelf<AddAttendeesPayloadType> = {
  object: 'attendees:write',
  people: 'covered by parent',
  self: 'self:register',
  fields: {
    registrations: { scope: 'attendees:write', self: true },
    description: { scope: 'attendees:write', self: true },
    replayed: { scope: 'attendees:write', self: true },
    userErrors: { scope: 'attendees:write', self: true },
  },
};

export const attendeeRegistrationAccess: TypeAccessWithSelf<AttendeeRegistrationType | AttendeeRegistrationResolver> = {
  object: 'attendees:write',
  people: 'covered by parent',
  self: 'self:register',
  fields: {
    attendeeId: { scope: 'attendees:write', self: true },
    signCode: { scope: 'attendees:write', self: true },
    qrCodeUrl: { scope: 'attendees:write', self: true },
    orderId: { scope: 'attendees:write', self: true },
    attendee: { scope: 'attendees:read', self: false },
  },
};
