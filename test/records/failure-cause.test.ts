/* Codes of the failures that tests of the transport do not cause. */

import { UpstreamUnavailableError, failureCause } from '../../src/records/errors.js';

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
