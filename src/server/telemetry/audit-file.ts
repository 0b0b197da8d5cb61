/* The file of AUDIT_LOG, to which audit lines are appended. */

import { closeSync, constants, fchmodSync, fstatSync, openSync, write, writeSync } from 'node:fs';

/** Limit of the lines that wait in memory while the file cannot be written. Further lines are lost and counted. */
const maxPendingBytes = 8 * 1024 * 1024;
const retryAfterMs = 1_000;

export interface AuditFileEvents {
  /** A write failed, for the first time since the last success. */
  readonly onFailure: (cause: string) => void;
  /** A line was dropped. */
  readonly onLost: () => void;
  /** A write succeeded after failures, or took so long that lines were dropped. @param lost the number of lines that were dropped meanwhile */
  readonly onRecovery: (lost: number) => void;
}

/** Has the signature of `write` of node:fs. */
export type AppendToFile = (file: number, bytes: Buffer, done: (error: NodeJS.ErrnoException | null, written: number) => void) => void;

/**
 * A file that lines are appended to asynchronously, in order; only its owner can read it. If a write fails, on a full disk
 * for example, lines wait in memory and the write is retried every second; requests are not delayed.
 */
export class AuditFile {
  readonly #file: number;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  /** The lines that were dropped since the last successful write. */
  #lost = 0;
  #failed = false;
  /** The bytes of the write in progress. */
  #writing: Buffer | null = null;
  #retry: NodeJS.Timeout | undefined;
  /** Set by `close`: called when no line is pending, or the last write has failed. */
  #onDrained: (() => void) | undefined;
  #closed = false;

  /** @throws Error if the file cannot be opened */
  constructor(
    path: string,
    private readonly events: AuditFileEvents,
    private readonly append: AppendToFile = write,
  ) {
    this.#file = openForAppending(path);
  }

  write(line: string): void {
    if (this.#closed) return;
    const bytes = Buffer.from(line);
    if (this.#pendingBytes + bytes.length > maxPendingBytes) {
      this.#lost += 1;
      this.events.onLost();
      return;
    }
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    // The lines of one event-loop turn are combined in one write.
    if (this.#pending.length === 1 && this.#writing === null) setImmediate(() => this.#writeNext());
  }

  /** Writes the pending lines, without a retry if that fails, and closes the file. */
  async close(): Promise<void> {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    await new Promise<void>((resolve) => {
      this.#onDrained = resolve;
      this.#writeNext();
    });
    this.#closed = true;
    closeSync(this.#file);
  }

  /** Writes the pending lines synchronously, when the process exits. The operating system completes a write in progress even then. */
  flush(): void {
    for (let bytes = Buffer.concat(this.#pending.splice(0)); bytes.length > 0;) {
      try {
        bytes = bytes.subarray(writeSync(this.#file, bytes));
      } catch {
        return;
      }
    }
  }

  /** Writes all pending lines, unless a write is in progress or will be retried. */
  #writeNext(): void {
    // Once the file is closed, its number may be that of another file.
    if (this.#closed || this.#writing !== null || this.#retry !== undefined) return;
    if (this.#pending.length === 0) return this.#onDrained?.();
    this.#writing = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    this.append(this.#file, this.#writing, (error, bytes) => this.#onWritten(error, bytes));
  }

  #onWritten(error: NodeJS.ErrnoException | null, bytes: number): void {
    const rest = this.#writing!.subarray(error ? 0 : bytes);
    this.#writing = null;
    if (rest.length > 0) {
      this.#pending.unshift(rest);
      this.#pendingBytes += rest.length;
    }
    if (error) return this.#onFailed(error);
    if (this.#failed || this.#lost > 0) {
      this.#failed = false;
      this.events.onRecovery(this.#lost);
      this.#lost = 0;
    }
    this.#writeNext();
  }

  #onFailed(error: NodeJS.ErrnoException): void {
    if (!this.#failed) this.events.onFailure(error.code ?? 'unknown');
    this.#failed = true;
    if (this.#onDrained) return this.#onDrained();
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#writeNext();
    }, retryAfterMs).unref();
  }
}

/** Opens the file of AUDIT_LOG, and closes it without writing. @throws Error if it cannot be opened */
export const assertUsableAuditFile = (path: string): void => closeSync(openForAppending(path));

const ownerOnly = 0o600;

/** Opens a regular file, with mode 0600. @throws Error for other files: opening a pipe without a reader can block forever */
function openForAppending(path: string): number {
  const file = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK, ownerOnly);
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
