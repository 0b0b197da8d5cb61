import {
  defaultFieldResolver,
  getNamedType,
  isAbstractType,
  isNonNullType,
  isObjectType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import type { Caller, Scope } from '../../records/caller.js';
import { setLacksScope } from '../executor-extensions.js';
import { scopesOf, type AccessRows, type SelfUse } from './access.js';
import { forbidden, forbiddenForOthers, type AccessContext } from './forbidden.js';
import { accessRowsOf, fieldAccess, fieldSelfAccess, objectAccess, selfAccess, selfUse } from './schema-access.js';
import { isSelf } from './self-attendee.js';

/**
 * Makes a schema enforce the access rows. A field whose scope differs from that of its object gets a resolver that checks the
 * scope first. Every other field keeps its resolver: the scope was checked when the object was obtained.
 * @throws Error for a field or a type without a row, and for a row that contradicts the type of its field
 */
export function enforceAccess(schema: GraphQLSchema): void {
  const rows = accessRowsOf(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) enforceField(schema, type, field, rows);
  }
}

function enforceField(schema: GraphQLSchema, type: GraphQLObjectType, field: GraphQLField<unknown, AccessContext>, rows: AccessRows): void {
  const ofObject = scopesOf(objectAccess(type.name, rows));
  const required = scopesOf(fieldAccess(type.name, field.name, rows)).filter((scope) => !ofObject.includes(scope));
  assertNullable(type, field, required);
  for (const returned of objectTypesOf(schema, field.type)) assertReturned(type, field, returned, required, rows);
  if (required.length === 0) return;
  const { resolve = defaultFieldResolver, subscribe } = field;
  const coordinate = `${type.name}.${field.name}`;
  const lacksScope = scopeCheck(required);
  const use = selfUse(type.name, field.name, rows);
  const denial = (context: AccessContext) => {
    const missing = required.filter((scope) => !context.caller.scopes.has(scope));
    const isOpenToCaller = use !== null && context.caller.scopes.has(use.scope);
    return isOpenToCaller ? forbiddenForOthers(context, missing, coordinate, use) : forbidden(context, missing, coordinate);
  };
  const isProperty = field.resolve === undefined;
  const isOpenToSelf = selfAccess(type.name, rows) !== null && fieldSelfAccess(type.name, field.name, rows) !== null;
  field.resolve = (source, args, context: AccessContext, info) => {
    if (!lacksScope(context) || (isOpenToSelf && isSelf(source))) return resolve(source, args, context, info);
    const ownArguments = use && selfArguments(use, args, context.caller);
    if (ownArguments === null) throw denial(context);
    return resolve(source, ownArguments, context, info);
  };
  // Read by the executor, which then needs no resolver for the callers that may read the field.
  if (isProperty) setLacksScope(field, lacksScope);
  if (!subscribe) return;
  field.subscribe = (source, args, context: AccessContext, info) => {
    if (lacksScope(context)) throw denial(context);
    return subscribe(source, args, context, info);
  };
}

/**
 * Returns a function that checks whether the caller of an operation lacks one of the required scopes. Nearly all fields require one scope.
 * The returned function has this scope as a constant, so each check is one lookup in a Set.
 */
function scopeCheck(required: readonly Scope[]): (context: AccessContext) => boolean {
  const [only, ...others] = required;
  if (only === undefined) return () => false;
  if (others.length === 0) return ({ caller }) => !caller.scopes.has(only);
  return ({ caller }) => !required.every((scope) => caller.scopes.has(scope));
}

/** The arguments by which a caller may use a field for itself; null if it may not, or if they concern others. */
function selfArguments({ scope, narrow }: SelfUse, args: unknown, { scopes, attendee }: Caller): object | null {
  const mobile = attendee?.mobile ?? null;
  return mobile !== null && scopes.has(scope) ? narrow(args as never, mobile) : null;
}

/** The types of the objects that a field returns: several if it returns a union or an interface, none if it returns a scalar or an enum. */
function objectTypesOf(schema: GraphQLSchema, type: GraphQLOutputType): readonly GraphQLObjectType[] {
  const named = getNamedType(type);
  if (isAbstractType(named)) return schema.getPossibleTypes(named);
  return isObjectType(named) ? [named] : [];
}

/** Checks that a field's row fits the row of a type that it returns. @param checked the scopes that are checked at the field */
function assertReturned(
  type: GraphQLObjectType,
  field: GraphQLField<unknown, AccessContext>,
  returned: GraphQLObjectType,
  checked: readonly Scope[],
  rows: AccessRows,
): void {
  const coordinate = `${type.name}.${field.name}`;
  const ofObject = scopesOf(objectAccess(type.name, rows));
  const required = scopesOf(objectAccess(returned.name, rows));
  const returnedSelf = selfAccess(returned.name, rows);
  // A field such as Activity.viewer leads to the caller's own objects, with the scope of these.
  const leadsToSelf = checked.length === 1 && checked[0] === returnedSelf;
  // Otherwise the field would be a way around the scope that the returned type requires.
  if (!leadsToSelf && !required.every((scope) => checked.includes(scope) || ofObject.includes(scope))) {
    throw new Error(
      `${coordinate} returns ${returned.name}, which requires ${required.join(' and ')}, so its access row must require it too.`,
    );
  }
  const self = fieldSelfAccess(type.name, field.name, rows);
  if (self !== null && required.length > 0 && self !== returnedSelf) {
    throw new Error(
      `${coordinate} is open to ${self}, but it returns ${returned.name}, whose own objects require ${returnedSelf ?? 'no such scope'}.`,
    );
  }
}

/** A denial is an error at the field. In a field that is not nullable it would discard the object around it. */
function assertNullable(type: GraphQLObjectType, field: GraphQLField<unknown, AccessContext>, checked: readonly Scope[]): void {
  if (checked.length === 0 || !isNonNullType(field.type)) return;
  throw new Error(
    `${type.name}.${field.name} requires ${checked.join(' and ')}, but its object does not, so the field must be nullable. ` +
      'Make it nullable, or change the scope that it states.',
  );
}
