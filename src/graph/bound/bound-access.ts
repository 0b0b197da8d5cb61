import { scopesByType } from '../../model/bound/bound-scopes.js';
import { payloadNameOf, type BoundTypeReference, type EndpointBinding, type OperationsFile } from '../../model/bound/endpoint-binding.js';
import type { Scope } from '../../records/caller.js';
import { scopesOf, type Access, type AccessRows, type FieldAccess, type TypeAccess } from '../access/access-rows.js';
import { objectAccess } from '../access/schema-access.js';
import { accessTable } from '../types/access-table.js';

/**
 * Returns the access rows of a graph with bound fields. Such a field requires the scope that the file states. Documented records
 * inside its result require the same scopes as everywhere. The file states whether the result describes people, and the resolver of
 * the field records that in the audit.
 */
export function boundAccess(bound: OperationsFile): AccessRows {
  const rows = new Map<string, TypeAccess>(accessTable);
  for (const typeName of ['Activity', 'Mutation'] as const) {
    const documented = accessTable.get(typeName)!;
    const fields: Record<string, TypeAccess['fields'][string]> = { ...documented.fields };
    for (const binding of bound.bindings) if (binding.on === typeName) fields[binding.key] = fieldRow(binding);
    rows.set(typeName, { ...documented, fields });
  }
  for (const binding of bound.bindings) if (binding.on === 'Mutation') rows.set(payloadNameOf(binding.key), payloadRow(binding));
  const scopes = scopesByType(bound);
  for (const { name, fields } of bound.types) {
    const object: Access = scopes.get(name) ?? 'authenticated';
    rows.set(name, {
      object,
      people: 'covered by parent',
      fields: Object.fromEntries(fields.map((field) => [field.name, insideRow(field.type, object)])),
    });
  }
  return rows;
}

/**
 * A read requires the scope that the file states, and the scopes of the documented records in its result. A write returns a payload,
 * which has its own row.
 */
function fieldRow({ on, scope, result }: EndpointBinding): FieldAccess {
  return on === 'Activity' ? [...new Set([scope, ...recordScopes(result)])] : scope;
}

function payloadRow({ scope, result }: EndpointBinding): TypeAccess {
  return { object: scope, people: 'covered by parent', fields: { result: insideRow(result, scope), userErrors: scope } };
}

/**
 * Returns the row of a field inside a result. A field that returns a documented record requires the scopes of the record, any other
 * field requires the scopes of the object around it.
 */
function insideRow(type: BoundTypeReference, object: Access): FieldAccess {
  const scopes = recordScopes(type);
  return scopes.length === 0 ? object : scopes;
}

/** Returns the scopes that a documented record requires, and none for any other type. */
export function recordScopes({ name }: BoundTypeReference): readonly Scope[] {
  return accessTable.has(name) ? scopesOf(objectAccess(name, accessTable)) : [];
}
