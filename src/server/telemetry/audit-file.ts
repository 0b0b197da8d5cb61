/* The file of AUDIT_LOG, to which audit lines are appended. */

import { closeSync, constants, fchmodSync, fstatSync, ftruncateSync, openSync, statSync, writeSync } from 'node:fs';
import type { Logger } from 'pino';

/** Limit of the lines that wait in memory while the file cannot be written. Further lines are lost and counted. */
const maxPendingCharacters = 8 * 1024 * 1024;
/** Lines wait this long for others, so that many are one write. */
const batchAfterMs = 10;
const retryEveryMs = 1_000;

/**
 * A file that lines are appended to, in order; only its owner can read it. If a write fails, on a full disk for example, lines wait in
 * memory and the write is retried every second. If the file was moved or deleted, as by logrotate, it is created again.
 */
export class AuditFile {
  #file: number;
  #pending = '';
  /** The lines that were dropped since the last successful write. */
  #lost = 0;
  #isFailing = false;
  #isClosed = false;
  /** Set while lines wait. */
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param log receives a line for the first failure since the last success, and one for the next success
   * @param append writes bytes, perhaps not all of them @returns how many
   * @throws Error if the file cannot be opened
   */
  constructor(
    private readonly path: string,
    private readonly log: Pick<Logger, 'warn'>,
    private readonly countLost: (lines: number) => void,
    private readonly append: (file: number, bytes: Buffer) => number = writeSync,
  ) {
    this.#file = openForAppending(path);
  }

  write(line: string): void {
    if (this.#isClosed) return;
    if (this.#pending.length + line.length > maxPendingCharacters) {
      this.#lost += 1;
      return this.countLost(1);
    }
    this.#pending += line;
    this.#timer ??= setTimeout(() => this.flush(), batchAfterMs).unref();
  }

  /** Writes the lines that wait, as when the process exits. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const bytes = Buffer.from(this.#pending);
    let lengthBefore = 0;
    let written = 0;
    try {
      if (bytes.length > 0) this.#followPath();
      lengthBefore = fstatSync(this.#file).size;
      while (written < bytes.length) written += this.append(this.#file, bytes.subarray(written));
      if (this.#isFailing) this.log.warn({ lost: this.#lost }, writtenAgain);
      this.#isFailing = false;
      this.#lost = 0;
    } catch (error) {
      if (!this.#isFailing) this.log.warn({ cause: (error as NodeJS.ErrnoException).code ?? 'unknown' }, notWritten);
      this.#isFailing = true;
      this.#timer = setTimeout(() => this.flush(), retryEveryMs).unref();
      written = this.#withoutPartOfLine(bytes, written, lengthBefore);
    }
    this.#pending = bytes.toString('utf8', written);
  }

  /** Opens the file of the path if it is another one by now: what is written to a deleted file is lost. @throws Error if it cannot be opened */
  #followPath(): void {
    const [found, opened] = [statSync(this.path, { throwIfNoEntry: false }), fstatSync(this.#file)];
    if (found?.ino === opened.ino && found.dev === opened.dev) return;
    const file = openForAppending(this.path);
    closeSync(this.#file);
    this.#file = file;
  }

  /** Removes the part of a line at the end of the file, which the line of another worker might follow. @returns what stays of `written` */
  #withoutPartOfLine(bytes: Buffer, written: number, lengthBefore: number): number {
    const wholeLines = bytes.subarray(0, written).lastIndexOf('\n') + 1;
    try {
      // If the file has another length, another worker has written since.
      if (wholeLines === written || fstatSync(this.#file).size !== lengthBefore + written) return written;
      ftruncateSync(this.#file, lengthBefore + wholeLines);
      return wholeLines;
    } catch {
      return written;
    }
  }

  /** Writes the lines that wait, without a further retry if that fails, and closes the file. */
  close(): void {
    this.#isClosed = true;
    this.flush();
    clearTimeout(this.#timer);
    closeSync(this.#file);
    const unwritten = this.#pending.split('\n').length - 1;
    if (unwritten > 0) this.log.warn({ lost: this.#lost + unwritten }, endsUnwritten);
  }
}

const notWritten =
  'The file of AUDIT_LOG cannot be written. Up to 8 MB of lines wait in memory. Free disk space, or check the permissions of the file.';
const endsUnwritten = 'The program ends while the file of AUDIT_LOG cannot be written; `lost` is the number of missing lines';
const writtenAgain = 'The file of AUDIT_LOG is written again; `lost` is the number of missing lines';

/** Opens the file of AUDIT_LOG, and closes it without writing. @throws Error if it cannot be opened */
export const assertUsableAuditFile = (path: string): void => closeSync(openForAppending(path));

const ownerOnly = 0o600;

/**
 * Opens a regular file, with mode 0600.
 * @throws Error for other files: opening a pipe without a reader can block forever, and the mode of a link's target would change
 */
function openForAppending(path: string): number {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK, O_NOFOLLOW } = constants;
  const file = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOFOLLOW, ownerOnly);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error('not a regular file');
    if ((stats.mode & 0o777) !== ownerOnly) fchmodSync(file, ownerOnly);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}
