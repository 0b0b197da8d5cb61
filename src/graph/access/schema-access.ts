/* The access rows of a schema, and what they state of a type and of a field. */

import type { GraphQLSchema } from 'graphql';
import type { SelfScope } from '../../model/caller.js';
import type { Access, AccessRows, DescribedPeople, FieldAccess, OwnUse, TypeAccess } from './access-rows.js';

/** The access rows of a schema. None if it has been given none: then nothing is readable. */
export function accessRowsOf({ extensions }: Pick<GraphQLSchema, 'extensions'>): AccessRows {
  return (extensions[extension] as AccessRows | undefined) ?? noRows;
}

/** Gives a schema its access rows. */
export function setAccessRows(schema: GraphQLSchema, rows: AccessRows): void {
  schema.extensions = { ...schema.extensions, [extension]: rows };
}

const extension = 'eventGraphAccess';
const noRows: AccessRows = new Map();

/** What a caller needs to obtain an object of a type. @throws Error for a type without rows: nothing is readable by default. */
export function objectAccess(typeName: string, rows: AccessRows): Access {
  return rowsOf(typeName, rows).object;
}

/** What a caller needs to read a field. @throws Error for a field without a row: nothing is readable by default. */
export function fieldAccess(typeName: string, fieldName: string, rows: AccessRows): FieldAccess {
  const { fields } = rowsOf(typeName, rows);
  const access = Object.hasOwn(fields, fieldName) ? fields[fieldName] : undefined;
  if (access === undefined)
    throw new Error(
      `${typeName}.${fieldName} has no access row. State who may read it next to the type, in src/graph/types/*/*.access.ts.`,
    );
  return access;
}

/** The scope that opens the objects of a type which are the caller's own. null: none does. */
export function selfAccess(typeName: string, rows: AccessRows): SelfScope | null {
  return rowsOf(typeName, rows).self?.scope ?? null;
}

/** The scope that opens a field of the caller's own objects, or the use of a field for the caller itself. null: none does. */
export function fieldSelfAccess(typeName: string, fieldName: string, rows: AccessRows): SelfScope | null {
  const { self } = rowsOf(typeName, rows);
  if (self) return self.opens[fieldName] === true ? self.scope : null;
  return ownUse(typeName, fieldName, rows)?.scope ?? null;
}

/** How a caller may use a field for itself. */
export function ownUse(typeName: string, fieldName: string, rows: AccessRows): OwnUse | null {
  const { ownUses = {} } = rowsOf(typeName, rows);
  return Object.hasOwn(ownUses, fieldName) ? (ownUses[fieldName] ?? null) : null;
}

/** What the objects of a type describe of people. `none` for a type without rows: an interface, a union or a scalar. */
export function peopleOf(typeName: string, rows: AccessRows): DescribedPeople {
  return rows.get(typeName)?.people ?? 'none';
}

/** The field in which the objects of a type contain those that describe people. null: they contain none. */
export function containedIn(typeName: string, rows: AccessRows): string | null {
  const people = peopleOf(typeName, rows);
  return typeof people === 'object' && 'containedIn' in people ? people.containedIn : null;
}

function rowsOf(typeName: string, table: AccessRows): TypeAccess {
  const rows = table.get(typeName);
  if (rows === undefined) throw new Error(`The type ${typeName} has no access rows. Add it to src/graph/types/access-table.ts.`);
  return rows;
}
