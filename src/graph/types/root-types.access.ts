/* The resolver classes that have the fields of Query, Mutation and Subscription, and who may use these fields. */

import 'reflect-metadata';
import type { TypeAccess } from '../access/access-rows.js';
import type { RelayQueryFields } from '../added-query-fields.js';
import { CheckInFeedResolver } from './check-in/check-in-feed.resolver.js';
import { CheckInLookupResolver } from './check-in/check-in.resolver.js';
import { QueryResolver } from './query.resolver.js';
import { RegistrationResolver } from './registration/registration.resolver.js';
import { selfRegistration, selfSsoLogin } from './self-arguments.js';
import { SsoLoginResolver } from './sso-login/sso-login.resolver.js';
import { StockFeedResolver } from './stock/stock-feed.resolver.js';

/** The classes that have the fields of each type. A field of theirs without a row of access or cost does not compile. */
export const queryResolvers = [QueryResolver, CheckInLookupResolver] as const;
export const mutationResolvers = [RegistrationResolver, SsoLoginResolver] as const;
export const subscriptionResolvers = [StockFeedResolver, CheckInFeedResolver] as const;

export type QueryFields = InstanceType<(typeof queryResolvers)[number]>;
export type MutationFields = InstanceType<(typeof mutationResolvers)[number]>;
export type SubscriptionFields = InstanceType<(typeof subscriptionResolvers)[number]>;

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
