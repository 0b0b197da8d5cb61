/* The kinds of content. Replies of other documented endpoints are never cached. */

/** The default lifetime of each kind's replies in the cache, in seconds; `CACHE_TTL` sets others. */
export const defaultTtlSeconds = {
  fields: 60, // §4.1
  schedule: 30, // §4.6
  articles: 30, // §4.7
  categories: 60, // §4.8
  tickets: 2, // §4.9
  goods: 2, // §4.10
};
export type ContentKind = keyof typeof defaultTtlSeconds;

export const contentKinds = Object.keys(defaultTtlSeconds) as readonly ContentKind[];

/** The list of content that contains the records of each kind, of those that have ids. */
export const listOfEntityKind = {
  scheduleItem: 'schedule',
  article: 'articles',
  category: 'categories',
  ticketItem: 'tickets',
  goods: 'goods',
} as const satisfies Readonly<Record<string, ContentKind>>;
export type ContentEntityKind = keyof typeof listOfEntityKind;
