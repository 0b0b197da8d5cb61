/* Writes audit lines to the file of AUDIT_LOG. */

import { closeSync, constants, fchmodSync, fstatSync, openSync, write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Limit of the lines that wait in memory while the file cannot be written. Further lines are lost and counted. */
const maxPendingBytes = 8 * 1024 * 1024;
const retryAfterMs = 1_000;

export interface AuditFile extends DestinationStream {
  /** Writes the pending lines, without a retry if that fails, and closes the file. */
  close(): Promise<void>;
}

export interface AuditFileEvents {
  /** A write failed, for the first time since the last success. */
  readonly onFailure: (cause: string) => void;
  /** A write succeeded again. @param lost the number of lines that were dropped meanwhile */
  readonly onRecovery: (lost: number) => void;
  /** Registers a function to call before the process ends. @returns a function that unregisters it */
  readonly onExit: (flush: () => void) => () => void;
}

/** Has the signature of `write` of node:fs. */
export type AppendToFile = (file: number, bytes: Buffer, done: (error: NodeJS.ErrnoException | null, written: number) => void) => void;

/**
 * Opens a file that lines are appended to asynchronously, in order; only its owner can read it. If a write fails, on a full disk
 * for example, lines wait in memory and the write is retried every second; requests are not delayed. Lines that are pending
 * when the process exits are written synchronously.
 * @throws Error if the file cannot be opened
 */
export function openAuditFile(path: string, { onFailure, onRecovery, onExit }: AuditFileEvents, append: AppendToFile = write): AuditFile {
  const file = openForAppending(path);
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let lost = 0;
  let failed = false;
  /** The bytes of the write in progress. */
  let writing: Buffer | null = null;
  let retry: NodeJS.Timeout | undefined;
  let drained: (() => void) | undefined;
  let closed = false;

  const next = () => {
    // Once the file is closed, its number may be that of another file.
    if (closed || writing !== null || retry !== undefined) return;
    if (pending.length === 0) return drained?.();
    writing = Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
    append(file, writing, written);
  };
  const written = (error: NodeJS.ErrnoException | null, bytes: number) => {
    const rest = writing!.subarray(error ? 0 : bytes);
    writing = null;
    if (rest.length > 0) {
      pending.unshift(rest);
      pendingBytes += rest.length;
    }
    if (error) return fail(error);
    if (failed) {
      failed = false;
      onRecovery(lost);
      lost = 0;
    }
    next();
  };
  const fail = (error: NodeJS.ErrnoException) => {
    if (!failed) onFailure(error.code ?? 'unknown');
    failed = true;
    if (drained) return drained();
    retry = setTimeout(() => {
      retry = undefined;
      next();
    }, retryAfterMs).unref();
  };
  /** Writes the pending lines synchronously. The operating system completes a write in progress even if the process exits. */
  const flush = () => {
    for (let bytes = Buffer.concat(pending.splice(0)); bytes.length > 0;) {
      try {
        bytes = bytes.subarray(writeSync(file, bytes));
      } catch {
        return;
      }
    }
  };
  const unregister = onExit(flush);

  return {
    write(line) {
      if (closed) return;
      const bytes = Buffer.from(line);
      if (pendingBytes + bytes.length > maxPendingBytes) {
        lost += 1;
        return;
      }
      pending.push(bytes);
      pendingBytes += bytes.length;
      // The lines of one event-loop turn are combined in one write.
      if (pending.length === 1 && writing === null) setImmediate(next);
    },
    async close() {
      clearTimeout(retry);
      retry = undefined;
      await new Promise<void>((resolve) => {
        drained = resolve;
        next();
      });
      closed = true;
      unregister();
      closeSync(file);
    },
  };
}

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
