import { WritePermitLostError } from '../../records/errors.js';
import type { WritePermit } from '../../service/transport/transport.js';
import type { RecordedWrite } from './outcome-store.js';

/** Returns the permit to send a recorded write: its row must still belong to it. */
export function permitToSend(write: Pick<RecordedWrite, 'obtainPermit' | 'isPermitValid'>): WritePermit {
  return {
    obtain: async () => {
      if (!(await write.obtainPermit())) throw new WritePermitLostError();
    },
    isValid: () => write.isPermitValid(),
  };
}
