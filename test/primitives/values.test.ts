import { toError } from '../../src/primitives/values.js';

test('an error that was thrown is returned itself', () => {
  const error = new TypeError('broken');
  expect(toError(error)).toBe(error);
});

test('another value that was thrown becomes an error that does not contain it', () => {
  expect(toError('13800000000')).toEqual(new Error('Something other than an Error was thrown.'));
});
