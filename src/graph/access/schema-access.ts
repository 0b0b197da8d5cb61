/* The access rows of a schema, and what they state of a type and of a field. */

import type { GraphQLSchema } from 'graphql';
import type { SelfScope } from '../../records/caller.js';
import type { Requirement } from '../../records/fields.js';
import {
  hasSelf,
  type AccessRows,
  type DescribedPeople,
  type FieldRequirement,
  type FieldRequirementWithSelf,
  type SelfUse,
  type TypeAccess,
} from './access.js';

/** The access rows of a schema. None if it has been given none: then nothing is readable. */
export function accessRowsOf({ extensions }: Pick<GraphQLSchema, 'extensions'>): AccessRows {
  return (extensions[extension] as AccessRows | undefined) ?? noRows;
}

export function setAccessRows(schema: GraphQLSchema, rows: AccessRows): void {
  schema.extensions = { ...schema.extensions, [extension]: rows };
}

const extension = 'eventGraphAccess';
const noRows: AccessRows = new Map();

/** The access that a caller needs to obtain an object of a type. @throws Error for a type without rows: nothing is readable by default. */
export function objectAccess(typeName: string, rows: AccessRows): Requirement {
  return rowsOf(typeName, rows).object;
}

/** The access that a caller needs to read a field. @throws Error for a field without a row: nothing is readable by default. */
export function fieldAccess(typeName: string, fieldName: string, rows: AccessRows): FieldRequirement {
  const row = rowOf(typeName, fieldName, rows);
  return hasSelf(row) ? row.scope : row;
}

/** The scope that opens the objects of a type which are the caller's own; null if no scope does. */
export function selfAccess(typeName: string, rows: AccessRows): SelfScope | null {
  return rowsOf(typeName, rows).self ?? null;
}

/**
 * The scope that opens a field of the caller's own objects, or the use of a field for the caller itself; null if no scope does.
 * @throws Error for a row without a decision
 */
export function fieldSelfAccess(typeName: string, fieldName: string, rows: AccessRows): SelfScope | null {
  const { self } = rowsOf(typeName, rows);
  if (self === undefined) return selfUse(typeName, fieldName, rows)?.scope ?? null;
  const row = rowOf(typeName, fieldName, rows);
  if (!hasSelf(row))
    throw new Error(`The access row of ${typeName}.${fieldName} must state whether ${self} opens it: { scope: …, self: true }.`);
  return row.self === true ? self : row.self || null;
}

/** How a caller may use a field for itself. */
export function selfUse(typeName: string, fieldName: string, rows: AccessRows): SelfUse | null {
  const { selfUses = {} } = rowsOf(typeName, rows);
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
  const { fields } = rowsOf(typeName, rows);
  const row = Object.hasOwn(fields, fieldName) ? fields[fieldName] : undefined;
  if (row === undefined) throw new Error(`${typeName}.${fieldName} has no access row.`);
  return row;
}

function rowsOf(typeName: string, table: AccessRows): TypeAccess {
  const rows = table.get(typeName);
  if (rows === undefined) throw new Error(`The type ${typeName} has no access rows.`);
  return rows;
}
