/*
 * Who may read what. Records and the decorator `@Access` state it; `resolveAccess` completes the statements, and puts the access of each
 * type and field into its `extensions`. Enforcement, audit, directives and `describeScopes` read it there.
 */

import {
  BREAK,
  getNamedType,
  isAbstractType,
  isNonNullType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { Extensions } from 'type-graphql';
import type { Scope, SelfScope } from '../../records/caller.js';
import { scopesOf, type FieldAccess, type RecordAccess, type Requirement } from '../../records/record-access.js';
import type { Extensible } from '../execution/plan.js';
import { bareName, objectFieldsOf, objectTypesOf } from '../type-names.js';

/**
 * States who may read a field or obtain the objects of a type, beside the field or the class:
 *
 *     @Access({ scope: 'public', people: 'none' })         a type
 *     @Access('content:read')                              a field
 *     @Access('sso:issue', { scope: 'self:sso', … })       a mutation that callers may also use for themselves
 *
 * A field that states nothing takes the scope of its type. The fields of Query, Mutation and Subscription have to state one.
 */
export function Access(stated: Requirement | FieldAccess | RecordAccess, selfUse?: SelfUse) {
  const statement = typeof stated === 'string' ? { scope: stated } : stated;
  return Extensions({ [statementKey]: { ...statement, ...(selfUse && { selfUse }) } });
}

/** States the access of a field or a type that no decorator declares. */
export function stateAccess(of: Extensible, statement: FieldStatement | RecordAccess): void {
  of.extensions = { ...of.extensions, [statementKey]: statement };
}

interface FieldStatement extends FieldAccess {
  readonly selfUse?: SelfUse;
  /** True for a field that returns records of any type, and checks the access of each. */
  readonly checksRecords?: true;
}

const statementKey = 'eventGraphAccess';
const resolvedKey = 'eventGraphResolvedAccess';

/** The use of a mutation for the caller itself. */
export interface SelfUse {
  readonly scope: SelfScope;
  /** Returns the `input` to use, by which the mutation concerns the owner of a mobile number only; null if it concerns others. */
  readonly narrow: (input: never, mobile: string) => object | null;
  /** Where `narrow` expects the number, for the message of a denial: "Send this number …". */
  readonly expected: string;
}

/** Who may read a field of an object type. */
export interface ResolvedAccess {
  /** The field without the prefix of type names, such as `Attendee.mobile`. */
  readonly coordinate: string;
  /** The scopes that reading it requires, all of them. */
  readonly scopes: readonly Scope[];
  /** The scopes that its object does not require. They are checked at the field itself, which must be nullable. */
  readonly checked: readonly Scope[];
  /** Whether the field requires a credential. The server checks that. */
  readonly authenticated: boolean;
  /** The scope that opens the field of the caller's own object, or its use for the caller itself; null if no scope does. */
  readonly self: SelfScope | null;
  /** How a caller may use the field for itself; null if it may not. */
  readonly selfUse: SelfUse | null;
  /** Whether it says only which person its object describes. */
  readonly identifies: boolean;
}

/** The access of a field; undefined for a field of an interface, of introspection or of federation. */
export const accessOf = ({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>): ResolvedAccess | undefined =>
  extensions[resolvedKey] as ResolvedAccess | undefined;

/**
 * Who may obtain the objects of a type, and what they say of people. Undefined for a type that is no
 * object type, and for those of federation.
 */
export const typeAccessOf = ({ extensions }: Pick<GraphQLNamedType, 'extensions'>): RecordAccess | undefined =>
  extensions[statementKey] as RecordAccess | undefined;

/** The field in which the objects of a type contain those that describe people; null if they contain none. */
export function containedIn(type: GraphQLNamedType): string | null {
  const people = typeAccessOf(type)?.people;
  return typeof people === 'object' ? people.containedIn : null;
}

/** Whether the objects of a type describe people, or contain those that do. */
export const concernsPeople = (type: GraphQLNamedType): boolean => typeAccessOf(type)?.people === 'described' || containedIn(type) !== null;

/** The types of the objects that a field returns: several if it returns a union or an interface, none if it returns a scalar or an enum. */
export function returnedTypes(schema: GraphQLSchema, type: GraphQLOutputType): readonly GraphQLObjectType[] {
  const named = getNamedType(type);
  if (isAbstractType(named)) return schema.getPossibleTypes(named);
  return isObjectType(named) ? [named] : [];
}

/**
 * Resolves the access of all fields from what is stated.
 * @throws Error for a type, or a field of a root type, that states nothing: nothing is readable by default. For a field of a person that
 * does not state whether it identifies or describes that person; and for a statement that contradicts the type of its field
 */
export function resolveAccess(schema: GraphQLSchema): void {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  for (const type of objectTypesOf(schema)) {
    const isRoot = roots.includes(type);
    if (isRoot) stateAccess(type, { scope: 'public', people: 'none' });
    const ofType = typeAccessOf(type);
    if (ofType === undefined)
      throw new Error(`The type ${type.name} does not state who may read it. Add @Access({ scope: …, people: … }).`);
    for (const field of Object.values(type.getFields())) {
      const access = resolved(`${bareName(type)}.${field.name}`, statementOf(field), ofType, isRoot);
      field.extensions = { ...field.extensions, [resolvedKey]: access };
    }
  }
  for (const { type, field } of objectFieldsOf(schema)) assertFits(schema, type, field);
}

const statementOf = ({ extensions }: GraphQLField<unknown, unknown>) => (extensions[statementKey] ?? {}) as FieldStatement;

function resolved(coordinate: string, stated: FieldStatement, ofType: RecordAccess, isRoot: boolean): ResolvedAccess {
  if (isRoot && stated.scope === undefined) throw new Error(`${coordinate} does not state who may read it. Add @Access(…).`);
  if (ofType.people === 'described' && stated.person === undefined)
    throw new Error(
      `${coordinate} does not state whether it identifies or describes the person. Add { person: 'identified' } or { person: 'described' }.`,
    );
  const required = stated.scope ?? ofType.scope;
  const scopes = scopesOf(required);
  const ofObject = scopesOf(ofType.scope);
  const { selfUse = null } = stated;
  return {
    coordinate,
    scopes,
    checked: scopes.filter((scope) => !ofObject.includes(scope)),
    authenticated: required !== 'public',
    // A field opens to the caller itself only if its type does, or if it is a mutation with a use for the caller itself.
    self: ofType.self === undefined ? (selfUse?.scope ?? null) : (stated.self ?? ofType.self),
    selfUse,
    identifies: stated.person === 'identified',
  };
}

/** Checks that a field can be null where it is denied, and that it is no way around the scope of an object that it returns. */
function assertFits(schema: GraphQLSchema, type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): void {
  const { coordinate, scopes, checked, self } = accessOf(field)!;
  if (checked.length > 0 && isNonNullType(field.type))
    throw new Error(
      `${coordinate} requires ${checked.join(' and ')}, but its object does not, so the field must be nullable. ` +
        'Make it nullable, or change the scope that it states.',
    );
  if (statementOf(field).checksRecords) return;
  const held = [...scopes, ...scopesOf(typeAccessOf(type)?.scope)];
  for (const returned of returnedTypes(schema, field.type)) {
    const access = typeAccessOf(returned);
    const required = scopesOf(access?.scope);
    // A field such as Activity.viewer leads to the caller's own objects, with the scope of these.
    const leadsToSelf = checked.length === 1 && checked[0] === access?.self;
    if (!leadsToSelf && !required.every((scope) => held.includes(scope)))
      throw new Error(`${coordinate} returns ${returned.name}, which requires ${required.join(' and ')}, so it must require it too.`);
    if (self !== null && required.length > 0 && self !== access?.self)
      throw new Error(
        `${coordinate} is open to ${self}, but it returns ${returned.name}, whose own objects require ${access?.self ?? 'no such scope'}.`,
      );
  }
}

/**
 * Adds the required scopes to the descriptions of types and fields. A field that requires no other scope than its object has no such
 * sentence: the description of the type has it.
 */
export function describeScopes(schema: GraphQLSchema): void {
  for (const type of objectTypesOf(schema)) {
    const { scope, self = null } = typeAccessOf(type)!;
    appendRequirement(type, scopesOf(scope), self);
  }
  for (const { field } of objectFieldsOf(schema)) {
    const { checked, self } = accessOf(field)!;
    appendRequirement(field, checked, self);
  }
}

/** The right that a scope gives in place of another one. */
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
 * Whether a document, its fragments included, selects only fields that need `content:read` or no scope: nothing personal or secret. Its
 * response is then the same for all callers with the same rights: it may be stored here (server/operations/shared-results.ts) and by HTTP
 * caches, and be shared between callers.
 */
export function selectsContentOnly(document: DocumentNode, schema: GraphQLSchema): boolean {
  let only = true;
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field({ name }) {
        const field = types.getFieldDef();
        const isContent = (field && accessOf(field))?.scopes.every((scope) => scope === 'content:read');
        if (isContent || name.value === '__typename') return undefined;
        only = false;
        return BREAK;
      },
    }),
  );
  return only;
}
