import { visitInSlices } from '../../src/primitives/visit-in-slices.js';

const numbers = (length: number) => Array.from({ length }, (_, index) => index);

test.each([0, 1, 4_095])('a list of %i items is visited synchronously', (length) => {
  const visited: number[] = [];
  expect(visitInSlices(numbers(length), (item) => void visited.push(item))).toBeUndefined();
  expect(visited).toEqual(numbers(length));
});

test.each([4_096, 4_097, 60_000])('a list of %i items is visited once and in order', async (length) => {
  const visited: number[] = [];
  await visitInSlices(numbers(length), (item) => void visited.push(item));
  expect(visited).toEqual(numbers(length));
});

test('the event loop handles other work while a long list is visited', async () => {
  let visited = 0;
  let mostPerTurn = 0;
  let before = 0;
  const turn = () => {
    mostPerTurn = Math.max(mostPerTurn, visited - before);
    before = visited;
    if (visited < 60_000) setImmediate(turn);
  };
  setImmediate(turn);
  await visitInSlices(numbers(60_000), () => (visited += 1));
  expect(mostPerTurn).toBeLessThanOrEqual(2 * 4_096);
});

test('a visit that throws ends the visits, in a later slice as in the first one', async () => {
  const failAt = (position: number) => (item: number) => {
    if (item === position) throw new Error(`at ${item}`);
  };
  expect(() => visitInSlices(numbers(60_000), failAt(5))).toThrow('at 5');
  await expect(visitInSlices(numbers(60_000), failAt(50_000))).rejects.toThrow('at 50000');
});
