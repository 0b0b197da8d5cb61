import { constants, closeSync, fchmodSync, fstatSync, openSync, write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Lines that cannot be written are remembered up to this length; later ones are lost, and counted. */
const maxPendingBytes = 8 * 1024 * 1024;
const retryAfterMs = 1_000;

export interface AuditFile extends DestinationStream {
  /** Writes what is pending, once more at most where that fails, and closes the file. */
  close(): Promise<void>;
}

/** What an audit file reports of itself. */
export interface AuditFileEvents {
  /** Lines cannot be written, for the first time since the last success. */
  readonly onFailure: (cause: string) => void;
  /** Lines are written again; so many were lost. */
  readonly onRecovery: (lost: number) => void;
  /** Registers what must be done before the process ends. @returns how to unregister it */
  readonly onExit: (flush: () => void) => () => void;
}

/** As `write` of node:fs. */
export type Append = (file: number, bytes: Buffer, done: (error: NodeJS.ErrnoException | null, written: number) => void) => void;

/**
 * A file that lines are appended to in the background, in order, readable by its owner only. A full disk neither ends the
 * program nor holds it up. Lines that are pending when the process ends are written then. @throws where it cannot be opened
 */
export function openAuditFile(path: string, { onFailure, onRecovery, onExit }: AuditFileEvents, append: Append = write): AuditFile {
  const file = openForAppending(path);
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let lost = 0;
  let failed = false;
  /** What is being written. */
  let writing: Buffer | null = null;
  let retry: NodeJS.Timeout | undefined;
  let drained: (() => void) | undefined;
  let closed = false;

  const next = () => {
    if (writing !== null || retry !== undefined) return;
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
  /** What is being written already is finished by the system when the process ends. */
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
      // The lines of one turn of the event loop are one write.
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

/** @throws Error for anything but a regular file: to open a pipe could wait for ever */
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
