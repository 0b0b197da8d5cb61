/* The resolvers of the declared schema, in place of TypeGraphQL's: docs/decisions/0006-typegraphql-release-candidate.md. */

import { assertObjectType, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import { getMetadataStorage } from 'type-graphql';
import { objectFieldsOf } from '../type-names.js';

export type ResolverClass = new () => object;
type DirectResolver = GraphQLFieldResolver<unknown, unknown, Readonly<Record<string, unknown>>>;
type Method = ReturnType<typeof getMetadataStorage>['queries' | 'fieldResolvers'][number];

/**
 * Gives a field that is a method of a resolver class this method as its resolver, and any other field none: the executor reads a property.
 * The resolvers of TypeGraphQL await a validation of every argument, although there is none: a promise for each argument and two for each
 * call, 7% of the time of an operation that reads one attendee. They convert objects to the classes of their types, which records are not.
 */
export function resolveByMethods(schema: GraphQLSchema, resolvers: readonly ResolverClass[]): void {
  for (const { field } of objectFieldsOf(schema)) Object.assign(field, { resolve: undefined });
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
