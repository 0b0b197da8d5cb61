import { costTable } from '../../src/graph/cost/cost-table.js';
import { cachedKinds, type CachedKind } from '../../src/model/cached-kind.js';

/** Selections of other fields and arguments that read the same kind. A new kind needs none. */
const others: Partial<Readonly<Record<CachedKind, readonly string[]>>> = {
  schedule: ['schedule { days { items { title } } }', 'schedule { totalCount }'],
  articles: ['articles { items { title } }', 'articles { total }'],
  categories: ['categories { name }', 'categories(parentId: "category:1001:5") { name }'],
  goods: ['goods { name }', 'goods(id: "goods:1001:501") { name }'],
};

/** Selections of Activity that read each kind of content. The first reads the whole list. */
export const contentFields: ReadonlyMap<CachedKind, readonly [wholeList: string, ...others: string[]]> = new Map(
  cachedKinds.map((kind) => [kind, [wholeList(kind), ...(others[kind] ?? [])]]),
);

/** The list of a kind, without its records' fields: the cost rows name it. */
function wholeList(kind: CachedKind): string {
  const lists = [...costTable].filter(
    ([, { reads, size }]) => typeof reads === 'object' && 'content' in reads && reads.content === kind && size === 'assumed',
  );
  const [coordinate] = lists.find(([name]) => name.startsWith('Activity.')) ?? [];
  if (coordinate === undefined) throw new Error(`src/graph/cost/cost-table.ts has no field of Activity that lists ${kind}.`);
  return `${coordinate.slice('Activity.'.length)} { __typename }`;
}
