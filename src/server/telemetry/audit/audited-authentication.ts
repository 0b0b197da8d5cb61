/* Audit lines for refused credentials, at most one a second for an address. */

import type { Caller } from '../../../records/caller.js';
import type { Authenticate, AuthenticateRequest } from '../../authentication/authentication.js';
import type { AuditSink } from './audit-log.js';

/** Minimum interval of the lines of one address. */
const lineEveryMs = 1_000;
/** Limit of addresses with lines of their own. Further addresses share one line. */
const maxAddresses = 1_000;
const otherAddresses = 'other addresses';

export interface AuditedAuthentication {
  readonly authenticate: AuthenticateRequest;
  /** Records a request that another check has refused. */
  readonly recordRefusal: (remoteAddress: string, requestId: string) => void;
  /** Writes the lines of refusals that are counted but not yet written. */
  readonly flush: () => void;
}

/**
 * Wraps the authentication: writes audit lines for requests without a valid credential. Each address gets at most one line a
 * second, with the number of refusals since its last line. The limit prevents cheap requests from filling the disk; the
 * memory is limited too.
 */
export function createAuditedAuthentication(authenticate: Authenticate, sink: AuditSink, startTimer = setTimeout): AuditedAuthentication {
  /** Refusals by address that are not yet written. Count 0: a line was written less than a second ago. */
  const refusals = new Map<string, { count: number; requestId: string }>();
  let timer: NodeJS.Timeout | undefined;

  const write = (address: string, { count, requestId }: { count: number; requestId: string }) =>
    sink({ requestId, caller: address, operationName: null, fields: [], count, outcome: 'unauthenticated' });
  const flush = () => {
    for (const [address, entry] of refusals) {
      if (entry.count > 0) write(address, entry);
      if (entry.count === 0) refusals.delete(address);
      entry.count = 0;
    }
  };
  const tick = () => {
    flush();
    timer = refusals.size > 0 ? startTimer(tick, lineEveryMs).unref() : undefined;
  };
  const recordRefusal = (remoteAddress: string, requestId: string) => {
    const address = refusals.has(remoteAddress) || refusals.size < maxAddresses ? remoteAddress : otherAddresses;
    const entry = refusals.get(address);
    if (entry === undefined) {
      refusals.set(address, { count: 0, requestId });
      write(address, { count: 1, requestId });
    } else {
      if (entry.count === 0) entry.requestId = requestId;
      entry.count += 1;
    }
    timer ??= startTimer(tick, lineEveryMs).unref();
  };

  return {
    flush,
    recordRefusal,
    authenticate: (headers, remoteAddress, requestId) => {
      const recorded = (caller: Caller | null) => {
        if (caller === null) recordRefusal(remoteAddress, requestId);
        return caller;
      };
      const caller = authenticate(headers, remoteAddress);
      return caller instanceof Promise ? caller.then(recorded) : recorded(caller);
    },
  };
}
