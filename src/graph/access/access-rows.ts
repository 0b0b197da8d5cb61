/* The content of an access row: who may obtain the objects of a type, read its fields, and whom it describes. */

import type { Scope, SelfScope } from '../../records/caller.js';

/**
 * The requirement for a caller. The graph enforces scopes. `public` and `authenticated` differ in the SDL only, which has @authenticated for
 * gateways: the server authenticates every request before it reaches the graph.
 */
export type Access = 'public' | 'authenticated' | Scope;

/** The requirement for a field: one of these, or several scopes, which are all required. */
export type FieldAccess = Access | readonly Scope[];

/** The row of a field whose object may be the caller's own. */
export interface FieldAccessWithSelf {
  readonly scope: Scope | readonly Scope[];
  /** Whether the `self` of the type opens the field of the caller's own object. */
  readonly self: boolean;
}

/** The names of the fields that classes declare. For a union of classes, the fields of each of them. */
export type FieldsOf<Classes> = Classes extends unknown ? keyof Classes & string : never;

/** The access rows of a graph by GraphQL type. */
export type AccessRows = ReadonlyMap<string, TypeAccess>;

/**
 * Who may read the objects of one GraphQL type, and each of their fields. `Classes` are the type's class and its resolver's
 * class, so a field without a row does not compile, and neither does a row without a field. Without classes, any name is a field.
 */
export interface TypeAccess<Classes = Readonly<Record<string, unknown>>> {
  /** The requirement to obtain an object of the type. */
  readonly object: Access;
  /** What the objects describe of people, which the audit of reads records. */
  readonly people: DescribedPeople<FieldsOf<Classes>>;
  /** The requirement to read a field. A scope other than `object` is checked at the field itself, which must be nullable. */
  readonly fields: Readonly<Record<FieldsOf<Classes>, FieldAccess | FieldAccessWithSelf>>;
  /** The scope that opens the caller's own objects, for `TypeAccessWithSelf` only. */
  readonly self?: SelfScope;
  /** The fields that a caller may use for itself with a scope of its own, in place of the scope in `fields`. */
  readonly selfUses?: Readonly<Partial<Record<FieldsOf<Classes>, SelfUse>>>;
}

/** The access rows of a type whose objects may be the caller's own. A row that does not state `self` does not compile. */
export interface TypeAccessWithSelf<Classes> extends TypeAccess<Classes> {
  readonly self: SelfScope;
  readonly fields: Readonly<Record<FieldsOf<Classes>, FieldAccessWithSelf>>;
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
export type DescribedPeople<Field extends string = string> =
  | 'none'
  | 'covered by parent'
  | { readonly identifiedBy: readonly Field[] }
  | { readonly containedIn: Field };

/** The use of a field for the caller itself. */
export interface SelfUse {
  readonly scope: SelfScope;
  /** Returns the arguments to use, by which the field concerns the owner of a mobile number only; null if they concern others. */
  readonly narrow: (args: never, mobile: string) => object | null;
  /** Where `narrow` expects the number, for the message of a denial: "Send this number …". */
  readonly expected: string;
}

/** The scopes among what a caller needs; none for a field that is public or takes any credential. */
export function scopesOf(access: FieldAccess): readonly Scope[] {
  if (typeof access === 'object') return access;
  return isScope(access) ? [access] : [];
}

export function hasSelf(row: FieldAccess | FieldAccessWithSelf): row is FieldAccessWithSelf {
  return typeof row === 'object' && 'self' in row;
}

export function isScope(access: Access): access is Scope {
  return access !== 'public' && access !== 'authenticated';
}
