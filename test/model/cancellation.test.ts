import { Cancellation } from '../../src/model/cancellation.js';

test('everyone who listens is told once, with the first reason', () => {
  const cancellation = new Cancellation();
  const told: unknown[] = [];
  for (const name of ['a', 'b']) cancellation.addEventListener('abort', () => told.push([name, cancellation.aborted, cancellation.reason]));
  expect(cancellation.aborted).toBe(false);
  cancellation.abort('timeout');
  cancellation.abort('cancelled');
  expect(told).toEqual([
    ['a', true, 'timeout'],
    ['b', true, 'timeout'],
  ]);
});

test('who no longer listens is told nothing', () => {
  const cancellation = new Cancellation();
  const [first, second, third, unheard] = [jest.fn(), jest.fn(), jest.fn(), jest.fn()];
  for (const listener of [first, second, third]) cancellation.addEventListener('abort', listener);
  cancellation.removeEventListener('abort', second);
  cancellation.removeEventListener('abort', unheard);
  cancellation.abort('cancelled');
  expect([first, second, third].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 1]);
});
