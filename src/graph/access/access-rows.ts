import type { Scope } from '../../model/caller.js';

/** What a caller needs: nothing, any credential, or a scope. */
export type Access = 'open' | 'authenticated' | Scope;

/** What a caller needs for a field: one of these, or several scopes, all of which are required. */
export type FieldAccess = Access | readonly Scope[];

/** The names of the fields that classes declare. For a union of classes, the fields of each of them. */
export type FieldsOf<Classes> = Classes extends unknown ? keyof Classes & string : never;

/**
 * Who may read the objects of one GraphQL type, and each of their fields. `Classes` are the type's class and its resolver's
 * class, so a field without a row does not compile, and neither does a row without a field.
 */
export interface TypeAccess<Classes = never> {
  /** What a caller needs to obtain an object of the type. */
  readonly object: Access;
  /** What a caller needs to read a field. A scope other than `object` is checked at the field itself, which must be nullable. */
  readonly fields: Readonly<Record<FieldsOf<Classes>, Access>>;
}

/** The scopes among what a caller needs; none for a field that is open or takes any credential. */
export function scopesOf(access: FieldAccess): readonly Scope[] {
  if (typeof access === 'object') return access;
  return isScope(access) ? [access] : [];
}

export function isScope(access: Access): access is Scope {
  return access !== 'open' && access !== 'authenticated';
}
