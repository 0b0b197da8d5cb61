/* Resolvers that call the methods of the resolver classes directly. */

import { isObjectType, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import { getMetadataStorage } from 'type-graphql';

type Resolve = GraphQLFieldResolver<unknown, unknown, Readonly<Record<string, unknown>>>;
type Method = ReturnType<typeof getMetadataStorage>['queries' | 'fieldResolvers'][number];

/**
 * Replaces the resolvers of queries and fields. Those of TypeGraphQL await a validation of every argument, although there is none: a promise
 * for each argument and two for each call, about 4% of an operation that reads one attendee. Mutations and subscriptions keep theirs.
 */
export function callMethodsDirectly(schema: GraphQLSchema, resolvers: readonly (new () => object)[]): void {
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
