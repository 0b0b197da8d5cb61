/* What a caller may read of a selection, from the access rows alone. It shares no line with the enforcement. */

import { hasSelf, scopesOf } from '../../../src/graph/access/access-rows.js';
import { accessTable } from '../../../src/graph/types/access-table.js';
import type { Caller, Scope } from '../../../src/records/caller.js';
import type { SelectedField, Selection } from './paths.js';

/** What the rows state about a field: the scopes that the caller lacks, and whether the objects it leads to are the caller's own. */
function verdict(typeName: string, { name, on, child }: SelectedField, own: boolean, { scopes, attendee }: Caller) {
  // `_entities` has no row: only the objects have.
  const { object, fields, self, selfUses } = accessTable.get(typeName)!;
  const row = name === '_entities' ? 'authenticated' : fields[name]!;
  const access = hasSelf(row) ? row.scope : row;
  const needed = [...scopesOf(access), ...(on === null ? [] : scopesOf(accessTable.get(on)!.object))];
  const missing = needed.filter((scope) => !scopes.has(scope));
  const ofOwn = own && self !== undefined && scopes.has(self) && hasSelf(row) && row.self;
  const use = (selfUses as Readonly<Record<string, { scope: Scope }>> | undefined)?.[name];
  const forItself = use !== undefined && scopes.has(use.scope) && attendee !== undefined;
  return {
    allowed: missing.length === 0 || ofOwn || forItself,
    missing: missing.filter((scope) => !scopesOf(object).includes(scope) || on !== null),
    own:
      (typeof access === 'string' && access.startsWith('self:')) ||
      forItself ||
      (own && child !== null && accessTable.get(child.typeName)!.self !== undefined),
  };
}

/** The response to a caller, made from the response to one who may read everything. Errors: position, code and missing scopes. */
export function expectedFor(selection: Selection, everything: Record<string, unknown>, caller: Caller) {
  const errors = new Set<string>();
  const part = (of: Selection, value: unknown, own: boolean, at: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.filter((item) => isServed(item, caller)).map((item: unknown) => part(of, item, own, at));
    if (value === null) return null;
    const object = value as Record<string, unknown>;
    const entries = of.fields.map((field): [string, unknown] => {
      const { allowed, missing, own: leadsToOwn } = verdict(of.typeName, field, own, caller);
      const position = [...at, field.key];
      if (!allowed) {
        errors.add(`${position.join('.')} FORBIDDEN ${missing.join(',')}`);
        return [field.key, field.name === '_entities' ? [null] : null];
      }
      return [field.key, field.child === null ? object[field.key] : part(field.child, object[field.key], leadsToOwn, position)];
    });
    return { ...('__typename' in object && { __typename: object['__typename'] }), ...Object.fromEntries(entries) };
  };
  const data = part(selection, everything, false, []) as Record<string, unknown>;
  return { data, errors: [...errors].toSorted() };
}

/** An activity of another tenant is not in a list. */
function isServed(item: unknown, { activities }: Caller): boolean {
  const { __typename: typeName, id } = (item ?? {}) as Record<string, unknown>;
  return typeName !== 'Activity' || activities === undefined || [...activities].some((own) => String(own) === id);
}

/** The part of a selection that a caller may read. */
export function allowedPart({ typeName, fields }: Selection, caller: Caller, own = false): Selection {
  return {
    typeName,
    fields: fields.flatMap((field) => {
      const { allowed, own: leadsToOwn } = verdict(typeName, field, own, caller);
      return allowed ? [{ ...field, child: field.child && allowedPart(field.child, caller, leadsToOwn) }] : [];
    }),
  };
}

/** The coordinates of the fields that were read on an object; of composite fields those that returned one. */
export function fieldsReached({ typeName, fields }: Selection, value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => fieldsReached({ typeName, fields }, item));
  if (value === null || value === undefined) return [];
  return fields.flatMap(({ name, key, child }) => {
    const inside = (value as Record<string, unknown>)[key];
    if (child === null) return [`${typeName}.${name}`];
    const below = fieldsReached(child, inside);
    return below.length > 0 ? [`${typeName}.${name}`, ...below] : [];
  });
}
