import { type DestinationStream, type Logger, pino } from 'pino';
import type { HttpRequest } from '../http/http.js';
import { oncePerTurn } from './once-per-turn.js';
import type { NameForLog } from './operation-name.js';
import { prettyLine } from './pretty-line.js';

export interface LogSettings {
  readonly level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** auto: pretty on a terminal, JSON elsewhere. */
  readonly format: 'pretty' | 'json' | 'auto';
  /** Names of further headers whose values are never logged. */
  readonly secretHeaders?: readonly string[];
}

/** Members that are never written out, wherever a caller of the log puts them. */
const secrets = ['authorization', 'x-api-key', 'router-authorization', 'Service-Auth', 'cookie'];

/** Writes line by line, to the standard output unless told otherwise; what is pending when the process ends is written then. */
export function createLog({ level, format, secretHeaders = [] }: LogSettings, output: DestinationStream = standardOutput()): Logger {
  const pretty = format === 'pretty' || (format === 'auto' && process.stdout.isTTY);
  const stream = pretty ? { write: (line: string) => output.write(prettyLine(line)) } : output;
  const names = new Set([...secrets, ...secretHeaders].flatMap((name) => [name, name.toLowerCase()]));
  const hidden = [...names].map((name) => `["${name}"]`).flatMap((name) => [name, `headers${name}`, `req.headers${name}`]);
  return pino({ level, base: null, redact: { paths: hidden, censor: '[secret]' } }, stream);
}

function standardOutput(): DestinationStream {
  // A reader that is gone (EPIPE) costs the log, not the program: an 'error' event without a listener would end it.
  process.stdout.on('error', () => {});
  return oncePerTurn(process.stdout, (flush) => process.on('exit', flush));
}

/** One line a request, at level debug: who asked for what, never with which values. */
export const logResponse =
  (log: Logger, nameForLog: NameForLog) =>
  (request: HttpRequest, status: number, ms: number): void => {
    if (!log.isLevelEnabled('debug')) return;
    const { caller, operationName } = request.notes;
    const facts = { requestId: request.id, operationName: nameForLog(operationName), status, ms: Math.round(ms * 10) / 10, caller };
    log.debug(facts, `${request.method} ${paths.has(request.path) ? request.path : 'elsewhere'}`);
  };

/** Any other path is the caller's own words. */
const paths: ReadonlySet<string> = new Set(['/', '/graphql', '/graphql/stream', '/healthz', '/readyz']);
