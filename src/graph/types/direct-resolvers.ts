/* Resolvers that call the methods of resolver classes, in place of TypeGraphQL's: docs/decisions/0006-typegraphql-release-candidate.md. */

import { assertObjectType, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import { getMetadataStorage } from 'type-graphql';

export type ResolverClass = new () => object;
type DirectResolver = GraphQLFieldResolver<unknown, unknown, Readonly<Record<string, unknown>>>;
type Method = ReturnType<typeof getMetadataStorage>['queries' | 'fieldResolvers'][number];

/**
 * Replaces the resolvers of queries and fields. Those of TypeGraphQL await a validation of every argument, although
 * there is none: a promise for each argument and two for each call, 7% of the time of an operation that reads one attendee.
 * Mutations and subscriptions keep theirs.
 */
export function callMethodsDirectly(schema: GraphQLSchema, resolvers: readonly ResolverClass[]): void {
  const { queries, fieldResolvers, objectTypes } = getMetadataStorage();
  const isOwn = ({ target }: Method) => resolvers.some((resolver) => resolver === target);
  const replace = (typeName: string, method: Method) => {
    assertObjectType(schema.getType(typeName)).getFields()[method.schemaName]!.resolve = directResolver(method);
  };
  for (const query of queries.filter(isOwn)) replace('Query', query);
  for (const method of fieldResolvers.filter(isOwn))
    replace(objectTypes.find(({ target }) => target === method.getObjectType?.())!.name, method);
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
