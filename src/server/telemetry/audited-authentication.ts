import type { Caller } from '../../model/caller.js';
import type { AuditSink } from './audit-line.js';
import type { Authenticate } from '../authentication/authentication.js';
import type { HeaderLists } from '../http/http.js';

/** One address writes at most one line in this time. */
const lineEveryMs = 1_000;
/** Addresses beyond these share one line. */
const maxAddresses = 1_000;
const otherAddresses = 'other addresses';

/** As Authenticate, of a request that the audit can name. */
export type AuthenticateRequest = (headers: HeaderLists, remoteAddress: string, requestId: string) => Promise<Caller | null>;

export interface AuditedAuthentication {
  readonly authenticate: AuthenticateRequest;
  /** Writes what was counted and not yet written. */
  readonly flush: () => void;
}

/**
 * Writes each caller without a valid credential to the audit: at most one line a second for each address, with the number
 * of refusals since its last one. So nobody can fill a disk with requests that cost nothing; the memory is bounded too.
 */
export function auditedAuthentication(authenticate: Authenticate, sink: AuditSink, startTimer = setTimeout): AuditedAuthentication {
  /** By address: what is still to be written. An entry without a count was written less than a second ago. */
  const refused = new Map<string, { count: number; requestId: string }>();
  let timer: NodeJS.Timeout | undefined;

  const write = (address: string, { count, requestId }: { count: number; requestId: string }) =>
    sink({ requestId, caller: address, operationName: null, fields: [], count, outcome: 'unauthenticated' });
  const flush = () => {
    for (const [address, noted] of refused) {
      if (noted.count > 0) write(address, noted);
      if (noted.count === 0) refused.delete(address);
      noted.count = 0;
    }
  };
  const tick = () => {
    flush();
    timer = refused.size > 0 ? startTimer(tick, lineEveryMs).unref() : undefined;
  };
  const note = (remoteAddress: string, requestId: string) => {
    const address = refused.has(remoteAddress) || refused.size < maxAddresses ? remoteAddress : otherAddresses;
    const noted = refused.get(address);
    if (noted === undefined) {
      refused.set(address, { count: 0, requestId });
      write(address, { count: 1, requestId });
    } else {
      if (noted.count === 0) noted.requestId = requestId;
      noted.count += 1;
    }
    timer ??= startTimer(tick, lineEveryMs).unref();
  };

  return {
    flush,
    authenticate: async (headers, remoteAddress, requestId) => {
      const caller = await authenticate(headers, remoteAddress);
      if (caller === null) note(remoteAddress, requestId);
      return caller;
    },
  };
}
