/* How long operations may compute before other requests get their turn, and in which order they resume. */

import { EventLoopTurn } from '../../../src/graph/execution/event-loop-turn.js';

/** A turn on a clock that the test sets. */
function turnOnClock() {
  const clock = { now: 0 };
  return { turn: new EventLoopTurn(() => clock.now), clock };
}

test('a turn is over when it has lasted more than 10 ms since its first reading of the clock, and stays over', () => {
  const { turn, clock } = turnOnClock();
  clock.now = 500;
  expect(turn.spend(256)).toBe(false);
  clock.now = 510;
  expect(turn.spend(256)).toBe(false);
  clock.now = 511;
  expect([turn.spend(256), turn.spend(1)]).toEqual([true, true]);
});

test('a new turn of the event loop has its full time, even for work that did not wait for it', async () => {
  const { turn, clock } = turnOnClock();
  turn.spend(256);
  clock.now = 11;
  expect(turn.spend(256)).toBe(true);
  await new Promise(setImmediate);
  expect(turn.spend(256)).toBe(false);
});

test('operations that wait for the next turn resume one after the other, until one has used it up', async () => {
  const { turn, clock } = turnOnClock();
  const resumed: string[] = [];
  const wait = async (name: string, lastsMs: number) => {
    await turn.next();
    resumed.push(`${name} at ${clock.now}`);
    turn.spend(256);
    clock.now += lastsMs;
    turn.spend(256);
  };
  const all = Promise.all([wait('first', 5), wait('second', 50), wait('third', 0)]);
  setImmediate(() => resumed.push('another request'));
  await all;
  expect(resumed).toEqual(['first at 0', 'second at 5', 'another request', 'third at 55']);
});
