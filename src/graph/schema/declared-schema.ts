/* The schema as the decorators of TypeGraphQL declare it. */

import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync, getMetadataStorage, type NonEmptyArray, type PubSub } from 'type-graphql';
import { setAccessRows } from '../access/schema-access.js';
import { accessTable } from '../types/access-table.js';
import { ActivityAttendeesResolver } from '../types/activity/activity-attendees.resolver.js';
import { ActivityResolver } from '../types/activity/activity.resolver.js';
import { ArticleResolver } from '../types/article/article.resolver.js';
import { AttendeeResolver } from '../types/attendee/attendee.resolver.js';
import { CategoryResolver } from '../types/category/category.resolver.js';
import { CheckInEventResolver } from '../types/check-in/check-in-event.resolver.js';
import { CheckInMatchResolver } from '../types/check-in/check-in.resolver.js';
import { AttendeeRegistrationResolver } from '../types/registration/registration.resolver.js';
import { mutationResolvers, queryResolvers, subscriptionResolvers } from '../types/root-resolvers.js';
import type { ResolverClass } from './assert-root-values.js';

/** The resolver classes: each has the fields of one GraphQL type. */
export const resolvers: Readonly<NonEmptyArray<ResolverClass>> = [
  ...queryResolvers,
  ...mutationResolvers,
  ...subscriptionResolvers,
  ActivityAttendeesResolver,
  ActivityResolver,
  AttendeeResolver,
  ArticleResolver,
  CategoryResolver,
  CheckInMatchResolver,
  CheckInEventResolver,
  AttendeeRegistrationResolver,
];

/**
 * Returns the declared schema, with its rows of access and cost. TypeGraphQL's own check is skipped: it executes an
 * introspection query, which takes longer than building the schema. createSubgraph validates the finished schema instead.
 */
export function declaredSchema(): GraphQLSchema {
  declareInOrder();
  const schema = buildSchemaSync({
    resolvers: [...resolvers],
    validate: false,
    pubSub: noTopics,
    nullableByDefault: false,
    skipCheck: true,
  });
  setAccessRows(schema, accessTable);
  return schema;
}

/**
 * TypeGraphQL lists arguments and root fields in the order in which their decorators ran: decorators of parameters run from the last to the
 * first, decorators of classes as the modules are loaded. This function restores the order of the source, and orders classes as in `resolvers`.
 * The whole process has one storage: the classes of a program that embeds the graph stay as they are.
 */
function declareInOrder(): void {
  const storage = getMetadataStorage();
  storage.params = ownSorted(storage.params, (one, other) => one.index - other.index);
  const position = ({ target }: { readonly target: unknown }) => resolvers.findIndex((resolver) => resolver === target);
  storage.queries = ownSorted(storage.queries, (one, other) => position(one) - position(other));
}

/** Returns declarations with the graph's own resolvers sorted, after all others. */
function ownSorted<T extends { readonly target: unknown }>(declarations: readonly T[], compare: (one: T, other: T) => number): T[] {
  const isOwn = ({ target }: T) => resolvers.some((resolver) => resolver === target);
  return [...declarations.filter((declared) => !isOwn(declared)), ...declarations.filter(isOwn).toSorted(compare)];
}

/** TypeGraphQL requires an object for topics, although every subscription has a `subscribe` function of its own. */
const noTopics: PubSub = {
  publish: () => {},
  subscribe: () => {
    throw new Error('A subscription is declared with topics. Give it a `subscribe` function instead.');
  },
};
