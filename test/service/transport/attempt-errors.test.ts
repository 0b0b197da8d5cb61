import * as errors from '../../../src/records/errors.js';
import { attemptOutcomeOf } from '../../../src/service/transport/attempt-errors.js';

/** Errors that no attempt fails with: a reply with code 0, and what the caller of a write learns of a lost reply. */
const ofNoAttempt = new Set<unknown>([errors.UpstreamRejectedError, errors.OutcomeUnknownError]);
const ofUpstream = Object.values(errors).filter((each) => typeof each === 'function' && each.prototype instanceof errors.UpstreamError);
const ofAttempts = [...ofUpstream, errors.WritePermitLostError, errors.StateUnavailableError].filter((each) => !ofNoAttempt.has(each));

test.each(ofAttempts.map((each) => [each.name, each] as const))(
  'an attempt that fails with %s has an outcome in the metrics',
  (_name, each) => {
    expect(attemptOutcomeOf(Object.create(each.prototype as object))).not.toBe('defect');
  },
);

test('an error that no attempt can fail with is a defect', () => {
  expect(attemptOutcomeOf(new TypeError('x'))).toBe('defect');
});
