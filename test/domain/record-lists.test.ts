/* Long lists are visited without blocking the event loop. */

import { visitInSlices } from '../../src/domain/record-lists.js';

const numbers = (length: number) => Array.from({ length }, (_, index) => index);

test('a long list is visited once and in order, and the event loop handles other work meanwhile', async () => {
  const visited: number[] = [];
  let mostPerTurn = 0;
  let before = 0;
  const turn = () => {
    mostPerTurn = Math.max(mostPerTurn, visited.length - before);
    before = visited.length;
    if (visited.length < 60_000) setImmediate(turn);
  };
  setImmediate(turn);
  await visitInSlices(numbers(60_000), (item) => void visited.push(item));
  expect(visited).toEqual(numbers(60_000));
  expect(mostPerTurn).toBeLessThanOrEqual(2 * 256);
});

test.each([5, 50_000])('a visit that throws ends the visits, at item %i', async (position) => {
  const visit = (item: number) => {
    if (item === position) throw new Error(`at ${item}`);
  };
  await expect(visitInSlices(numbers(60_000), visit)).rejects.toThrow(`at ${position}`);
});
