/* Who may read what: the statements of records and of the decorator `@Access`, and the rows that the graph enforces. */

import { isObjectType, type GraphQLObjectType, type GraphQLSchema } from 'graphql';
import { Extensions } from 'type-graphql';
import type { Scope, SelfScope } from '../../records/caller.js';
import type { FieldAccess, RecordAccess, Requirement } from '../../records/fields.js';

/**
 * States who may read a field or obtain the objects of a type, beside the field or the class:
 *
 *     @Access({ scope: 'public', people: 'none' })         a type
 *     @Access('content:read')                              a field
 *     @Access('sso:issue', { scope: 'self:sso', … })       a mutation that callers may also use for themselves
 *
 * A field that states nothing takes the scope of its type. The fields of Query, Mutation and Subscription have to state one.
 */
export function Access(stated: Requirement | FieldAccess | RecordAccess, self?: SelfUse) {
  const statement = typeof stated === 'string' ? { scope: stated } : stated;
  return Extensions({ [extension]: self === undefined ? statement : { ...statement, selfUse: self } });
}

const extension = 'eventGraphAccess';

/** The requirement for a field: one of these, or several scopes, which are all required. */
export type FieldRequirement = Requirement | readonly Scope[];

/** The row of a field whose object may be the caller's own. */
export interface FieldRequirementWithSelf {
  readonly scope: FieldRequirement;
  /** Whether the `self` of the type opens the field of the caller's own object; or another scope that does. */
  readonly self: boolean | SelfScope;
}

/** The access rows of a graph by GraphQL type. A Map, because a type named `constructor` must not find a property of Object.prototype. */
export type AccessRows = ReadonlyMap<string, TypeAccess>;

/** Who may read the objects of one GraphQL type, and each of their fields. */
export interface TypeAccess {
  /** The requirement to obtain an object of the type. */
  readonly object: Requirement;
  /** What the objects describe of people, which the audit of reads records. */
  readonly people: DescribedPeople;
  /** The requirement to read a field. A scope other than `object` is checked at the field itself, which must be nullable. */
  readonly fields: Readonly<Record<string, FieldRequirement | FieldRequirementWithSelf>>;
  /** The scope that opens the caller's own objects. */
  readonly self?: SelfScope;
  /** The fields that a caller may use for itself with a scope of its own, in place of the scope in `fields`. */
  readonly selfUses?: Readonly<Record<string, SelfUse>>;
}

/**
 * What the objects of a type describe of people.
 * - `none`: nothing.
 * - `covered by parent`: they are part of an object that describes a person, or of the result of a write. The audit entry of the field
 *   that leads to them covers them.
 * - `identifiedBy`: each describes one person. These fields only identify it: an operation that selects no others is not audited.
 * - `containedIn`: they contain objects that describe people, all of them in this field. A selection on them is a selection on those
 *   objects.
 */
export type DescribedPeople =
  | 'none'
  | 'covered by parent'
  | { readonly identifiedBy: readonly string[] }
  | { readonly containedIn: string };

/** The use of a field for the caller itself. */
export interface SelfUse {
  readonly scope: SelfScope;
  /** Returns the arguments to use, by which the field concerns the owner of a mobile number only; null if they concern others. */
  readonly narrow: (args: never, mobile: string) => object | null;
  /** Where `narrow` expects the number, for the message of a denial: "Send this number …". */
  readonly expected: string;
}

/** Returns the rows that a schema states. @throws Error for a type, or a field of a root type, that states nothing: nothing is readable by default */
export function statedRows(schema: GraphQLSchema): AccessRows {
  const roots = new Set<unknown>([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !type.name.startsWith('__'));
  return new Map((types as GraphQLObjectType[]).map((type) => [type.name, rowsOf(type, roots.has(type))]));
}

const rootAccess: RecordAccess = { scope: 'public', people: 'none' };

function rowsOf(type: GraphQLObjectType, isRoot: boolean): TypeAccess {
  const stated = isRoot ? rootAccess : (type.extensions[extension] as RecordAccess | undefined);
  if (stated === undefined) throw new Error(`The type ${type.name} does not state who may read it. Add @Access({ scope: …, people: … }).`);
  const { scope: object, people, self } = stated;
  const fields: Record<string, FieldRequirement | FieldRequirementWithSelf> = {};
  const identifiedBy: string[] = [];
  const selfUses: Record<string, SelfUse> = {};
  for (const { name, extensions } of Object.values(type.getFields())) {
    const field = (extensions[extension] ?? {}) as FieldAccess & { readonly selfUse?: SelfUse };
    if (isRoot && field.scope === undefined) throw new Error(`${type.name}.${name} does not state who may read it. Add @Access(…).`);
    if (people === 'described' && field.person === undefined)
      throw new Error(
        `${type.name}.${name} does not state what it says of a person. Add { person: 'identified' } or { person: 'described' }.`,
      );
    const scope = field.scope ?? object;
    fields[name] = self === undefined ? scope : { scope, self: field.self ?? true };
    if (field.person === 'identified') identifiedBy.push(name);
    if (field.selfUse) selfUses[name] = field.selfUse;
  }
  const described = people === 'described' ? { identifiedBy } : people;
  return { object, people: described, fields, ...(self && { self }), ...(Object.keys(selfUses).length > 0 && { selfUses }) };
}

/** The scopes among what a caller needs; none for a field that is public or takes any credential. */
export function scopesOf(access: FieldRequirement): readonly Scope[] {
  if (typeof access === 'object') return access;
  return isScope(access) ? [access] : [];
}

function hasSelf(row: FieldRequirement | FieldRequirementWithSelf): row is FieldRequirementWithSelf {
  return typeof row === 'object' && 'self' in row;
}

export function isScope(access: Requirement): access is Scope {
  return access !== 'public' && access !== 'authenticated';
}

/** The access rows of a schema. None if it has been given none: then nothing is readable. */
export function accessRowsOf({ extensions }: Pick<GraphQLSchema, 'extensions'>): AccessRows {
  return (extensions[extension] as AccessRows | undefined) ?? noRows;
}

export function setAccessRows(schema: GraphQLSchema, rows: AccessRows): void {
  schema.extensions = { ...schema.extensions, [extension]: rows };
}

const noRows: AccessRows = new Map();

/** The access that a caller needs to obtain an object of a type. @throws Error for a type without rows: nothing is readable by default. */
export function objectAccess(typeName: string, rows: AccessRows): Requirement {
  return rowsOfType(typeName, rows).object;
}

/** The access that a caller needs to read a field. @throws Error for a field without a row: nothing is readable by default. */
export function fieldAccess(typeName: string, fieldName: string, rows: AccessRows): FieldRequirement {
  const row = rowOf(typeName, fieldName, rows);
  return hasSelf(row) ? row.scope : row;
}

/** The scope that opens the objects of a type which are the caller's own; null if no scope does. */
export function selfAccess(typeName: string, rows: AccessRows): SelfScope | null {
  return rowsOfType(typeName, rows).self ?? null;
}

/**
 * The scope that opens a field of the caller's own objects, or the use of a field for the caller itself; null if no scope does.
 * @throws Error for a row without a decision
 */
export function fieldSelfAccess(typeName: string, fieldName: string, rows: AccessRows): SelfScope | null {
  const { self } = rowsOfType(typeName, rows);
  if (self === undefined) return selfUse(typeName, fieldName, rows)?.scope ?? null;
  const row = rowOf(typeName, fieldName, rows);
  if (!hasSelf(row))
    throw new Error(`The access row of ${typeName}.${fieldName} must state whether ${self} opens it: { scope: …, self: true }.`);
  return row.self === true ? self : row.self || null;
}

/** How a caller may use a field for itself. */
export function selfUse(typeName: string, fieldName: string, rows: AccessRows): SelfUse | null {
  const { selfUses = {} } = rowsOfType(typeName, rows);
  return Object.hasOwn(selfUses, fieldName) ? (selfUses[fieldName] ?? null) : null;
}

/** What the objects of a type describe of people. `none` for a type without rows: an interface, a union or a scalar. */
export function peopleOf(typeName: string, rows: AccessRows): DescribedPeople {
  return rows.get(typeName)?.people ?? 'none';
}

/** The field in which the objects of a type contain those that describe people; null if they contain none. */
export function containedIn(typeName: string, rows: AccessRows): string | null {
  const people = peopleOf(typeName, rows);
  return typeof people === 'object' && 'containedIn' in people ? people.containedIn : null;
}

function rowOf(typeName: string, fieldName: string, rows: AccessRows): FieldRequirement | FieldRequirementWithSelf {
  const { fields } = rowsOfType(typeName, rows);
  const row = Object.hasOwn(fields, fieldName) ? fields[fieldName] : undefined;
  if (row === undefined) throw new Error(`${typeName}.${fieldName} has no access row.`);
  return row;
}

function rowsOfType(typeName: string, table: AccessRows): TypeAccess {
  const rows = table.get(typeName);
  if (rows === undefined) throw new Error(`The type ${typeName} has no access rows.`);
  return rows;
}
