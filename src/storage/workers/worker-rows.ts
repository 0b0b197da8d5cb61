/*
 * One store for several workers of one machine: the parent has it open, and the workers use it through messages. So the parent
 * knows which worker performs which write. As soon as a worker has ended, the outcomes of its writes are unknown. No lease is
 * needed: a worker that is suspended is alive, so its write continues when it wakes up, and no other worker takes it over. The parent
 * kills a worker that does not respond for a minute; it has ended then, and cannot wake up.
 */

import { StateUnavailableError } from '../../model/errors.js';
import type { OutcomeRow, OutcomeRows, OwnedRow, StoredRow } from '../rows/outcome-rows.js';

/** How the write of a row ends: the methods of `OwnedRow`. */
type WriteEnd = { readonly sealed: string } | 'release' | 'withdraw';

/** The result of a step, as JSON: its value, or the `retryAfterMs` of a store that cannot be used. */
type Result<T> = { readonly value: T } | { readonly unavailable: number };

/** The functions of the parent that a worker calls to use the rows. */
export type RowFunctions = {
  rowSalt(input: null): Promise<Result<string>>;
  rowRead(name: string): Promise<Result<StoredRow | null>>;
  /** Adds the row of a write. @returns the id of the write; null if the name exists */
  rowBegin(input: { readonly name: string; readonly row: OutcomeRow; readonly replacing: string | null }): Promise<Result<number | null>>;
  /** Whether the write is still in progress for the parent. */
  rowPermit(writeId: number): boolean;
  rowEnd(input: { readonly writeId: number; readonly end: WriteEnd }): Promise<Result<null>>;
  rowClear(input: { readonly name: string; readonly version: string }): Promise<Result<null>>;
};

interface WorkerWrite {
  readonly worker: number;
  readonly name: string;
  readonly owned: OwnedRow;
}

/** Rows in the parent, with the writes that its workers perform. */
export class RowServer {
  readonly #writes = new Map<number, WorkerWrite>();
  readonly #running = new Map<string, number>();
  #lastId = 0;

  constructor(private readonly rows: OutcomeRows) {}

  functionsFor(worker: number): RowFunctions {
    return {
      rowSalt: () => resultOf(() => this.rows.salt()),
      rowRead: (name) => resultOf(() => this.#read(name)),
      rowBegin: ({ name, row, replacing }) => resultOf(() => this.#begin(worker, name, row, replacing ?? undefined)),
      rowPermit: (writeId) => this.#writes.has(writeId),
      rowEnd: ({ writeId, end }) => resultOf(() => this.#end(writeId, end)),
      rowClear: ({ name, version }) =>
        resultOf(async () => {
          if (!this.#running.has(name)) await this.rows.clear(name, version);
          return null;
        }),
    };
  }

  /** Must be called when a worker has ended: the outcomes of its writes are then unknown. */
  workerEnded(worker: number): void {
    for (const [id, { worker: performer, name, owned }] of this.#writes) {
      if (performer !== worker) continue;
      this.#writes.delete(id);
      this.#running.delete(name);
      void owned.release().catch(() => {});
    }
  }

  async #read(name: string): Promise<StoredRow | null> {
    const wasRunning = this.#running.has(name);
    const row = await this.rows.read(name);
    return row && { ...row, running: wasRunning || this.#running.has(name) };
  }

  async #begin(worker: number, name: string, row: OutcomeRow, replacing: string | undefined): Promise<number | null> {
    if (this.#running.has(name)) return null;
    const id = (this.#lastId += 1);
    // Set before the row is added, so that a reader never finds the new row without its write.
    this.#running.set(name, id);
    const owned = await this.rows.begin(name, row, { replacing }).catch((error: unknown) => {
      this.#running.delete(name);
      throw error;
    });
    if (owned === null) this.#running.delete(name);
    else this.#writes.set(id, { worker, name, owned });
    return owned && id;
  }

  async #end(id: number, end: WriteEnd): Promise<null> {
    const write = this.#writes.get(id);
    if (!write) throw new Error('This write has ended.');
    const { name, owned } = write;
    try {
      if (end === 'release') await owned.release();
      else if (end === 'withdraw') await owned.withdraw();
      else await owned.complete(end.sealed);
    } finally {
      this.#writes.delete(id);
      this.#running.delete(name);
    }
    return null;
  }
}

async function resultOf<T>(step: () => Promise<T>): Promise<Result<T>> {
  try {
    return { value: await step() };
  } catch (error) {
    if (error instanceof StateUnavailableError) return { unavailable: error.retryAfterMs };
    throw error;
  }
}

/** The parent of this worker, which serves the functions. */
interface Parent {
  request<Name extends keyof RowFunctions>(
    name: Name,
    input: Parameters<RowFunctions[Name]>[0],
  ): Promise<Awaited<ReturnType<RowFunctions[Name]>>>;
}

/** The rows of the parent, in a worker. */
export function createRemoteRows(parent: Parent): OutcomeRows {
  const end = async (writeId: number, how: WriteEnd) => void resultValue(await parent.request('rowEnd', { writeId, end: how }));
  return {
    salt: async () => resultValue(await parent.request('rowSalt', null)),
    read: async (name) => resultValue(await parent.request('rowRead', name)),
    begin: async (name, row, { replacing = null } = {}) => {
      const writeId = resultValue(await parent.request('rowBegin', { name, row, replacing }));
      if (writeId === null) return null;
      return {
        // The parent lets no other worker take over the row while this worker lives. But the parent may have ended while this worker was
        // suspended, and another program may have the store open: then there is no reply, and nothing is sent.
        obtainPermit: () => parent.request('rowPermit', writeId),
        isPermitValid: () => true,
        complete: (sealed) => end(writeId, { sealed }),
        release: () => end(writeId, 'release'),
        withdraw: () => end(writeId, 'withdraw'),
      };
    },
    clear: async (name, version) => void resultValue(await parent.request('rowClear', { name, version })),
    close: async () => {},
  };
}

function resultValue<T>(result: Result<T>): T {
  if ('value' in result) return result.value;
  throw new StateUnavailableError(result.unavailable);
}
