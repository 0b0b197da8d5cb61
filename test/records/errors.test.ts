/* What the messages of errors say, and the codes of failures that tests of the transport do not cause. */

import { failureCause } from '../../src/records/attempt-outcome.js';
import { OutcomeUnknownError, QueryTooComplexError, UpstreamUnavailableError } from '../../src/records/errors.js';

test.each([
  ['MAX_DEPTH', 'Nest fields less deeply.'],
  ['MAX_TOKENS', 'Send a shorter document: values in variables, repeated selections in fragments.'],
  ['MAX_COST', 'Request less at a time.'],
  ['MAX_BODY_BYTES', 'Send a smaller body.'],
])('the message of an exceeded %s states the maximum, what was counted, and what to do', (limit, advice) => {
  expect(new QueryTooComplexError(limit, 10, 11).message).toBe(
    `The limit ${limit} is exceeded: the maximum is 10, the count 11. ${advice}`,
  );
});

const registrants = [{ index: 0, status: 'NOT_FOUND' }] as const;

test.each([
  ['a key', 'idempotency-key-0001', registrants, /the registration may .*registrants .* with the same idempotencyKey/],
  ['a key, all found', 'idempotency-key-0001', [{ index: 0, status: 'REGISTERED' }], /treat them as registered, and do not send/],
  ['no key', null, registrants, /the registration may .*registrants .* before you send the mutation again/],
  ['no key and no registrants', null, [], /^(?!.*registra).*the change may .* before you send the mutation again/],
] as const)('an unknown outcome of a mutation with %s says what to do before the mutation is sent again', (_what, key, found, message) => {
  expect(new OutcomeUnknownError('/api/participant/add', key, found).message).toMatch(message);
});

test('the advice of a mutation that may be repeated without a key replaces the advice to find out first', () => {
  const { message } = new OutcomeUnknownError('/api/participant/sso_login', null, registrants, { advice: 'Send it again.' });
  expect(message).toMatch(/the registration may .* Send it again\.$/);
  expect(message).not.toMatch(/Find out/);
});

const failedBy = (cause: unknown) => new UpstreamUnavailableError('/api/ticket/data', false, { cause });

test('the code of a failure is UNKNOWN if its causes lead in a circle', () => {
  const own = new Error('own');
  own.cause = own;
  const [one, other] = [new Error('one'), Object.assign(new Error('other'), { code: 'not a code' })];
  one.cause = other;
  other.cause = one;
  expect([failureCause(failedBy(own)), failureCause(failedBy(one))]).toEqual(['UNKNOWN', 'UNKNOWN']);
});

test('the code of a failure is that of the first cause that has one, at any depth', () => {
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', cause: Object.assign(new Error(), { code: 'EPIPE' }) });
  expect(failureCause(failedBy(new Error('wrapped', { cause: refused })))).toBe('ECONNREFUSED');
});
