import { QueryTooComplexError } from '../../src/model/errors.js';

test.each(['MAX_TOKENS', 'MAX_UPSTREAM_CALLS', 'MAX_BODY_BYTES', 'MAX_RESPONSE_BYTES'])(
  'the message of an exceeded %s states a lower bound, because counting stops there',
  (limit) => {
    const { message } = new QueryTooComplexError(limit, 2000, 2001);
    expect(message).toContain(`The limit ${limit} is exceeded: the maximum is 2000, the actual value at least 2001. `);
  },
);

test.each(['MAX_DEPTH', 'MAX_COST', 'MAX_ALIASES', 'MAX_ROOT_FIELDS'])('the message of an exceeded %s states the exact value', (limit) => {
  const { message } = new QueryTooComplexError(limit, 12, 15);
  expect(message).toContain(`The limit ${limit} is exceeded: the maximum is 12, the actual value 15. `);
});

test.each([
  ['MAX_DEPTH', 'Nest fields less deeply.'],
  ['MAX_COST', 'Request less at a time.'],
  ['MAX_BODY_BYTES', 'Send a smaller body.'],
])('the message of an exceeded %s states what to do', (limit, advice) => {
  expect(new QueryTooComplexError(limit, 10, 11).message.endsWith(`. ${advice}`)).toBe(true);
});
