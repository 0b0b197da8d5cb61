/* The resolver classes that have the fields of Query, Mutation and Subscription. */

import 'reflect-metadata';
import { CheckInFeedResolver } from './check-in/check-in-feed.resolver.js';
import { CheckInLookupResolver } from './check-in/check-in.resolver.js';
import { QueryResolver } from './query.resolver.js';
import { RegistrationResolver } from './registration/registration.resolver.js';
import { SsoLoginResolver } from './sso-login/sso-login.resolver.js';
import { StockFeedResolver } from './stock/stock-feed.resolver.js';

// A field of these classes without a row of access or cost does not compile.
export const queryResolvers = [QueryResolver, CheckInLookupResolver] as const;
export const mutationResolvers = [RegistrationResolver, SsoLoginResolver] as const;
export const subscriptionResolvers = [StockFeedResolver, CheckInFeedResolver] as const;

export type QueryFields = InstanceType<(typeof queryResolvers)[number]>;
export type MutationFields = InstanceType<(typeof mutationResolvers)[number]>;
export type SubscriptionFields = InstanceType<(typeof subscriptionResolvers)[number]>;
