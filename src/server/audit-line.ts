import type { Logger } from 'pino';
import type { AuditEntry } from '../graph/audit.js';

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
