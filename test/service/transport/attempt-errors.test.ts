import * as errors from '../../../src/records/errors.js';
import { attemptOutcomeOf } from '../../../src/service/transport/attempt-errors.js';

/** Errors that no attempt fails with: the base class, and a reply with code 0. */
const ofNoAttempt = new Set<unknown>([errors.UpstreamError, errors.UpstreamRejectedError]);
const ofAttempts = Object.values(errors).filter((each) => typeof each === 'function' && !ofNoAttempt.has(each));

test.each(ofAttempts.map((each) => [each.name, each] as const))(
  'an attempt that fails with %s has an outcome in the metrics',
  (_name, each) => {
    expect(attemptOutcomeOf(Object.create(each.prototype as object))).not.toBe('defect');
  },
);

test('an error that no attempt can fail with is a defect', () => {
  expect(attemptOutcomeOf(new TypeError('x'))).toBe('defect');
});
