/*
 * How Apollo Client's cache merges objects without id, and lists of them. `npm run schema` writes the policies, which use these functions.
 * The table `keys` is all that it repeats of the schema: a row for each type without id that a list returns.
 */

/** Merges objects of a type without id, field by field. */
export const merged = { merge: true } as const;

/** Merges lists of objects without id, item by item. @param prefix the TYPE_PREFIX of the graph */
export function itemByItemOf(prefix: string) {
  return { merge: (older: unknown, newer: unknown): unknown => mergedList(older, newer, prefix) } as const;
}

export const pageInfo = { merge: (older: Stored | undefined, newer: Stored): Stored => mergedPageInfo(older, newer) } as const;

/** An object in the cache. */
export type Stored = Readonly<Record<string, unknown>>;

/** The key of an item, by type: what no other item of its list has. undefined if the field of the key was not selected. */
const keys: Readonly<Record<string, (item: Stored) => unknown>> = {
  CheckInField: ({ field }) => (isStored(field) ? field['name'] : undefined),
  CheckInMatch: ({ attendeeId }) => attendeeId,
  CustomFieldValue: ({ name }) => name,
  FormField: ({ name }) => name,
  ScheduleDay: ({ date }) => date,
};

export const isStored = (value: unknown): value is Stored => typeof value === 'object' && value !== null && !Array.isArray(value);
export const reference = (value: unknown): unknown => (isStored(value) ? value['__ref'] : undefined);

/** The key of an edge is its node, or its cursor if the node has no id. */
export const edgeKey = (edge: Stored): unknown => reference(edge['node']) ?? edge['cursor'];

function itemKey(item: unknown, prefix: string): unknown {
  if (!isStored(item)) return undefined;
  const type = String(item['__typename']);
  if (type.endsWith('Edge')) return edgeKey(item) ?? undefined;
  return type.startsWith(prefix) ? (keys[type.slice(prefix.length)]?.(item) ?? undefined) : undefined;
}

/**
 * Returns the newer list, each item with the fields of the older item of the same key. Items whose key occurs
 * twice in a list are not merged: they stay as the newer list has them.
 */
export function mergedList(older: unknown, newer: unknown, prefix: string): unknown {
  if (!Array.isArray(older) || !Array.isArray(newer)) return newer;
  const [before, now] = [itemsByKey(older, prefix), itemsByKey(newer, prefix)];
  return newer.map((item: unknown) => {
    const key = itemKey(item, prefix);
    return now.get(key) === undefined ? item : mergedValue(before.get(key), item, prefix);
  });
}

/** The items by their keys. undefined for a key that occurs twice. */
function itemsByKey(items: readonly unknown[], prefix: string): ReadonlyMap<unknown, unknown> {
  const found = new Map<unknown, unknown>();
  for (const item of items) {
    const key = itemKey(item, prefix);
    if (key !== undefined) found.set(key, found.has(key) ? undefined : item);
  }
  return found;
}

/** Merges two objects of one type without id. For any other values it returns the newer one. */
function mergedValue(older: unknown, newer: unknown, prefix: string): unknown {
  if (Array.isArray(newer)) return mergedList(older, newer, prefix);
  if (!isStored(older) || !isStored(newer) || older['__typename'] === undefined || older['__typename'] !== newer['__typename'])
    return newer;
  const fields = Object.entries(newer).map(([name, value]) => [name, mergedValue(older[name], value, prefix)]);
  return { ...older, ...Object.fromEntries(fields) };
}

/**
 * Merges two PageInfo objects, which may belong to one page or to two pages of a list.
 * A cursor of one page would be wrong in another. So cursors of the older object are used only if the two have a cursor in common,
 * which shows that they belong to one page. Components that share a page should both select `endCursor`.
 */
export function mergedPageInfo(older: Stored | undefined, newer: Stored): Stored {
  const samePage = ['startCursor', 'endCursor'].some((name) => newer[name] !== undefined && newer[name] === older?.[name]);
  const olderFields = Object.entries(older ?? {}).filter(([name]) => samePage || !name.endsWith('Cursor'));
  return { ...Object.fromEntries(olderFields), ...newer };
}
