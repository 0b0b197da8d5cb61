/* The schema as TypeGraphQL declares it: the records and the resolver classes, with what its decorators cannot express. */

import 'reflect-metadata';
import { isInputObjectType, isObjectType, type GraphQLSchema } from 'graphql';
import { buildSchemaSync, type NonEmptyArray, type PubSub } from 'type-graphql';
import { objectFieldsOf } from '../type-names.js';
import { ActivityQueryResolver, ActivityResolver } from './activity.js';
import { ArticleResolver } from './article.js';
import { AttendeeQueryResolver, AttendeeResolver } from './attendee.js';
import { CategoryResolver } from './category.js';
import { CheckInEventResolver, CheckInFeedResolver, CheckInLookupResolver, CheckInMatchResolver } from './check-in.js';
import { resolveByMethods, type ResolverClass } from './direct-resolvers.js';
import { declareRecordTypes } from './record-types.js';
import { AttendeeRegistrationResolver, RegistrationResolver } from './registration.js';
import { SsoLoginResolver } from './sso-login.js';
import { StockFeedResolver } from './stock-feeds.js';

// When the module is loaded, as the decorators of the resolvers run: a program that uses TypeGraphQL too builds its schema over all that is
// declared.
declareRecordTypes();

const resolvers: NonEmptyArray<ResolverClass> = [
  ActivityQueryResolver,
  AttendeeQueryResolver,
  CheckInLookupResolver,
  RegistrationResolver,
  SsoLoginResolver,
  StockFeedResolver,
  CheckInFeedResolver,
  ActivityResolver,
  AttendeeResolver,
  ArticleResolver,
  CategoryResolver,
  CheckInMatchResolver,
  CheckInEventResolver,
  AttendeeRegistrationResolver,
];

const nullOnlyWithError = 'A field is null only together with an error, except in the cases that its description names.';
/**
 * The descriptions of the root types, which TypeGraphQL cannot declare. The SDL of the subgraph omits them: all subgraphs have these types,
 * and composition warns of different descriptions.
 */
export const rootDescriptions: ReadonlyMap<string, string> = new Map([
  ['Query', `Reads of the event service. ${nullOnlyWithError}`],
  ['Mutation', `Writes to the event service, one after the other. ${nullOnlyWithError}`],
  ['Subscription', 'Events: changes of the stock, and check-ins that the service pushes.'],
]);

/**
 * Returns the declared schema. TypeGraphQL's own check is skipped: it executes an introspection query, which takes longer than building the
 * schema. createSubgraph validates the finished schema instead.
 */
export function declaredSchema(): GraphQLSchema {
  // It requires an object for topics. No subscription has one: each has a `subscribe` function.
  const schema = buildSchemaSync({ resolvers, pubSub: {} as PubSub, nullableByDefault: false, skipCheck: true });
  for (const type of Object.values(schema.getTypeMap())) {
    // There is no option for input objects of which exactly one member is given. Their classes have it as an extension.
    if (isInputObjectType(type)) type.isOneOf = type.extensions['oneOf'] === true;
    // The generated checks are instanceof, but activities, edges, PageInfo and payloads are not instances of the classes that declare them.
    if (isObjectType(type)) type.isTypeOf = undefined;
  }
  // Arguments are in the order in which decorators of parameters run: from the last to the first.
  for (const { field } of objectFieldsOf(schema)) field.args = field.args.toReversed();
  for (const [name, description] of rootDescriptions) schema.getType(name)!.description = description;
  resolveByMethods(schema, resolvers);
  return schema;
}
