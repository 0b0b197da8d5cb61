import type { CachedKind } from '../../src/model/cached-kind.js';

/** The fields of Activity that read each kind of content, each with other arguments. The first reads the whole list. */
export const contentFields: Readonly<Record<CachedKind, readonly [wholeList: string, ...others: string[]]>> = {
  fields: ['formFields { name }'],
  schedule: ['schedule { days { items { title } } }', 'schedule { totalCount }'],
  articles: ['articles { items { title } }', 'articles { total }'],
  categories: ['categories { name }', 'categories(parentId: "category:1001:5") { name }'],
  tickets: ['tickets { name }'],
  goods: ['goods { name }', 'goods(id: "goods:1001:501") { name }'],
};
