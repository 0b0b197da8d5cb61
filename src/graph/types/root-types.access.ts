/* Who may use the fields of Query, Mutation and Subscription. */

import type { TypeAccess } from '../access/access-rows.js';
import type { RelayQueryFields } from '../added-query-fields.js';
import type { MutationFields, QueryFields, SubscriptionFields } from './root-resolvers.js';
import { selfRegistration, selfSsoLogin } from './self-arguments.js';

export const queryAccess: TypeAccess<QueryFields | RelayQueryFields> = {
  object: 'public',
  people: 'none',
  fields: {
    checkInLookup: 'checkin:read',
    activity: 'authenticated',
    activities: 'authenticated',
    activitiesByIds: 'authenticated',
    attendee: 'attendees:read',
    attendeesByIds: 'attendees:read',
    node: 'authenticated',
  },
};

export const mutationAccess: TypeAccess<MutationFields> = {
  object: 'public',
  people: 'none',
  fields: {
    addAttendees: 'attendees:write',
    ssoLogin: 'sso:issue',
  },
  selfUses: {
    addAttendees: {
      scope: 'self:register',
      narrow: selfRegistration,
      expected: 'as the mobile of the contact and of exactly one attendee',
    },
    ssoLogin: { scope: 'self:sso', narrow: selfSsoLogin, expected: 'as mobile' },
  },
};

export const subscriptionAccess: TypeAccess<SubscriptionFields> = {
  object: 'public',
  people: 'none',
  fields: {
    ticketStock: 'content:read',
    goodsStock: 'content:read',
    checkIns: 'checkin:read',
  },
};
