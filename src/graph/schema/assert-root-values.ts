/* A check at the start: no resolver receives a copy of a record. */

import { isObjectType, type GraphQLSchema } from 'graphql';
import { getMetadataStorage } from 'type-graphql';

/** A resolver class of TypeGraphQL. */
export type ResolverClass = new () => object;

/*
 * TypeGraphQL converts the object that a field is resolved on. With `@Root() attendee: AttendeeType`, for example, the resolver receives
 * `Object.assign(new AttendeeType(), record)`. A resolver that is a method of the type's own class receives such a copy too. Object.assign copies
 * own properties only, but the fields of a record are getters of its prototype (docs/decisions/0008-records-as-views.md). So in the copy each field
 * is undefined. The type checker cannot see it. These checks find it when the schema is built.
 */

/**
 * Checks that each resolver receives the record itself.
 * @throws Error that names the class and the method of the first resolver that would receive a copy
 */
export function assertRootValues(schema: GraphQLSchema, resolvers: readonly ResolverClass[]): void {
  assertRootParameters(resolvers);
  assertOwnMethods(schema, resolvers);
}

/** Records are not instances of the classes that declare GraphQL types, so no `@Root()` may be typed by one. */
function assertRootParameters(resolvers: readonly ResolverClass[]): void {
  const { params, objectTypes, interfaceTypes } = getMetadataStorage();
  const declared = new Set<unknown>([...objectTypes, ...interfaceTypes].map(({ target }) => target));
  for (const param of params) {
    if (param.kind !== 'root' || !resolvers.some((resolver) => resolver === param.target)) continue;
    const type: unknown = param.getType?.();
    if (typeof type !== 'function' || !declared.has(type)) continue;
    throw new Error(
      `${param.target.name}.${param.methodName}: @Root() has the type ${type.name}, a class that declares a GraphQL type. TypeGraphQL ` +
        'would copy the record into an instance of it and lose the getters of the record. Type @Root() by the interface of the model, imported with "import type".',
    );
  }
}

/**
 * A field of a type is resolved by a method of a resolver class, or by graphql-js reading the property, but not by a method of the
 * type's class.
 */
function assertOwnMethods(schema: GraphQLSchema, resolvers: readonly ResolverClass[]): void {
  const { fieldResolvers, objectTypes } = getMetadataStorage();
  const resolved = new Set(
    fieldResolvers
      .filter(({ kind, target }) => kind === 'external' && resolvers.some((resolver) => resolver === target))
      .map(({ getObjectType, schemaName }) => `${nameOf(getObjectType?.())}.${schemaName}`),
  );
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__') || roots.has(type)) continue;
    for (const { name, resolve } of Object.values(type.getFields())) {
      if (resolve === undefined || resolved.has(`${type.name}.${name}`)) continue;
      throw new Error(
        `${type.name}.${name} is resolved by its own class. A class that declares a GraphQL type has fields only, and "simpleResolvers: true". ` +
          `Write the method in a resolver class, with @Root() typed by the interface of the model.`,
      );
    }
  }

  function nameOf(target: unknown): string | undefined {
    return objectTypes.find((objectType) => objectType.target === target)?.name;
  }
}
