/* Which listeners an abort calls, and how often. */

import { Cancellation } from '../../src/primitives/cancellation.js';

test('every listener is called once, with the reason of the first abort', () => {
  const cancellation = new Cancellation();
  const calls: unknown[] = [];
  for (const name of ['a', 'b'])
    cancellation.addEventListener('abort', () => calls.push([name, cancellation.aborted, cancellation.reason]));
  expect(cancellation.aborted).toBe(false);
  cancellation.abort('timeout');
  cancellation.abort('cancelled');
  expect(calls).toEqual([
    ['a', true, 'timeout'],
    ['b', true, 'timeout'],
  ]);
});

test('a removed listener is not called', () => {
  const cancellation = new Cancellation();
  const [first, second, third, neverAdded] = [jest.fn(), jest.fn(), jest.fn(), jest.fn()];
  for (const listener of [first, second, third]) cancellation.addEventListener('abort', listener);
  cancellation.removeEventListener('abort', second);
  cancellation.removeEventListener('abort', neverAdded);
  cancellation.abort('cancelled');
  expect([first, second, third].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 1]);
});
