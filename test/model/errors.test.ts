import { QueryTooComplexError } from '../../src/model/errors.js';

test('the message of an exceeded limit states a lower bound, because counting stops there', () => {
  expect(new QueryTooComplexError('MAX_TOKENS', 2000, 2001).message).toBe(
    'The limit MAX_TOKENS is exceeded: the maximum is 2000, the actual value at least 2001. Request less at a time.',
  );
});

test('a caller who sends too large a body is advised to send a smaller one', () => {
  expect(new QueryTooComplexError('MAX_BODY_BYTES', 10, 11).message).toMatch(/ Send a smaller body\.$/);
});
