/* What TypeGraphQL has no option for. It depends on how the release works: docs/decisions/0006-typegraphql-release-candidate.md. */

import { isObjectType, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import { getMetadataStorage, type PubSub } from 'type-graphql';

type ResolverClass = new () => object;

/**
 * TypeGraphQL lists arguments and root fields in the order in which their decorators ran: decorators of parameters run from the last to the
 * first, decorators of classes as the modules are loaded. This function restores the order of the source, and orders classes as given.
 * The whole process has one storage: the classes of a program that embeds the graph stay as they are.
 */
export function declareInOrder(resolvers: readonly ResolverClass[]): void {
  const storage = getMetadataStorage();
  storage.params = ownSorted(storage.params, resolvers, (one, other) => one.index - other.index);
  const position = ({ target }: { readonly target: unknown }) => resolvers.findIndex((resolver) => resolver === target);
  storage.queries = ownSorted(storage.queries, resolvers, (one, other) => position(one) - position(other));
}

/** Returns declarations with the graph's own resolvers sorted, after all others. */
function ownSorted<T extends { readonly target: unknown }>(
  declarations: readonly T[],
  resolvers: readonly ResolverClass[],
  compare: (one: T, other: T) => number,
): T[] {
  const isOwn = ({ target }: T) => resolvers.some((resolver) => resolver === target);
  return [...declarations.filter((declared) => !isOwn(declared)), ...declarations.filter(isOwn).toSorted(compare)];
}

/** TypeGraphQL requires an object for topics, although every subscription has a `subscribe` function of its own. */
export const noTopics: PubSub = {
  publish: () => {},
  subscribe: () => {
    throw new Error('A subscription is declared with topics. Give it a `subscribe` function instead.');
  },
};

type DirectResolver = GraphQLFieldResolver<unknown, unknown, Readonly<Record<string, unknown>>>;
type Method = ReturnType<typeof getMetadataStorage>['queries' | 'fieldResolvers'][number];

/**
 * Replaces the resolvers of queries and fields. Those of TypeGraphQL await a validation of every argument, although
 * there is none: a promise for each argument and two for each call, a tenth of the time of an operation that reads one attendee.
 * Mutations and subscriptions keep theirs.
 */
export function callMethodsDirectly(schema: GraphQLSchema, resolvers: readonly ResolverClass[]): void {
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

function directResolver(instance: object, { methodName, params = [] }: Method): DirectResolver {
  const method = Reflect.get(instance, methodName) as (...values: readonly unknown[]) => unknown;
  const parameters = params
    .toSorted((one, other) => one.index - other.index)
    .map((declared): ((...values: Parameters<DirectResolver>) => unknown) => {
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
