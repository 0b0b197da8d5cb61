/* The log of the program, and its access lines. */

import { pino, type DestinationStream, type Logger } from 'pino';
import type { HttpRequest } from '../../http/handler.js';
import { createBatchedOutput } from './batched-output.js';
import type { NameForLog } from './operation-name.js';
import { prettyLine } from './pretty-line.js';

export interface LogSettings {
  readonly level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** auto: pretty on a terminal, otherwise JSON. */
  readonly format: 'pretty' | 'json' | 'auto';
  /** Names of further headers whose values are never logged. */
  readonly secretHeaders?: readonly string[];
  /** The number of the worker that writes the log, for each line. Omitted in a program of one process. */
  readonly worker?: number;
}

/** Fields whose values are replaced in the log, at the top level and in `headers` and `req.headers`. */
const secrets = ['authorization', 'x-api-key', 'router-authorization', 'Service-Auth', 'cookie'];

/** Creates the log. Pending lines are written when the process exits. @param output default: the standard output */
export function createLog(
  { level, format, secretHeaders = [], worker }: LogSettings,
  output: DestinationStream = standardOutput(worker === undefined ? undefined : atomicCharacters),
): Logger {
  const pretty = format === 'pretty' || (format === 'auto' && process.stdout.isTTY);
  const stream = pretty ? { write: (line: string) => output.write(prettyLine(line)) } : output;
  const names = new Set([...secrets, ...secretHeaders].flatMap((name) => [name, name.toLowerCase()]));
  const paths = [...names].map((name) => `["${name}"]`).flatMap((name) => [name, `headers${name}`, `req.headers${name}`]);
  return pino({ level, base: worker === undefined ? null : { worker }, redact: { paths, censor: '[secret]' } }, stream);
}

/** Up to 4096 bytes, a write to a pipe is atomic (PIPE_BUF of Linux): lines of several workers do not mix. Log lines are ASCII. */
const atomicCharacters = 4096;

function standardOutput(maxWriteCharacters: number | undefined): DestinationStream {
  // If the reader of a pipe ends (EPIPE), an 'error' event without a listener would end the process.
  process.stdout.on('error', () => {});
  return createBatchedOutput(process.stdout, (flush) => process.on('exit', flush), maxWriteCharacters);
}

/**
 * Returns the access log: one line for each request at level debug, with the caller and the operation's name, without values. It contains the
 * path of the route, because the caller chooses other paths, and no query string, because one may contain a secret of the hook.
 * @param routeOf returns the path of the route of a request's path; null if there is none
 */
export const createLogResponse =
  (log: Logger, nameForLog: NameForLog, routeOf: (path: string) => string | null) =>
  (request: HttpRequest, status: number, ms: number): void => {
    if (!log.isLevelEnabled('debug')) return;
    const { caller, operationName } = request.logFields;
    const fields = { requestId: request.id, operationName: nameForLog(operationName), status, ms: Math.round(ms * 10) / 10, caller };
    log.debug(fields, `${request.method} ${routeOf(request.path) ?? '(unknown path)'}`);
  };
