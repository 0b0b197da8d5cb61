import { OutcomeUnknownError } from '../../src/model/outcome-unknown-error.js';

const registrants = [{ index: 0, status: 'NOT_FOUND' }] as const;

test.each([
  ['a key', 'idempotency-key-0001', registrants, /the registration may .*registrants .* with the same idempotencyKey/],
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
