/* The schema as TypeGraphQL declares it: the records and the resolver classes, with what its decorators cannot express. */

import 'reflect-metadata';
import { isInputObjectType, isObjectType, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import { buildSchemaSync, getMetadataStorage, type NonEmptyArray, type PubSub } from 'type-graphql';
import { ActivityAttendeesResolver, ActivityResolver } from './activity.js';
import { ArticleResolver } from './article.js';
import { AttendeeResolver } from './attendee.js';
import { CategoryResolver } from './category.js';
import { CheckInEventResolver, CheckInFeedResolver, CheckInLookupResolver, CheckInMatchResolver } from './check-in.js';
import { QueryResolver } from './query.js';
import { declareRecordTypes } from './record-types.js';
import { AttendeeRegistrationResolver, RegistrationResolver } from './registration.js';
import { SsoLoginResolver } from './sso-login.js';
import { StockFeedResolver } from './stock.js';

/** The resolver classes, in the order of the SDL. */
export const resolvers: Readonly<NonEmptyArray<new () => object>> = [
  QueryResolver,
  CheckInLookupResolver,
  RegistrationResolver,
  SsoLoginResolver,
  StockFeedResolver,
  CheckInFeedResolver,
  ActivityAttendeesResolver,
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
 * The descriptions of the root types, which TypeGraphQL cannot declare. The SDL of the subgraph omits them: all subgraphs have these types, and
 * composition warns of different descriptions.
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
  declareRecordTypes();
  declareInOrder();
  const schema = buildSchemaSync({
    resolvers: [...resolvers],
    validate: false,
    pubSub: noTopics,
    nullableByDefault: false,
    skipCheck: true,
  });
  for (const type of Object.values(schema.getTypeMap())) {
    // There is no option for input objects of which exactly one member is given. Their classes have it as an extension.
    if (isInputObjectType(type)) type.isOneOf = type.extensions['oneOf'] === true;
    // The generated checks are instanceof, but records are not instances of the classes that declare their types.
    if (isObjectType(type)) type.isTypeOf = undefined;
  }
  for (const [name, description] of rootDescriptions) schema.getType(name)!.description = description;
  callMethodsDirectly(schema);
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

type Resolve = GraphQLFieldResolver<unknown, unknown, Readonly<Record<string, unknown>>>;
type Method = ReturnType<typeof getMetadataStorage>['queries' | 'fieldResolvers'][number];

/**
 * Replaces the resolvers of queries and fields. Those of TypeGraphQL await a validation of every argument, although there is none: a promise
 * for each argument and two for each call, about 4% of an operation that reads one attendee. Mutations and subscriptions keep theirs.
 */
function callMethodsDirectly(schema: GraphQLSchema): void {
  const { queries, fieldResolvers, objectTypes } = getMetadataStorage();
  const instances = new Map<unknown, object>(resolvers.map((Resolver) => [Resolver, new Resolver()]));
  const replace = (typeName: string | undefined, method: Method) => {
    const instance = instances.get(method.target);
    const type = schema.getType(typeName ?? '');
    const field = isObjectType(type) ? type.getFields()[method.schemaName] : undefined;
    if (instance && field) field.resolve = directResolver(instance, method);
  };
  for (const query of queries) replace(schema.getQueryType()?.name, query);
  for (const method of fieldResolvers) replace(objectTypes.find(({ target }) => target === method.getObjectType?.())?.name, method);
}

function directResolver(instance: object, { methodName, params = [] }: Method): Resolve {
  const method = Reflect.get(instance, methodName) as (...values: readonly unknown[]) => unknown;
  const parameters = params
    .toSorted((one, other) => one.index - other.index)
    .map((declared): ((...values: Parameters<Resolve>) => unknown) => {
      if (declared.kind === 'arg') return (_root, args) => args[declared.name];
      if (declared.kind === 'root') return (root) => root;
      if (declared.kind === 'context') return (_root, _args, context) => context;
      if (declared.kind === 'info') return (_root, _args, _context, info) => info;
      throw new Error(`${methodName} has a parameter that only TypeGraphQL provides. Use @Arg, @Root, @Ctx or @Info.`);
    });
  return (root, args, context, info) =>
    Reflect.apply(
      method,
      instance,
      parameters.map((parameter) => parameter(root, args, context, info)),
    );
}
