import { QueryTooComplexError } from '../../src/model/errors.js';

test.each(['MAX_TOKENS', 'MAX_UPSTREAM_CALLS', 'MAX_BODY_BYTES', 'MAX_RESPONSE_BYTES'])(
  'the message of an exceeded %s states a lower bound, because counting stops there',
  (limit) => {
    const { message } = new QueryTooComplexError(limit, 2000, 2001);
    expect(message).toContain(`The limit ${limit} is exceeded: the maximum is 2000, the actual value at least 2001. `);
  },
);

test.each(['MAX_DEPTH', 'MAX_COST', 'MAX_ALIASES', 'MAX_ROOT_FIELDS'])('the message of an exceeded %s states the exact value', (limit) => {
  expect(new QueryTooComplexError(limit, 12, 15).message).toBe(
    `The limit ${limit} is exceeded: the maximum is 12, the actual value 15. Request less at a time.`,
  );
});

test('a caller who sends too large a body is advised to send a smaller one', () => {
  expect(new QueryTooComplexError('MAX_BODY_BYTES', 10, 11).message).toMatch(/ Send a smaller body\.$/);
});
