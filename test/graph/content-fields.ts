import { createSubgraph } from '../../src/graph/schema/schema.js';
import { contentKinds, type ContentKind } from '../../src/records/content-kind.js';
import { readsIn } from '../support/measured.js';

const reads = readsIn(createSubgraph({ maxPageSize: 100, authDirectives: true }).schema);

/** Selections of other fields and arguments that read the same kind. A new kind needs none. */
const others: Partial<Readonly<Record<ContentKind, readonly string[]>>> = {
  schedule: ['schedule { days { items { title } } }', 'schedule { totalCount }'],
  articles: ['articles { items { title } }', 'articles { total }'],
  categories: ['categories { name }', 'categories(parentId: "category:1001:5") { name }'],
  goods: ['goods { name }', 'goods(id: "goods:1001:501") { name }'],
};

/** Selections of Activity that read each kind of content. The first reads the whole list or object. A kind that only Query has is left out. */
export const contentFields: ReadonlyMap<ContentKind, readonly [whole: string, ...others: string[]]> = new Map(
  contentKinds.flatMap((kind) => {
    const field = firstField(kind);
    return field === undefined ? [] : [[kind, [`${field} { __typename }`, ...(others[kind] ?? [])]]];
  }),
);

/** The first field of Activity that reads a kind. */
function firstField(kind: ContentKind): string | undefined {
  const rows = [...reads].filter(([, { content }]) => content === kind);
  return rows.map(([coordinate]) => /^Activity\.(.+)$/.exec(coordinate)?.[1]).find((field) => field !== undefined);
}
