import { AttemptLostError } from '../../model/errors.js';
import type { Permission } from '../../model/calls/permission.js';
import type { RecordedAttempt } from './outcome-store.js';

/** Returns the permission to send a recorded attempt: its row must still belong to it. */
export function permissionOf(attempt: Pick<RecordedAttempt, 'permit' | 'isValid'>): Permission {
  return {
    permit: async () => {
      if (!(await attempt.permit())) throw new AttemptLostError();
    },
    isValid: () => attempt.isValid(),
  };
}
