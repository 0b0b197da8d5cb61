import { setImmediate } from 'node:timers/promises';
import { TurnEnd } from '../../../src/server/http/turn-end.js';

test('functions of one turn are called together at its end, in their order', async () => {
  const turnEnd = new TurnEnd();
  const called: number[] = [];
  for (const number of [1, 2, 3]) turnEnd.add(() => called.push(number));
  await Promise.resolve();
  expect(called).toEqual([]);
  await setImmediate();
  expect(called).toEqual([1, 2, 3]);
});

test('a function that is added at the end of a turn is called at the end of the next one', async () => {
  const turnEnd = new TurnEnd();
  const called: string[] = [];
  turnEnd.add(() => {
    turnEnd.add(() => called.push('next'));
    called.push('first');
  });
  await setImmediate();
  expect(called).toEqual(['first']);
  await setImmediate();
  expect(called).toEqual(['first', 'next']);
});
