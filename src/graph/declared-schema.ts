/* The schema as the decorators of TypeGraphQL declare it. */

import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync, getMetadataStorage, type NonEmptyArray, type PubSub } from 'type-graphql';
import { setAccessRows } from './access/schema-access.js';
import type { ResolverClass } from './check-root-values.js';
import { accessTable } from './types/access-table.js';
import { ActivityResolver } from './types/activity/activity.resolver.js';
import { ArticleResolver } from './types/article/article.resolver.js';
import { AttendeeResolver } from './types/attendee/attendee.resolver.js';
import { CategoryResolver } from './types/category/category.resolver.js';
import { CheckInEventResolver } from './types/check-in/check-in-event.resolver.js';
import { CheckInFeedResolver } from './types/check-in/check-in-feed.resolver.js';
import { CheckInLookupResolver, CheckInMatchResolver } from './types/check-in/check-in.resolver.js';
import { QueryResolver } from './types/query.resolver.js';
import { AttendeeRegistrationResolver, RegistrationResolver } from './types/registration/registration.resolver.js';
import { SsoLoginResolver } from './types/sso-login/sso-login.resolver.js';
import { StockFeedResolver } from './types/stock/stock-feed.resolver.js';

/** The resolver classes: each has the fields of one GraphQL type. */
export const resolvers: Readonly<NonEmptyArray<ResolverClass>> = [
  QueryResolver,
  ActivityResolver,
  AttendeeResolver,
  ArticleResolver,
  CategoryResolver,
  CheckInLookupResolver,
  CheckInMatchResolver,
  CheckInFeedResolver,
  CheckInEventResolver,
  RegistrationResolver,
  AttendeeRegistrationResolver,
  SsoLoginResolver,
  StockFeedResolver,
];

/**
 * Returns the declared schema, with the access rows of its types. TypeGraphQL's own check is skipped: it executes an
 * introspection query, which takes longer than building the schema. createSubgraph validates the finished schema instead.
 */
export function declaredSchema(): GraphQLSchema {
  declareArgumentsInOrder();
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
 * The decorators of parameters run from the last to the first, and TypeGraphQL lists arguments in the order in which they ran. Its storage is
 * that of the whole process: the classes of a program that embeds the graph stay as they are.
 */
function declareArgumentsInOrder(): void {
  const storage = getMetadataStorage();
  const own = new Set<unknown>(resolvers);
  const others = storage.params.filter(({ target }) => !own.has(target));
  storage.params = [...others, ...storage.params.filter(({ target }) => own.has(target)).toSorted((one, other) => one.index - other.index)];
}

/** TypeGraphQL requires an object for topics, although every subscription has a `subscribe` function of its own. */
const noTopics: PubSub = {
  publish: () => {},
  subscribe: () => {
    throw new Error('There are no topics.');
  },
};
