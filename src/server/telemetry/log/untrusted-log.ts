import type { Logger } from 'pino';
import type { ReportUntrusted } from '../../operations/documents/requested-documents.js';
import type { NameForLog } from './operation-name.js';

/** Returns a function that logs a document which is not trusted: by its hash and its operation's name, never its text. */
export function createUntrustedLog(log: Logger, nameForLog: NameForLog): ReportUntrusted {
  return ({ sha256, operationName, isLast }) => {
    const fields = { sha256, operationName: nameForLog(operationName) };
    log.warn(fields, 'The document of an operation is not trusted: TRUSTED_DOCUMENTS=require would refuse it');
    if (isLast) log.warn('Many operations are not trusted documents. No more are logged until the next start.');
  };
}
