import { EventLoopTurn } from '../../../src/graph/execution/event-loop-turn.js';
import { completeItems } from '../../../src/graph/execution/execution.js';

/** A turn that is over at every reading of its clock but the first. */
function shortTurn(): EventLoopTurn {
  let now = 0;
  return new EventLoopTurn(() => (now += 1000));
}
const items = Array.from({ length: 2000 }, (_, index) => index);

test('a short list is completed immediately', () => {
  const completed = completeItems([1, 2], new EventLoopTurn(() => 0), (target, index, item) => void (target[index] = item));
  expect(completed).toEqual([1, 2]);
});

test('a long list is completed in several turns, each item once and in its order', async () => {
  const order: number[] = [];
  const completed = completeItems(items, shortTurn(), (target, index, item) => {
    order.push(index);
    target[index] = item;
    return index % 7 === 0 ? Promise.resolve() : undefined;
  });
  expect(order.length).toBeLessThan(items.length);
  expect(await completed).toEqual(items);
  expect(order).toEqual(items);
});

test.each<[when: string, failing: number]>([
  ['in the first turn', 3],
  ['in a later turn', 1900],
])('a list that fails %s starts no further item, and fails when those that it has started have settled', async (_when, failing) => {
  let started = 0;
  let settled = 0;
  const failure = new Error('broken');
  const completed = completeItems(items, shortTurn(), (target, index, item) => {
    if (index === failing) throw failure;
    started += 1;
    target[index] = item;
    return new Promise<void>(setImmediate).then(() => void (settled += 1));
  });
  await expect(completed).rejects.toBe(failure);
  expect({ started, settled }).toEqual({ started: failing, settled: failing });
});
