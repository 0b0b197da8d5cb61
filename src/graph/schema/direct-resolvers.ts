/* Resolvers that call the methods of the resolver classes directly. */

import { isObjectType, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import { getMetadataStorage } from 'type-graphql';
import type { ResolverClass } from '../types/declared-schema.js';

type Resolve = GraphQLFieldResolver<unknown, unknown, Readonly<Record<string, unknown>>>;
type Parameter = (...values: Parameters<Resolve>) => unknown;
type Method = ReturnType<typeof getMetadataStorage>['queries'][number] | ReturnType<typeof getMetadataStorage>['fieldResolvers'][number];
type Declared = NonNullable<Method['params']>[number];

/**
 * Replaces the resolvers of queries and fields. Those of TypeGraphQL await a validation of every argument, although there is none: a promise
 * for each argument and two for each call, about 4% of an operation that reads one attendee. Methods with other parameters than arguments,
 * root, context and info keep theirs, as do mutations and subscriptions.
 */
export function callMethodsDirectly(schema: GraphQLSchema, resolvers: readonly ResolverClass[]): void {
  const { queries, fieldResolvers, objectTypes } = getMetadataStorage();
  const instances = new Map<unknown, object>(resolvers.map((Resolver) => [Resolver, new Resolver()]));
  const replace = (typeName: string | undefined, method: Method) => {
    const instance = instances.get(method.target);
    const type = schema.getType(typeName ?? '');
    const field = isObjectType(type) ? type.getFields()[method.schemaName] : undefined;
    const resolve = instance && field && directResolver(instance, method.methodName, method.params ?? []);
    if (resolve) field.resolve = resolve;
  };
  for (const query of queries) replace(schema.getQueryType()?.name, query);
  for (const method of fieldResolvers) replace(objectTypes.find(({ target }) => target === method.getObjectType?.())?.name, method);
}

/** Returns the resolver that calls a method; null for parameters that only TypeGraphQL provides. */
function directResolver(instance: object, methodName: string, declared: readonly Declared[]): Resolve | null {
  const method: unknown = Reflect.get(instance, methodName);
  const parameters = declared.toSorted((one, other) => one.index - other.index).map(parameterOf);
  if (typeof method !== 'function' || !parameters.every((parameter) => parameter !== null)) return null;
  return (root, args, context, info) =>
    Reflect.apply(
      method,
      instance,
      parameters.map((parameter) => parameter(root, args, context, info)),
    ) as unknown;
}

function parameterOf(declared: Declared): Parameter | null {
  switch (declared.kind) {
    case 'arg': {
      const { name } = declared;
      return (_root, args) => args[name];
    }
    case 'root':
      return declared.propertyName === undefined ? (root) => root : null;
    case 'context':
      return declared.propertyName === undefined ? (_root, _args, context) => context : null;
    case 'info':
      return (_root, _args, _context, info) => info;
    case 'args':
    case 'custom':
    case 'pubSub':
      return null;
  }
}
