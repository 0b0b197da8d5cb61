/* What is made of a thrown value that is no Error. */

import { toError } from '../../src/primitives/values.js';

test('an error that was thrown is returned itself; another value becomes one that does not contain it', () => {
  const error = new TypeError();
  expect(toError(error)).toBe(error);
  expect(toError('secret')).toEqual(new Error('Something other than an Error was thrown.'));
});
