import type { WritePermit } from '../../model/calls/write-permit.js';
import { AttemptLostError } from '../../model/errors.js';
import type { RecordedAttempt } from './outcome-store.js';

/** Returns the permit to send a recorded attempt: its row must still belong to it. */
export function attemptPermit(attempt: Pick<RecordedAttempt, 'permit' | 'isValid'>): WritePermit {
  return {
    obtain: async () => {
      if (!(await attempt.permit())) throw new AttemptLostError();
    },
    isValid: () => attempt.isValid(),
  };
}
