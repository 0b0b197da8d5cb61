import { payloadNameOf, type BoundOperation, type BoundOperations, type BoundTypeReference } from '../../model/bound-operation.js';
import { scopesByType } from '../../model/bound-scopes.js';
import type { Scope } from '../../model/caller.js';
import { scopesOf, type Access, type FieldAccess } from '../access/access-rows.js';
import { accessTable, objectAccess, type AccessRows } from '../access/access-table.js';

/**
 * Returns the access rows of a graph with bound operations. The field of an operation requires the operation's scope. Documented
 * records inside its result require the same scopes as everywhere.
 */
export function boundAccess(bound: BoundOperations): AccessRows {
  const rows = new Map<string, AccessRows extends ReadonlyMap<string, infer Row> ? Row : never>(accessTable);
  for (const typeName of ['Activity', 'Mutation'] as const) {
    const documented = accessTable.get(typeName)!;
    const fields = bound.operations
      .filter(({ on }) => on === typeName)
      .map(
        (operation) =>
          [operation.key, typeName === 'Activity' ? [operation.scope, ...recordScopes(operation.result)] : operation.scope] as const,
      );
    rows.set(typeName, {
      ...documented,
      fields: { ...documented.fields, ...Object.fromEntries<FieldAccess>(fields.map(unique)) },
    });
  }
  for (const operation of bound.operations) if (operation.on === 'Mutation') rows.set(payloadNameOf(operation.key), payloadRow(operation));
  const scopes = scopesByType(bound);
  for (const { name, fields } of bound.types) {
    const object: Access = scopes.get(name) ?? 'authenticated';
    rows.set(name, { object, fields: Object.fromEntries(fields.map((field) => [field.name, insideRow(field.type, object)])) });
  }
  return rows;
}

const unique = ([key, access]: readonly [string, Scope | readonly Scope[]]): readonly [string, FieldAccess] => [
  key,
  typeof access === 'string' ? access : [...new Set(access)],
];

function payloadRow({ scope, result }: BoundOperation) {
  return { object: scope, fields: { result: insideRow(result, scope), userErrors: scope } };
}

/**
 * Returns the row of a field inside a result. A field that returns a documented record requires the scopes of the record, any other
 * field those of the object around it.
 */
function insideRow(type: BoundTypeReference, object: Access): FieldAccess {
  const scopes = recordScopes(type);
  return scopes.length === 0 ? object : scopes;
}

/** Returns the scopes that a documented record requires, and none for any other type. */
export function recordScopes({ name }: BoundTypeReference): readonly Scope[] {
  return accessTable.has(name) ? scopesOf(objectAccess(name)) : [];
}
