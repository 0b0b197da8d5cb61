/** Kinds of content whose responses may be cached, each with a lifetime of its own. Attendees, check-in and single sign-on are never cached. */
export const cachedKinds = ['fields', 'schedule', 'articles', 'categories', 'tickets', 'goods'] as const;
export type CachedKind = (typeof cachedKinds)[number];
