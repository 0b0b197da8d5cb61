/* Checks whether the types of an operations file are used, and whether their values can exist and be read by those who may call its operations. */

import { isPersonalScope, type Scope } from '../../records/caller.js';
import {
  scopesByType,
  typesBelow,
  type DocumentedGraph,
  type BoundRecord,
  type BoundType,
  type BoundTypeReference,
  type OperationsFile,
} from '../../records/operations-file.js';
import { below, type FileProblems } from '../json-file.js';

/** Adds a problem for each type that no operation returns. Adds none while the name of a type is a problem: it may be such a type, misspelt. */
export function checkUse({ types, bindings }: OperationsFile, problems: FileProblems): void {
  if (problems.all.some(({ pointer }) => namesType.test(pointer))) return;
  const byName = new Map(types.map((type) => [type.name, type]));
  const used = new Set(bindings.flatMap(({ result }) => [...typesBelow(result.name, byName)]));
  for (const { name } of types) {
    if (!used.has(name)) problems.add(below('/types', name), 'expected an operation that returns it: nothing uses this type');
  }
}

/** A pointer to the type of a field, or of a result. */
const namesType = /^\/(types\/[^/]*\/fields\/[^/]*\/type|operations\/[^/]*\/result)$/;

/**
 * Adds a problem for each type that no value can have, and for each non-null field whose record requires a scope other than that of its type:
 * without that scope the field is null. Adds one for each `ttl` of a result that contains attendees.
 */
export function checkTypes(bound: OperationsFile, graph: DocumentedGraph, problems: FileProblems): void {
  const scopes = scopesByType(bound);
  const byName = new Map(bound.types.map((type) => [type.name, type]));
  for (const { key, result, ttlSeconds } of bound.bindings) {
    const ttl = below('/operations', key, 'ttl');
    const person = ttlSeconds === null || problems.has(ttl) ? undefined : personalRecordIn(result.name, byName, graph);
    if (person !== undefined) problems.add(ttl, `expected no ttl: the result contains ${person}, which is personal data and is not cached`);
  }
  for (const type of bound.types) {
    const cycle = nonNullCycle(type, byName);
    if (cycle !== null)
      problems.add(
        below('/types', type.name, 'fields', cycle, 'type'),
        'expected a nullable type or a list: the field leads back to its own type, so no value would ever end',
      );
    for (const { name, type: returned } of type.fields) {
      const scope = recordScope(returned.name, graph);
      if (scope === undefined || !returned.nonNull || !scopes.has(type.name) || scopes.get(type.name) === scope) continue;
      problems.add(
        below('/types', type.name, 'fields', name, 'type'),
        `expected a nullable type: ${returned.name} requires the scope ${scope}, and the field is null for callers without it`,
      );
    }
  }
}

/** The scope that a documented record requires; undefined for any other type. */
const recordScope = (name: string, { recordScopes }: DocumentedGraph): Scope | undefined =>
  Object.hasOwn(recordScopes, name) ? recordScopes[name as BoundRecord] : undefined;

/** The name of a documented record of people that values of a type contain; undefined for none. */
function personalRecordIn(name: string, types: ReadonlyMap<string, BoundType>, graph: DocumentedGraph): string | undefined {
  const names = [name, ...[...typesBelow(name, types)].flatMap((type) => types.get(type)!.fields.map((field) => field.type.name))];
  return names.find((contained) => {
    const scope = recordScope(contained, graph);
    return scope !== undefined && isPersonalScope(scope);
  });
}

/** The name of the first field by which a type contains itself through fields that are never null; null for none. */
function nonNullCycle(type: BoundType, types: ReadonlyMap<string, BoundType>): string | null {
  for (const field of type.fields) if (isRequired(field.type) && leadsTo(field.type.name, type.name, types, new Set())) return field.name;
  return null;
}

function leadsTo(from: string, target: string, types: ReadonlyMap<string, BoundType>, visited: Set<string>): boolean {
  if (from === target) return true;
  if (visited.has(from)) return false;
  visited.add(from);
  const fields = types.get(from)?.fields ?? [];
  return fields.some((field) => isRequired(field.type) && leadsTo(field.type.name, target, types, visited));
}

/** Whether a value is always there. A list may be empty. */
const isRequired = ({ nonNull, list }: BoundTypeReference): boolean => nonNull && list === null;
