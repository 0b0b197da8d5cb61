/* The kinds of content. Replies of other documented endpoints are never cached. */

/**
 * Each kind of content: the default lifetime of its replies in the cache, in seconds, and the kind of its records if they have ids, which
 * makes them entities.
 */
const content = {
  fields: { ttlSeconds: 60 }, // §4.1
  schedule: { ttlSeconds: 30, entity: 'scheduleItem' }, // §4.6
  articles: { ttlSeconds: 30, entity: 'article' }, // §4.7
  categories: { ttlSeconds: 60, entity: 'category' }, // §4.8
  tickets: { ttlSeconds: 2, entity: 'ticketItem' }, // §4.9
  goods: { ttlSeconds: 2, entity: 'goods' }, // §4.10
} as const;
type Content = typeof content;
export type ContentKind = keyof Content;

/** The kinds of content whose records are entities. */
export type EntityListKind = { [Kind in ContentKind]: Content[Kind] extends { entity: string } ? Kind : never }[ContentKind];

/** The kinds of entities that are records of content. */
export type ContentEntityKind = Content[EntityListKind]['entity'];

const rows = Object.entries(content) as readonly [ContentKind, { readonly ttlSeconds: number; readonly entity?: ContentEntityKind }][];

export const contentKinds: readonly ContentKind[] = rows.map(([kind]) => kind);

/** The default lifetime of each kind's replies in the cache, in seconds; `CACHE_TTL` sets others. */
export const defaultTtlSeconds = Object.fromEntries(rows.map(([kind, { ttlSeconds }]) => [kind, ttlSeconds])) as Readonly<
  Record<ContentKind, number>
>;

/** The list of content that contains the records of each kind. */
export const contentOfEntity = Object.fromEntries(
  rows.flatMap(([kind, { entity }]) => (entity === undefined ? [] : [[entity, kind]])),
) as Readonly<Record<ContentEntityKind, EntityListKind>>;
