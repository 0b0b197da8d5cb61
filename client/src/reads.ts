/* Fields that the cache reads by rules of their own: pages of attendees as one list, and records by id. */

import { edgeKey, isStored, mergedList, mergedPageInfo, reference, type Stored } from './merge.js';

/** What Apollo Client passes to a policy's functions, as far as they use it. */
export interface FieldOptions {
  readonly args: Stored | null;
  readField(this: void, name: string, from?: unknown): unknown;
  canRead(this: void, value: unknown): boolean;
  toReference(this: void, object: { readonly __typename: string; readonly id: string }): unknown;
}

/** A page that was fetched. Pages of `nodes` have edges too; a page without any was read for its other fields. */
interface Page {
  /** The cursor that it follows; '' for the first page. */
  readonly after: unknown;
  readonly edges?: readonly Stored[] | undefined;
  readonly pageInfo?: Stored | undefined;
}

/** The pages that were fetched, in no order, and the fields that they share, such as `totalCount`. */
export interface Pages extends Stored {
  readonly pages: readonly Page[];
}

/**
 * A query reads the page after its `after`, and each page that was fetched by the end of the one before, as one list. A page that is fetched
 * again ends the list: cursors are positions, so that what followed may be another page by now. @param prefix the TYPE_PREFIX
 */
export function attendeePagesOf(prefix: string) {
  return {
    // A page of an `offset` is not continued by cursors, so each is stored by itself.
    keyArgs: (args: Stored | null): readonly string[] | false => (typeof args?.['offset'] === 'number' ? ['offset', 'first'] : false),
    read(stored: Pages | null | undefined, { args, canRead, readField }: FieldOptions): Stored | null | undefined {
      const after = args?.['after'] ?? '';
      if (!stored) return after === '' ? stored : undefined;
      const { pages, ...shared } = stored;
      const list = listFrom(after, pages);
      const [first, last] = [list[0], list.at(-1)];
      if (first === undefined) return undefined;
      const pageInfo = last === first ? first.pageInfo : { ...last?.pageInfo, ...beginningOf(first.pageInfo) };
      if (first.edges === undefined) return { ...shared, pageInfo };
      // A record that was evicted leaves the list. One that moved to the next page between two requests is not shown twice.
      const shown = new Set<unknown>();
      const edges = list
        .flatMap((page) => page.edges ?? [])
        .filter((edge) => {
          const node = readField('node', edge);
          const key = reference(node) ?? edge;
          const isShown = shown.has(key);
          shown.add(key);
          return !isShown && (!('node' in edge) || canRead(node));
        });
      return { ...shared, pageInfo, edges, ...(edges.every((edge) => 'node' in edge) && { nodes: edges.map((edge) => edge['node']) }) };
    },
    merge(stored: Pages | null | undefined, page: Stored | null, { args }: FieldOptions): Pages | null {
      const after = args?.['after'] ?? '';
      // A next page that failed leaves the list as it is.
      if (page === null) return after === '' ? null : (stored ?? null);
      const { nodes: _nodes, edges: _edges, pageInfo, ...shared } = page;
      const pages = stored?.pages ?? [];
      const older = pages.find((other) => other.after === after);
      const items = edgesOf(page, `${prefix}AttendeeEdge`);
      // Items without the page's end leave it as it is, unless they are others: with the older end, a gap would follow them.
      const keepsEnd = !isStored(pageInfo) && (items === undefined || isBeginning(items, older?.edges));
      const all = keepsEnd ? items?.concat(older?.edges?.slice(items.length) ?? []) : items;
      const newer: Page = {
        after,
        edges: all === undefined ? older?.edges : (mergedList(older?.edges, all, prefix) as Stored[]),
        pageInfo: isStored(pageInfo) ? mergedPageInfo(older?.pageInfo, pageInfo) : keepsEnd ? older?.pageInfo : undefined,
      };
      const end = items === undefined || keepsEnd ? undefined : endOf(newer);
      const others = pages.filter((other) => other !== older && other.after !== end);
      return { ...stored, ...shared, pages: [...others, newer] };
    },
  } as const;
}

/** The items of a page as edges. undefined if the page was read without them. */
function edgesOf({ edges, nodes }: Stored, __typename: string): readonly Stored[] | undefined {
  if (!Array.isArray(nodes)) return edges as readonly Stored[] | undefined;
  const found: readonly Stored[] = Array.isArray(edges) ? edges : [];
  return nodes.map((node: unknown, index) => ({ __typename, ...found[index], node }));
}

/** The page after a cursor, and each that begins where the one before it ends. */
function listFrom(after: unknown, pages: readonly Page[]): readonly Page[] {
  const list: Page[] = [];
  const next = (cursor: unknown) => pages.find((page) => page.after === cursor && !list.includes(page));
  for (let page = next(after); page !== undefined; page = next(endOf(page))) {
    if (page.edges === undefined && list.length > 0) break;
    list.push(page);
  }
  return list;
}

/** The cursor of a page's end. undefined if it was not read. */
const endOf = ({ edges, pageInfo }: Page): unknown => pageInfo?.['endCursor'] ?? edges?.at(-1)?.['cursor'];

/** Whether a list of edges begins with these. */
const isBeginning = (edges: readonly Stored[], list: readonly Stored[] = []): boolean =>
  edges.every((edge, index) => list[index] !== undefined && edgeKey(edge) === edgeKey(list[index]));

/** What the list has of its first page. */
function beginningOf(pageInfo: Stored | undefined): Stored {
  return Object.fromEntries(Object.entries(pageInfo ?? {}).filter(([name]) => ['hasPreviousPage', 'startCursor'].includes(name)));
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
