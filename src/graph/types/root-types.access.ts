/* Who may use the fields of Query, Mutation and Subscription. */

import type { TypeAccess } from '../access/access-rows.js';
import type { RelayQueryFields } from '../added-query-fields.js';
import type { CheckInFeedResolver } from './check-in/check-in-feed.resolver.js';
import type { CheckInLookupResolver } from './check-in/check-in.resolver.js';
import type { QueryResolver } from './query.resolver.js';
import type { RegistrationResolver } from './registration/registration.resolver.js';
import { selfRegistration, selfSsoLogin } from './self-arguments.js';
import type { SsoLoginResolver } from './sso-login/sso-login.resolver.js';
import type { StockFeedResolver } from './stock/stock-feed.resolver.js';

export const queryAccess: TypeAccess<QueryResolver | CheckInLookupResolver | RelayQueryFields> = {
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

export const mutationAccess: TypeAccess<RegistrationResolver | SsoLoginResolver> = {
  object: 'public',
  people: 'none',
  fields: {
    addAttendees: 'attendees:write',
    ssoLogin: 'sso:issue',
  },
  selfUses: {
    addAttendees: { scope: 'self:register', narrow: selfRegistration },
    ssoLogin: { scope: 'self:sso', narrow: selfSsoLogin },
  },
};

export const subscriptionAccess: TypeAccess<StockFeedResolver | CheckInFeedResolver> = {
  object: 'public',
  people: 'none',
  fields: {
    ticketStock: 'content:read',
    goodsStock: 'content:read',
    checkIns: 'checkin:read',
  },
};
