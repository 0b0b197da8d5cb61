/** Kinds of content whose responses may be cached, each with a lifetime of its own. Attendees, check-in and single sign-on are never cached. */
export const cachedKinds = [
  'fields', // §4.1
  'schedule', // §4.6
  'articles', // §4.7
  'categories', // §4.8
  'tickets', // §4.9
  'goods', // §4.10
] as const;
export type CachedKind = (typeof cachedKinds)[number];
