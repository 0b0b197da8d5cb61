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
import { type Caller, type Scope, type SelfScope, isPersonalScope } from '../../records/caller.js';
import { entityTypeNames } from '../entity-types.js';
import { setLacksScope } from '../executor-extensions.js';
import {
  scopesOf,
  type AccessRows,
  type SelfUse,
  accessRowsOf,
  fieldAccess,
  fieldSelfAccess,
  objectAccess,
  selfAccess,
  selfUse,
  containedIn,
  peopleOf,
} from './access.js';
import { forbidden, forbiddenForOthers, type AccessContext } from './forbidden.js';
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

/**
 * Adds the required scopes to the descriptions of types and fields, from the access rows. A field that requires no other scope than its
 * object has no such sentence: the description of the type has it.
 */
export function describeScopes(schema: GraphQLSchema): void {
  const rows = accessRowsOf(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    const ofObject = scopesOf(objectAccess(type.name, rows));
    appendRequirement(type, ofObject, selfAccess(type.name, rows));
    for (const field of Object.values(type.getFields())) {
      const required = scopesOf(fieldAccess(type.name, field.name, rows)).filter((scope) => !ofObject.includes(scope));
      appendRequirement(field, required, fieldSelfAccess(type.name, field.name, rows));
    }
  }
}

/** What a scope permits in place of another one. */
const permittedBy: Readonly<Record<SelfScope, string>> = {
  'self:read': "the caller's own record",
  'self:register': "the caller's own mobile number only",
  'self:sso': "the caller's own mobile number only",
};

function appendRequirement(described: { description?: string | null | undefined }, scopes: readonly Scope[], self: SelfScope | null): void {
  if (scopes.length === 0) return;
  const names = scopes.map((scope) => `\`${scope}\``).join(' and ');
  const alternative = self === null ? '' : `, or \`${self}\` for ${permittedBy[self]}`;
  const requirement = `Requires the ${scopes.length === 1 ? 'scope' : 'scopes'} ${names}${alternative}.`;
  described.description = described.description ? `${described.description}\n${requirement}` : requirement;
}

/**
 * Checks what the access rows state about people. Data behind a scope for personal data must belong to a type that describes people. A
 * type that is covered by the audit entry of its parent must be reachable through such fields only. Otherwise people
 * would be read without an audit entry, or with a wrong number.
 * @throws Error for the first type or field that contradicts this
 */
export function assertPeople(schema: GraphQLSchema): void {
  const rows = accessRowsOf(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    const describesNoPerson = peopleOf(type.name, rows) === 'none';
    if (describesNoPerson && scopesOf(objectAccess(type.name, rows)).some(isPersonalScope)) throw undescribed(type.name);
    if (!describesNoPerson && containedIn(type.name, rows) === null) continue;
    for (const field of Object.values(type.getFields())) {
      const coordinate = `${type.name}.${field.name}`;
      const returned = getNamedType(field.type);
      const people = peopleOf(returned.name, rows);
      if (people === 'covered by parent' && type !== schema.getMutationType()) throw unrecorded(coordinate, returned.name);
      const isPersonal = scopesOf(fieldAccess(type.name, field.name, rows)).some(isPersonalScope);
      if (describesNoPerson && isPersonal && people === 'none' && !isAbstractType(returned)) throw undescribed(coordinate);
    }
  }
  assertCounts(schema, rows);
}

/**
 * Checks that the audit can count the people whom objects describe. Those in a container are the values of the field that its row names.
 * Among objects of several types they are distinguished by the kind of the record, which only entities have.
 */
function assertCounts(schema: GraphQLSchema, rows: AccessRows): void {
  const types = Object.values(schema.getTypeMap());
  for (const type of types) {
    const people = peopleOf(type.name, rows);
    if (typeof people !== 'object' || !isObjectType(type)) continue;
    const isAlternative = types.some((other) => isAbstractType(other) && schema.isSubType(other, type));
    if ('identifiedBy' in people) {
      if (isAlternative && !entityTypeNames.some((name) => name === type.name)) throw indistinct(type.name);
      continue;
    }
    const field = type.getFields()[people.containedIn];
    const contained = field && peopleOf(getNamedType(field.type).name, rows);
    if (typeof contained !== 'object' || !('identifiedBy' in contained) || field?.resolve || isAlternative)
      throw uncounted(type.name, people.containedIn);
  }
}

const undescribed = (what: string) =>
  new Error(
    `${what} requires a scope for personal data, but its type describes no person. State in the member "people" of the access rows what identifies a person.`,
  );

const unrecorded = (coordinate: string, typeName: string) =>
  new Error(
    `${coordinate} returns ${typeName}, whose access rows state that the audit entry of its parent covers it. This field has none: state what identifies a person.`,
  );

const uncounted = (typeName: string, container: string) =>
  new Error(
    `The access rows of ${typeName} state that it contains people in ${container}. The audit counts them only if this field has no resolver and returns objects that describe people, and if no interface or union has the type.`,
  );

const indistinct = (typeName: string) =>
  new Error(
    `${typeName} describes people and belongs to an interface or a union, in which the audit finds people by the kind of their record. Make it an entity by a row of contentOfEntity in src/records/content-kind.ts, or return it by a field of its own type.`,
  );
