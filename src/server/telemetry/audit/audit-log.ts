/* The audit line, and its output in the log. */

import { pino, type Logger } from 'pino';
import type { AuditEntry } from '../../../graph/audit/audit.js';
import { openAuditFile } from './audit-file.js';

/** One audit line: which caller read or registered personal data, or was denied access. It contains names and numbers, no personal data. */
export interface AuditLine extends Omit<AuditEntry, 'outcome'> {
  readonly requestId: string;
  /** The caller's name, or the address of a caller without a valid credential. */
  readonly caller: string;
  /** The name made safe by NameForLog, or null. */
  readonly operationName: string | null;
  readonly outcome: AuditEntry['outcome'] | 'unauthenticated';
}

/** Writes an audit line. It never throws and never blocks. */
export type AuditSink = (line: AuditLine) => void;

export interface OpenAudit {
  readonly sink: AuditSink;
  readonly close: () => Promise<void>;
}

/**
 * Opens the target of AUDIT_LOG: `log`, `off`, or the path of a file.
 * @param worker as for `createLog`
 * @throws Error if the file cannot be opened
 */
export function openAudit(target: string, log: Logger, worker?: number): OpenAudit {
  const close = () => Promise.resolve();
  if (target === 'log') return { sink: createLogAudit(log), close };
  if (target === 'off') {
    if (worker === undefined) warnOfAuditOff(log);
    return { sink: () => {}, close };
  }
  const file = openAuditFile(target, {
    onFailure: (cause) =>
      log.warn(
        { cause },
        'The file of AUDIT_LOG cannot be written. Up to 8 MB of lines wait in memory. Free disk space, or check the permissions of the file.',
      ),
    onRecovery: (lost) => log.warn({ lost }, 'The file of AUDIT_LOG is written again; `lost` is the number of missing lines'),
    onExit: (flush) => {
      process.on('exit', flush);
      return () => process.off('exit', flush);
    },
  });
  return { sink: createLogAudit(pino({ base: worker === undefined ? null : { worker } }, file)), close: () => file.close() };
}

/** Opens the file of AUDIT_LOG, and closes it without writing. @throws Error if it cannot be opened */
export const assertUsableAuditFile = (path: string): Promise<void> =>
  openAuditFile(path, { onFailure: () => {}, onRecovery: () => {}, onExit: () => () => {} }).close();

/** Logs the warning for AUDIT_LOG=off: once for the program, not by every worker. */
export const warnOfAuditOff = (log: Logger): void =>
  log.warn('AUDIT_LOG is off: reads of attendees, registrations and refused requests are not recorded');

/** Returns a sink that writes audit lines to a log, at every level of the log. */
export function createLogAudit(log: Logger): AuditSink {
  const audit = log.child({ audit: true }, { level: 'info' });
  const repeatedOf = new WeakMap<readonly string[], RepeatedLine>();
  return ({ requestId, caller, operationName, fields, count, outcome }) => {
    if (!Object.isFrozen(fields)) return audit.info({ caller, operationName, fields, outcome, requestId, count }, messages[outcome]);
    let known = repeatedOf.get(fields);
    if (known?.caller !== caller || known.operationName !== operationName || known.outcome !== outcome) {
      known = { caller, operationName, outcome, log: audit.child({ caller, operationName, fields, outcome }) };
      repeatedOf.set(fields, known);
    }
    known.log.info({ requestId, count }, messages[outcome]);
  };
}

/** What the last line with a list of fields contained besides its own facts, and a log whose lines have it. Most lines repeat it. */
interface RepeatedLine extends Pick<AuditLine, 'caller' | 'operationName' | 'outcome'> {
  readonly log: Logger;
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
