/* Which listeners an abort and the end of a request call, and how often. */

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

test('the end calls each of its listeners once, even after an abort', () => {
  const cancellation = new Cancellation();
  const listener = jest.fn();
  cancellation.onEnd(listener);
  cancellation.abort('timeout');
  expect(listener).not.toHaveBeenCalled();
  cancellation.end();
  cancellation.end();
  expect(listener).toHaveBeenCalledTimes(1);
});
