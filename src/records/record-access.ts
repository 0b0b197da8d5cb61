/* Who may read records and their fields. The graph enforces it, and the audit follows it. */

import type { Scope, SelfScope } from './caller.js';

/** Who may read a field, where this differs from its record, and whether it identifies or describes a person. */
export interface FieldAccess {
  /** Omitted: the scope of the record. A field with another one must be nullable: a denial is null with an error. */
  readonly scope?: Requirement | readonly Scope[];
  /**
   * Of a record that describes a person, where each field states it: `identified` for a field that says only which person it is, so that
   * reading it alone is not audited; `described` for any other.
   */
  readonly person?: 'identified' | 'described';
  /** The scope that opens the field of the caller's own record, in place of the `self` of the record. */
  readonly self?: SelfScope;
}

/**
 * The requirement for a caller. The graph enforces scopes. `public` and `authenticated` differ in the SDL only, which has @authenticated
 * for gateways: the server authenticates every request before it reaches the graph.
 */
export type Requirement = 'public' | 'authenticated' | Scope;

/** The scopes among what a caller needs; none for what is public or takes any credential. */
export function scopesOf(required: Requirement | readonly Scope[] = []): readonly Scope[] {
  if (typeof required === 'object') return required;
  return required === 'public' || required === 'authenticated' ? [] : [required];
}

/** Who may obtain a record, and whether it describes people. */
export interface RecordAccess {
  /** The requirement to obtain the record, and to read each field that states no other. */
  readonly scope: Requirement;
  /**
   * - `none`: it describes no person.
   * - `described`: it describes one person; each field states what it says (`FieldAccess.person`).
   * - `covered by parent`: it is part of a record that describes a person, or of the result of a write, whose audit entry covers it.
   * - `containedIn`: it contains records that describe people, all of them in this field.
   */
  readonly people: 'none' | 'described' | 'covered by parent' | { readonly containedIn: string };
  /** The scope that opens the caller's own record. Omitted: none does. */
  readonly self?: SelfScope;
}
