/* The file of AUDIT_LOG, to which audit lines are appended. */

import { closeSync, constants, fchmodSync, fstatSync, openSync, write, writeSync } from 'node:fs';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

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
  readonly #pending: Buffer[] = [];
  #pendingBytes = 0;
  /** The lines that were dropped since the last successful write. */
  #lost = 0;
  #isFailing = false;
  /** Ends when no line is pending; null while none is. */
  #writing: Promise<void> | null = null;
  readonly #closing = new AbortController();

  /** @throws Error if the file cannot be opened */
  constructor(
    path: string,
    private readonly events: AuditFileEvents,
    private readonly append: AppendToFile = write,
  ) {
    this.#file = openForAppending(path);
  }

  write(line: string): void {
    if (this.#closing.signal.aborted) return;
    const bytes = Buffer.from(line);
    if (this.#pendingBytes + bytes.length > maxPendingBytes) {
      this.#lost += 1;
      this.events.onLost();
      return;
    }
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    this.#writing ??= this.#writePending();
  }

  /** Writes the pending lines, without a further retry if that fails, and closes the file. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#writing;
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

  async #writePending(): Promise<void> {
    // The lines of one event-loop turn are combined in one write.
    await nextTurn();
    while (this.#pending.length > 0) {
      const bytes = Buffer.concat(this.#pending.splice(0));
      this.#pendingBytes = 0;
      const { error, written } = await this.#write(bytes);
      if (written < bytes.length) {
        this.#pending.unshift(bytes.subarray(written));
        this.#pendingBytes += bytes.length - written;
      }
      if (error === null) this.#onSuccess();
      else {
        if (!this.#isFailing) this.events.onFailure(error.code ?? 'unknown');
        this.#isFailing = true;
        if (this.#closing.signal.aborted) break;
        await pause(retryAfterMs, undefined, { ref: false, signal: this.#closing.signal }).catch(() => {});
      }
    }
    this.#writing = null;
  }

  /** Writes as much of the bytes as the file accepts at once. */
  #write(bytes: Buffer): Promise<{ readonly error: NodeJS.ErrnoException | null; readonly written: number }> {
    return new Promise((resolve) =>
      this.append(this.#file, bytes, (error, written) => resolve({ error, written: error === null ? written : 0 })),
    );
  }

  #onSuccess(): void {
    if (this.#isFailing || this.#lost > 0) this.events.onRecovery(this.#lost);
    this.#isFailing = false;
    this.#lost = 0;
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
