/* The scopes of an operations file: those that its types require, and those that it adds. */

import type { Scope } from '../../records/caller.js';
import type { BoundType, EndpointBinding, OperationsFile } from './endpoint-binding.js';

/**
 * The scope that every caller has who reads an object of one of the file's types: the scope of the endpoints that return it.
 * @returns for each type its scope; null if endpoints of different scopes return it. Types that no endpoint returns are left out.
 */
export function scopesByType({ types, bindings }: OperationsFile): ReadonlyMap<string, Scope | null> {
  const byName = new Map(types.map((type) => [type.name, type]));
  const scopes = new Map<string, Scope | null>();
  for (const { result, scope } of bindings) {
    for (const name of typesBelow(result.name, byName)) {
      const isSame = !scopes.has(name) || scopes.get(name) === scope;
      scopes.set(name, isSame ? scope : null);
    }
  }
  return scopes;
}

/** The scopes `operations:*` that the endpoints of a file require. */
export function operationScopes(bindings: readonly EndpointBinding[]): readonly Scope[] {
  return [...new Set(bindings.map(({ scope }) => scope).filter((scope) => scope.startsWith('operations:')))];
}

/** A type and all types that its fields lead to, as far as the file declares them. */
export function typesBelow(name: string, types: ReadonlyMap<string, BoundType>): ReadonlySet<string> {
  const found = new Set<string>();
  const unvisited = [name];
  for (let next = unvisited.pop(); next !== undefined; next = unvisited.pop()) {
    const type = types.get(next);
    if (type === undefined || found.has(next)) continue;
    found.add(next);
    unvisited.push(...type.fields.map((field) => field.type.name));
  }
  return found;
}
