/*
 * The schema as TypeGraphQL declares it: the records and the resolver classes, with what its decorators cannot express, and with their
 * methods as resolvers in place of TypeGraphQL's (docs/decisions/0006-typegraphql-release-candidate.md).
 */

import 'reflect-metadata';
import { assertObjectType, isInputObjectType, isObjectType, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import {
  buildSchemaSync,
  Extensions,
  Field,
  getMetadataStorage,
  InterfaceType,
  ObjectType,
  registerEnumType,
  type NonEmptyArray,
  type PubSub,
} from 'type-graphql';
import { CheckInDevices } from '../../records/check-in.js';
import type { EnumOf } from '../../records/field.js';
import type { DeclaredClass } from '../../records/record.js';
import * as records from '../../records/records.generated.js';
import { Access } from '../access/access.js';
import { withWriter } from '../execution/plan.js';
import { objectFieldsOf } from '../type-names.js';
import { ActivityQueryResolver, ActivityResolver } from './activity.js';
import { ArticleContentFormats, ArticleResolver } from './article.js';
import { AttendeeQueryResolver, AttendeeResolver } from './attendee.js';
import { CategoryResolver } from './category.js';
import { CheckInEventResolver, CheckInMatchResolver, CheckInRootResolver } from './check-in.js';
import { AttendeeRegistrationResolver, RegistrationResolver } from './registration.js';
import { returnTypeOf } from './scalars.js';
import { SsoLoginResolver } from './sso-login.js';
import { StockFeedResolver } from './stock-feeds.js';

/** The records that are types of the graph. */
const classes: readonly DeclaredClass[] = Object.values(records);

/** The enums of the records' fields, and of arguments, which no record has. */
const enums: ReadonlySet<EnumOf<string>> = new Set([
  ...classes.flatMap(({ declaration }) =>
    Object.values(declaration.fields).flatMap(({ graph }) => (typeof graph?.type === 'object' ? [graph.type] : [])),
  ),
  CheckInDevices,
  ArticleContentFormats,
]);

// When the module is loaded, as the decorators of the resolvers run: TypeGraphQL has one storage for the whole process, and a program that
// uses it too builds its schema over all that is declared.
for (const { names, name, description, values } of enums) registerEnumType(names, { name, description, valuesConfig: { ...values } });
for (const declared of classes) declareType(declared);

type ResolverClass = new () => object;

const resolvers: NonEmptyArray<ResolverClass> = [
  ActivityQueryResolver,
  AttendeeQueryResolver,
  CheckInRootResolver,
  RegistrationResolver,
  SsoLoginResolver,
  StockFeedResolver,
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
  for (const { field } of objectFieldsOf(schema)) {
    // Arguments are in the order in which decorators of parameters run: from the last to the first.
    Object.assign(field, { args: field.args.toReversed(), resolve: undefined });
  }
  for (const [name, description] of rootDescriptions) schema.getType(name)!.description = description;
  resolveByMethods(schema);
  return schema;
}

type DirectResolver = GraphQLFieldResolver<unknown, unknown, Readonly<Record<string, unknown>>>;
type Method = ReturnType<typeof getMetadataStorage>['queries' | 'fieldResolvers'][number];

/**
 * Gives a field that is a method of a resolver class this method as its resolver. Of any other field the executor reads a property.
 * The resolvers of TypeGraphQL await a validation of every argument, although there is none: a promise for each argument and two for each
 * call. They convert objects to the classes of their types, which records are not.
 */
function resolveByMethods(schema: GraphQLSchema): void {
  const { queries, mutations, subscriptions, fieldResolvers, objectTypes } = getMetadataStorage();
  const add = (typeName: string | undefined, method: Method) => {
    // The whole process has one storage: it also has the classes of a program that embeds the graph.
    if (!resolvers.some((resolver) => resolver === method.target)) return;
    assertObjectType(schema.getType(typeName!)).getFields()[method.schemaName]!.resolve = directResolver(method);
  };
  for (const method of queries) add('Query', method);
  for (const method of mutations) add('Mutation', method);
  for (const method of subscriptions) add('Subscription', method);
  for (const method of fieldResolvers) add(objectTypes.find(({ target }) => target === method.getObjectType?.())?.name, method);
}

function directResolver({ target, methodName, params = [] }: Method): DirectResolver {
  const instance = new (target as ResolverClass)() as Readonly<Record<string, (...values: readonly unknown[]) => unknown>>;
  const parameters = params
    .toSorted((one, other) => one.index - other.index)
    .map((declared): ((...values: Parameters<DirectResolver>) => unknown) => {
      if (declared.kind === 'arg') return (_root, args) => args[declared.name];
      if (declared.kind === 'root') return (root) => root;
      if (declared.kind === 'context') return (_root, _args, context) => context;
      if (declared.kind === 'info') return (_root, _args, _context, info) => info;
      throw new Error(`${methodName} has a parameter that only TypeGraphQL provides. Use @Arg, @Root, @Ctx or @Info.`);
    });
  return (root, args, context, info) => instance[methodName]!(...parameters.map((read) => read(root, args, context, info)));
}

/** Declares the type of a record, made from its table by the decorators of TypeGraphQL, called as functions. */
function declareType(declared: DeclaredClass): void {
  const { name: typeName, description, isInterface, fields, implements: base } = declared.declaration;
  const prototype = declared.prototype as object;
  for (const [name, field] of Object.entries(fields)) {
    if (field.graph === null) continue;
    const { type, isList, isNullable = false, access } = field.graph;
    const returned = () => (isList ? [returnTypeOf(type)] : returnTypeOf(type));
    Field(returned, { description: field.graph.description, nullable: isNullable })(prototype, name);
    Access(access)(prototype, name);
    if (field.write) Extensions(withWriter(field.write))(prototype, name);
  }
  if (isInterface) InterfaceType(typeName, { description })(declared);
  else {
    ObjectType(typeName, { description, ...(base && { implements: base }) })(declared);
    Access(declared.declaration)(declared);
  }
}
