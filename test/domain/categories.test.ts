/* The tree of article categories, for services that list all of them or the roots only; and what each lookup costs. */

import fc from 'fast-check';
import { Categories } from '../../src/domain/categories.js';
import type { OperationUpstream } from '../../src/domain/upstream.js';
import type { ServiceId } from '../../src/records/ids.js';
import { activityId } from '../service/sampled-endpoints.js';
import { times } from '../support/times.js';
import { upstreamOf } from './service.js';

type Node = readonly [id: number, parent: number];
const raw = ([id, parent_id]: Node) => ({ id, parent_id, name: `Category ${id}`, count: 0 });

/** A service that lists the full tree, or only the roots, if no parent is given, or always the tree. @param above the parent of the roots, which it never lists */
function categoriesOf(nodes: readonly Node[], lists: 'tree' | 'roots' | 'always tree', above = 0) {
  const { upstream, calls } = upstreamOf(({ input: { parentId } }) => ({
    code: 1,
    data: nodes
      .filter(([, parent]) => lists === 'always tree' || (parentId === undefined ? lists === 'tree' || parent === 0 : parent === parentId))
      .map(([node, parent]) => raw([node, parent || above])),
  }));
  return { categories: new Categories(upstream, activityId), calls };
}

const id = (number: number) => number as ServiceId;
const idsOf = (categories: readonly { serviceId: number }[]) => categories.map(({ serviceId }) => serviceId);
const tree: readonly Node[] = [
  [1, 0],
  [2, 0],
  [11, 1],
  [12, 1],
  [121, 12],
];

test('the list is searched for parents once, not once for each of its categories', async () => {
  let reads = 0;
  const roots = times(100, (index) => ({
    serviceId: id(index + 1),
    get parentServiceId() {
      reads += 1;
      return null;
    },
  }));
  const upstream = {
    read: async (_endpoint: unknown, _activityId: unknown, { parentId }: { parentId?: number }) => (parentId ? [] : roots),
  };
  const categories = new Categories(upstream as unknown as OperationUpstream, activityId);
  const all = await categories.read();
  await Promise.all(all.map((category) => categories.childrenOf(category)));
  expect(reads).toBe(100);
});

test('children of a category that was read by its parent cost a call, unless the list was read too', async () => {
  const { categories, calls } = categoriesOf(tree, 'tree');
  const [, twelve] = await categories.byParent(id(1));
  expect(idsOf(await categories.childrenOf(twelve!))).toEqual([121]);
  expect(calls).toHaveLength(2);
  await categories.read();
  expect(idsOf(await categories.childrenOf(twelve!))).toEqual([121]);
  expect(calls).toHaveLength(3);
});

test('a category is found at any depth, with its children, whatever the service lists; an unknown id is null', async () => {
  const forest = fc
    .array(fc.nat(), { minLength: 1, maxLength: 15 })
    .map((draws) => draws.map((draw, index): Node => [index + 1, draw % (index + 1)]));
  await fc.assert(
    fc.asyncProperty(
      forest,
      fc.constantFrom('tree' as const, 'roots' as const, 'always tree' as const),
      fc.constantFrom(0, 99),
      async (nodes, lists, above) => {
        for (const [number] of nodes) {
          const { categories } = categoriesOf(nodes, lists, above);
          const found = await categories.findInTree(id(number));
          expect(found?.serviceId).toBe(number);
          const children = nodes.flatMap(([child, parent]) => (parent === number ? [child] : []));
          expect(idsOf(await categories.childrenOf(found!))).toEqual(children);
          expect(idsOf(await categories.byParent(id(number)))).toEqual(children);
        }
        expect(await categoriesOf(nodes, lists).categories.findInTree(id(999))).toBeNull();
      },
    ),
    { numRuns: 40 },
  );
});

test('a cycle of categories ends the search', async () => {
  const { upstream, calls } = upstreamOf(({ input: { parentId } }) => ({
    code: 1,
    data: [raw(parentId === undefined ? [1, 0] : [parentId === 1 ? 2 : 1, parentId as number])],
  }));
  expect(await new Categories(upstream, activityId).findInTree(id(9))).toBeNull();
  expect(calls).toHaveLength(3);
});

test('once a call fails, a search does not begin a call for each of the other categories of the level', async () => {
  const roots = times(5_000, (index): Node => [index + 1, 0]);
  const { upstream, calls } = upstreamOf(({ input: { parentId } }) => {
    if (parentId !== undefined && calls.length > 121) throw new Error('too many calls');
    return { code: 1, data: parentId === undefined ? roots.map(raw) : [] };
  });
  await expect(new Categories(upstream, activityId).findInTree(id(9_999))).rejects.toThrow('too many calls');
  expect(calls.length).toBeLessThan(500);
});

test('a level of more categories than are read at once is searched completely', async () => {
  const roots = times(450, (index): Node => [index + 1, 0]);
  const { categories } = categoriesOf([...roots, [1_000, 450]], 'roots');
  expect((await categories.findInTree(id(1_000)))?.serviceId).toBe(1_000);
});
