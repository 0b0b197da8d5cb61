import { type Logger, pino } from 'pino';
import type { AuditEntry } from '../../graph/access/audit.js';
import { openAuditFile } from './audit-file.js';

/** One line of the audit: who did what with people's data, or was refused. Holds names and numbers only. */
export interface AuditLine extends Omit<AuditEntry, 'outcome'> {
  readonly requestId: string;
  /** A caller's name, or the address of one without a credential. */
  readonly caller: string;
  /** As logs have it; null for none. */
  readonly operationName: string | null;
  readonly outcome: AuditEntry['outcome'] | 'unauthenticated';
}

/** Where audit lines go. Never throws, never waits. */
export type AuditSink = (line: AuditLine) => void;

export interface OpenAudit {
  readonly sink: AuditSink;
  readonly close: () => Promise<void>;
}

/** Opens the audit where AUDIT_LOG says: `log`, `off`, or a file's path. @throws where the file cannot be written */
export function openAudit(target: string, log: Logger): OpenAudit {
  const close = () => Promise.resolve();
  if (target === 'log') return { sink: auditToLog(log), close };
  if (target === 'off') {
    log.warn('AUDIT_LOG is off: nothing records who reads attendees, registers people or is refused.');
    return { sink: () => {}, close };
  }
  const file = openAuditFile(target, {
    onFailure: (cause) =>
      log.warn(
        { cause },
        'The file of AUDIT_LOG cannot be written. Its lines wait in memory, up to 8 MB. Free its disk, or check who may write to it.',
      ),
    onRecovery: (lost) => log.warn({ lost }, 'The file of AUDIT_LOG is written again; `lost` is how many lines it lacks.'),
    onExit: (flush) => {
      process.on('exit', flush);
      return () => process.off('exit', flush);
    },
  });
  return { sink: auditToLog(pino({ base: null }, file)), close: () => file.close() };
}

/** Writes audit lines to a log, whatever its level. */
export function auditToLog(log: Logger): AuditSink {
  const audit = log.child({ audit: true }, { level: 'info' });
  return ({ requestId, caller, operationName, fields, count, outcome }) =>
    audit.info({ requestId, caller, operationName, fields, count, outcome }, messages[outcome] ?? 'Personal data was used');
}

const messages: Partial<Record<AuditLine['outcome'], string>> = {
  unauthenticated: 'Requests without a valid credential were refused',
  forbidden: 'Fields were refused for want of a scope',
};
