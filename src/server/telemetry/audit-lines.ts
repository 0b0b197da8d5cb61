/* The audit: a line for personal data that was read, written or denied, and for requests without a valid credential. */

import { pino, type Logger } from 'pino';
import type { AuditEntry } from '../../graph/audit.js';
import type { GraphContext } from '../../graph/context.js';
import { ThrottledLines } from '../../primitives/throttled-lines.js';
import { AuditFile } from './audit-file.js';
import type { Log, NameForLog } from './log.js';
import type { OperationOutcome, RegistrationOutcome } from './metrics.js';

/** One audit line: which caller read or registered personal data, or was denied access. It contains names and numbers, no personal data. */
export interface AuditLine extends Omit<AuditEntry, 'outcome'> {
  readonly requestId: string;
  /** The caller's name, or the address of a caller without a valid credential. */
  readonly caller: string;
  /** The name made safe by NameForLog, or null. */
  readonly operationName: string | null;
  readonly outcome: Exclude<AuditEntry['outcome'], 'rejected'> | 'unauthenticated';
}

/** Takes an audit line, and never throws. A file is written some milliseconds later, by synchronous writes. */
export type AuditSink = (line: AuditLine) => void;

/**
 * Opens the target of AUDIT_LOG: `log`, `off`, or the path of a file.
 * @param countLost counts lines that cannot be written
 * @param worker as for `createLog`
 * @throws Error if the file cannot be opened
 */
export function openAudit(
  target: string,
  log: Log,
  countLost: (lines: number) => void,
  worker?: number,
): { readonly sink: AuditSink; readonly close: () => Promise<void> } {
  const close = async () => {};
  if (target === 'log') {
    log.output.onLost = (lines) => countLost(lines.match(auditMark)?.length ?? 0);
    return { sink: createLogAudit(log), close };
  }
  if (target === 'off') {
    if (worker === undefined) warnOfAuditOff(log);
    return { sink: () => {}, close };
  }
  const file = new AuditFile(target, log, countLost);
  const flush = () => file.flush();
  process.on('exit', flush);
  return {
    sink: createLogAudit(pino({ base: worker === undefined ? null : { worker } }, file)),
    close: async () => {
      file.close();
      process.off('exit', flush);
    },
  };
}

/** The member that marks an audit line in a log, as JSON or for a terminal. */
const auditMark = /"audit":true| audit=true/g;

/** Logs the warning for AUDIT_LOG=off: once for the program, not by every worker. */
export const warnOfAuditOff = (log: Logger): void =>
  log.warn('AUDIT_LOG is off: reads of attendees, registrations and refused requests are not recorded');

/** Returns a sink that writes audit lines to a log, at every level of the log. */
function createLogAudit(log: Logger): AuditSink {
  const audit = log.child({ audit: true }, { level: 'info' });
  return (line) => audit.info(line, messages[line.outcome]);
}

const messages: Readonly<Record<AuditLine['outcome'], string>> = {
  ok: 'Personal data was requested',
  partial: 'Personal data was requested, and the response has errors',
  registered: 'Attendees were registered',
  replayed: 'The result of another registration with the same key was returned',
  issued: 'A single sign-on was issued',
  done: 'Personal data was written',
  refused: 'A write was refused, and nothing was written',
  unknown: 'A write was sent, and its outcome is unknown',
  failed: 'A read or a write failed',
  unauthenticated: 'Requests without a valid credential were refused',
  forbidden: 'Access to fields was denied: a scope is missing',
};

/** An operation, the start of a subscription or one of its events. */
interface AuditedRun {
  readonly request: { readonly id: string; readonly prepared: { readonly name: string | null } };
  readonly context: GraphContext;
  /** `failed` until it has ended. */
  readonly outcome: OperationOutcome;
}

/** The audit of operations: what each did with personal data. */
export class OperationAudit {
  readonly #running: AuditedRun[] = [];

  constructor(
    private readonly sink: AuditSink,
    private readonly nameForLog: NameForLog,
    private readonly countRegistration: (outcome: RegistrationOutcome) => void,
  ) {}

  /** An operation begins. */
  begin(operation: AuditedRun): void {
    this.#running.push(operation);
  }

  /** Writes the lines of an operation that has ended, and counts its registrations. */
  end(operation: AuditedRun): void {
    const index = this.#running.indexOf(operation);
    if (index === -1) return;
    this.#running.splice(index, 1);
    const { request, context, outcome: ended } = operation;
    const entries = context.audit.entries(ended === 'ok' || ended === 'partial' ? ended : 'failed');
    if (entries.length === 0) return;
    const name = this.nameForLog(request.prepared.name);
    for (const { fields, count, outcome } of entries) {
      if (fields[0] === 'Mutation.addAttendees' && outcome in countedOutcomes)
        this.countRegistration(countedOutcomes[outcome as keyof typeof countedOutcomes]);
      // To the audit it is the same who refused a write.
      const audited = outcome === 'rejected' ? 'refused' : outcome;
      this.sink({ requestId: request.id, caller: context.caller.name, operationName: name, fields, count, outcome: audited });
    }
  }

  /** Writes the lines of operations that are still in progress when the program ends, as unknown or failed. */
  abandon(): void {
    while (this.#running.length > 0) this.end(this.#running[0]!);
  }
}

/** How registrations that ended in this way are counted: `refused` if nothing was done, `user_error` if that is because of their input. */
const countedOutcomes = {
  registered: 'registered',
  replayed: 'replayed',
  rejected: 'rejected',
  refused: 'user_error',
  unknown: 'unknown',
  failed: 'refused',
} as const;

/** Minimum interval of the lines of one address. */
const lineEveryMs = 1_000;
/** Limit of addresses with lines of their own. Further addresses share one line. */
const maxAddresses = 1_000;
const otherAddresses = 'other addresses';

/**
 * The audit of requests without a valid credential. Each address gets at most one line a second, with the number of refusals since its last
 * line. The limit prevents cheap requests from filling the disk; the memory is limited too.
 */
export class RefusalAudit {
  readonly #lines = new ThrottledLines(lineEveryMs);

  constructor(private readonly sink: AuditSink) {}

  /** A request is refused. A line has the id of the first request that it counts. */
  record(remoteAddress: string, requestId: string): void {
    const { kinds } = this.#lines;
    const caller = kinds.has(remoteAddress) || kinds.size < maxAddresses ? remoteAddress : otherAddresses;
    this.#lines.add(caller, (count) =>
      this.sink({ requestId, caller, operationName: null, fields: [], count, outcome: 'unauthenticated' }),
    );
  }

  /** Writes the lines of refusals that are counted but not yet written. */
  flush(): void {
    this.#lines.flush();
  }
}
