/* The log of the program: its lines as JSON or for a terminal, and what of errors and of a caller's words may be in it. */

import { createHmac } from 'node:crypto';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from '../../config/config.js';
import type { HttpRequest } from '../http/request.js';

export type LogSettings = Config['log'] & {
  /** Names of further headers whose values are never logged. */
  readonly secretHeaders?: readonly string[];
  /** The number of the worker that writes the log, for each line. Omitted in a program of one process. */
  readonly worker?: number;
};

/** Fields whose values are replaced in the log, at the top level and in `headers` and `req.headers`. */
const secrets = ['authorization', 'x-api-key', 'router-authorization', 'Service-Auth', 'cookie'];

/** A log, and where its lines go. */
export type Log = Logger & { readonly output: LogOutput };

interface LogOutput extends DestinationStream {
  /** Receives lines that could not be written, if the output notices that: the disk is full, or the reader of a pipe has ended or hangs. */
  onLost?: (lines: string) => void;
}

/** Creates the log. Pending lines are written when the process exits. @param output default: the standard output */
export function createLog(
  { level, format, secretHeaders = [], worker }: LogSettings,
  output: LogOutput = standardOutput(worker === undefined ? Infinity : atomicCharacters),
): Log {
  const pretty = format === 'pretty' || (format === 'auto' && process.stdout.isTTY);
  const stream = pretty ? { write: (line: string) => output.write(prettyLine(line)) } : output;
  const names = new Set([...secrets, ...secretHeaders].flatMap((name) => [name, name.toLowerCase()]));
  const paths = [...names].map((name) => `["${name}"]`).flatMap((name) => [name, `headers${name}`, `req.headers${name}`]);
  const log = pino({ level, base: worker === undefined ? null : { worker }, redact: { paths, censor: '[secret]' } }, stream);
  return Object.assign(log, { output });
}

/**
 * Writes the line of the access log for a response, at level debug. It has no query string, which may contain a secret.
 * @param ms its duration
 */
export function logAccess(
  log: Logger,
  { id: requestId, method, logFields }: HttpRequest,
  status: number,
  ms: number,
  nameForLog: NameForLog,
): void {
  if (!log.isLevelEnabled('debug')) return;
  const { path = '(unknown path)', caller, operationName, viewer } = logFields;
  const fields = { requestId, operationName: nameForLog(operationName), status, ms: Math.round(ms * 10) / 10, caller, viewer };
  log.debug(fields, `${method} ${path}`);
}

/** Returns the log fields of an unexpected error: name and stack frames. The message is omitted, because it can contain personal data. */
export function unexpectedErrorFields(error: unknown): { readonly error: string; readonly stack: string | undefined } {
  if (!(error instanceof Error)) return { error: typeof error, stack: undefined };
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { error: error.name, stack: frames.join('\n') };
}

/** Returns the log fields of an error that a client or the operating system caused: name and code, without the message. */
export function peerErrorFields(error: Error): { readonly error: string; readonly code: unknown } {
  return { error: error.name, code: 'code' in error ? error.code : undefined };
}

/** Returns an operation's name for logs, or null if it has none: `Attendees` as it is, `Find13800138000` as `hashed_` and letters. */
export type NameForLog = (operationName: string | null | undefined) => string | null;

const maxNameLength = 64;
/** A name with at most this number of digits cannot contain a mobile number. */
const maxDigits = 4;

/**
 * Returns a function that makes operation names safe for logs, because callers choose them: at most 64 letters, digits and
 * underscores. A name that can contain personal data, because it has five digits or is not a GraphQL name, is replaced by an
 * HMAC written in letters. A plain hash of a mobile number could be found by trying all numbers; the key prevents this. Each
 * process has another key, so hashes differ between processes.
 */
export function createNameForLog(key: Buffer): NameForLog {
  return (operationName) => {
    if (operationName === null || operationName === undefined || operationName === '') return null;
    const digits = operationName.replace(/\D/g, '').length;
    if (/^[A-Za-z0-9_]+$/.test(operationName) && digits <= maxDigits) return operationName.slice(0, maxNameLength);
    const hash = createHmac('sha256', key).update(operationName).digest().subarray(0, 8);
    return `hashed_${hash.toString('hex').replace(/[0-9]/g, (digit) => 'ghijklmnop'[Number(digit)]!)}`;
  };
}

/** Up to 4096 bytes, a write to a pipe is atomic (PIPE_BUF of Linux): lines of several workers do not mix. Log lines are ASCII. */
const atomicCharacters = 4096;

function standardOutput(maxWriteCharacters: number): LogOutput {
  // If the reader of a pipe ends (EPIPE), an 'error' event without a listener would end the process.
  process.stdout.on('error', () => {});
  const output = batchedOutput(process.stdout, maxWriteCharacters);
  process.on('exit', output.flush);
  return output;
}

/** Lines wait this long for others. */
const maxDelayMs = 25;
/** Limit of the lines that wait in memory while the reader of a pipe does not read. Further lines are lost. */
const maxUnreadBytes = 8 * 1024 * 1024;

/**
 * Wraps an output: combines lines in one write, 25 ms after the first of them. A write to a pipe wakes its reader, which takes as long as
 * one or two requests, however long it is. `flush` writes the lines that wait.
 * @param output calls `done` after each write
 * @param maxWriteCharacters the longest write of several lines
 */
export function batchedOutput(
  output: { readonly writableLength?: number; write(lines: string, done: (error?: Error | null) => void): unknown },
  maxWriteCharacters: number,
): LogOutput & { readonly flush: () => void } {
  let pending = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const lines = pending;
    pending = '';
    if ((output.writableLength ?? 0) > maxUnreadBytes) batched.onLost?.(lines);
    else if (lines !== '') output.write(lines, (error) => error && batched.onLost?.(lines));
  };
  const batched: ReturnType<typeof batchedOutput> = {
    flush,
    write(line) {
      if (pending.length + line.length > maxWriteCharacters) flush();
      pending += line;
      timer ??= setTimeout(flush, maxDelayMs).unref();
    },
  };
  return batched;
}

const levels: Readonly<Record<number, string>> = { 10: 'TRACE', 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' };

/** Formats a JSON line of pino for a terminal: "14:03:22.118 INFO  message key=value". Stack frames follow on lines of their own. */
function prettyLine(line: string): string {
  const { level, time, msg, stack, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const clock = typeof time === 'number' ? new Date(time).toISOString().slice(11, 23) : '';
  const fields = Object.entries(rest).map(([name, value]) => ` ${name}=${formatted(value)}`);
  return `${clock} ${(levels[Number(level)] ?? '').padEnd(5)} ${escaped(typeof msg === 'string' ? msg : '')}${fields.join('')}\n${typeof stack === 'string' ? `${stack}\n` : ''}`;
}

const formatted = (value: unknown): string =>
  typeof value === 'string' && /^[\w.:/@-]+$/.test(value) ? value : escaped(JSON.stringify(value));

/** Escapes control characters and line breaks, so that text of a caller cannot look like a second line. */
const escaped = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]/gu, escapedCharacter);
const escapedCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
