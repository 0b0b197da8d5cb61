/* Fields that the cache reads by rules of their own: pages of attendees as one list, and records by id. */

import { isStored, mergedList, type Stored } from './merge.js';

/** What Apollo Client passes to a policy's functions, as far as they use it. */
export interface FieldOptions {
  readonly args: Stored | null;
  readField(this: void, name: string, from?: unknown): unknown;
  canRead(this: void, value: unknown): boolean;
  toReference(this: void, object: { readonly __typename: string; readonly id: string }): unknown;
}

/** The pages that were fetched, joined. Its edges are there for pages of `nodes` too. */
export interface Pages extends Stored {
  readonly edges?: readonly Stored[];
  /** The number of items up to the end of each page, by the page's `endCursor`. */
  readonly ends?: Readonly<Record<string, number>>;
}

/** Joins pages of attendees to one list for each `offset`. A page without `after` begins the list anew. @param prefix the TYPE_PREFIX */
export function attendeePagesOf(prefix: string) {
  return {
    keyArgs: ['offset'],
    read(pages: Pages | undefined, { canRead, readField }: FieldOptions): Stored | undefined {
      if (pages?.edges === undefined) return pages;
      // A record that was evicted leaves the list.
      const edges = pages.edges.filter((edge) => !('node' in edge) || canRead(readField('node', edge)));
      return { ...pages, edges, ...(edges.every((edge) => 'node' in edge) && { nodes: edges.map((edge) => edge['node']) }) };
    },
    merge(pages: Pages | undefined, page: Stored | null, { args }: FieldOptions): Pages | null {
      // A next page that failed leaves the list as it is.
      if (page === null) return typeof args?.['after'] === 'string' ? (pages ?? null) : null;
      const { nodes: _nodes, ...connection } = page;
      const items = edgesOf(page, `${prefix}AttendeeEdge`);
      if (items === undefined) return { ...pages, ...connection };
      const start = startOf(pages, args?.['after']);
      const before = pages?.edges?.slice(0, start) ?? [];
      const edges = [...before, ...(mergedList(pages?.edges?.slice(before.length), items, prefix) as Stored[])];
      const ends = Object.fromEntries(Object.entries(pages?.ends ?? {}).filter(([, end]) => end <= before.length));
      const { pageInfo } = page;
      if (!isStored(pageInfo)) return { ...pages, ...connection, edges, ends };
      if (typeof pageInfo['endCursor'] === 'string') ends[pageInfo['endCursor']] = edges.length;
      const first = before.length > 0 && isStored(pages?.['pageInfo']) ? beginningOf(pages['pageInfo']) : {};
      return { ...pages, ...connection, pageInfo: { ...pageInfo, ...first }, edges, ends };
    },
  } as const;
}

/** The items of a page as edges. undefined if the page was read without them. */
function edgesOf({ edges, nodes }: Stored, __typename: string): readonly Stored[] | undefined {
  if (!Array.isArray(nodes)) return edges as readonly Stored[] | undefined;
  const found: readonly Stored[] = Array.isArray(edges) ? edges : [];
  return nodes.map((node: unknown, index) => ({ __typename, ...found[index], node }));
}

/** The number of items before the page that begins after a cursor. All of them for a cursor that is not known. */
function startOf(pages: Pages | undefined, after: unknown): number {
  if (typeof after !== 'string' || pages?.edges === undefined) return 0;
  const index = pages.edges.findIndex(({ cursor }) => cursor === after);
  return pages.ends?.[after] ?? (index < 0 ? pages.edges.length : index + 1);
}

/** What the list has of its first page. */
function beginningOf(pageInfo: Stored): Stored {
  return Object.fromEntries(Object.entries(pageInfo).filter(([name]) => ['hasPreviousPage', 'startCursor'].includes(name)));
}

/** Reads a record by the argument `id` or `by: { id }`. @param type the type with its prefix @param kind the kind in its global ids */
export function recordOf(type: string, kind: string) {
  return {
    read(record: unknown, { args, readField, toReference }: FieldOptions): unknown {
      if (record !== undefined) return record;
      const lookup = isStored(args?.['by']) ? args['by'] : args;
      // Of a field of Query, the arguments may name the activity; another field is one of an activity.
      const activity = args?.['activityId'] ?? readField('id');
      const id = globalIdOf(kind, lookup?.['id'], activity);
      return id === undefined ? undefined : toReference({ __typename: type, id });
    },
  } as const;
}

/** The global id of a record. undefined if it is that of another activity, or if the activity is not known. */
function globalIdOf(kind: string, id: unknown, activity: unknown): string | undefined {
  if (typeof id !== 'string') return undefined;
  if (kind === 'activity') return id;
  const [own, idOfActivity] = id.split(':');
  const isKnown = typeof activity === 'string';
  if (!id.includes(':')) return isKnown ? `${kind}:${activity}:${id}` : undefined;
  return own === kind && (!isKnown || activity === idOfActivity) ? id : undefined;
}
