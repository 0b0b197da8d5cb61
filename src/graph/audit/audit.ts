/* The audit of one operation: the reads, writes and denials of personal data, as entries that contain no value. */

import { OutcomeUnknownError } from '../../records/errors.js';

/** One entry of the audit: what an operation did with personal data, or was denied. It contains names and numbers, never a value. */
export interface AuditEntry {
  /** Coordinates such as `Attendee.name`. A frozen list is the same object in all operations that read by one selection. */
  readonly fields: readonly string[];
  /** The number of objects read, written or denied. */
  readonly count: number;
  readonly outcome: ReadOutcome | WriteOutcome | 'forbidden';
}

/** The fields that an operation has read of people, and of how many. */
export type AuditedReads = Pick<AuditEntry, 'fields' | 'count'>;

const noFields: readonly string[] = [];
const nothingRead: AuditedReads = { fields: noFields, count: 0 };

/** How an operation that read data of people ended as a whole. */
export type ReadOutcome = 'ok' | 'partial' | 'failed';
/** How a write ended that has a result: done, by the word that fits the mutation, or with user errors, whose cause may be the service. */
export type WriteResultOutcome = 'registered' | 'replayed' | 'issued' | 'done' | 'refused' | 'rejected';
export type WriteOutcome = WriteResultOutcome | 'unknown' | 'failed';

/** Collects the audit entries of one operation. */
export class Audit {
  /** The fields that were read first. Most operations read by one selection, so no set of fields is needed. */
  #firstFields = noFields;
  /** All fields that were read, once there are others than the first ones. */
  #allFields: Set<string> | null = null;
  readonly #objects = new Set<object>();
  /** Objects that executions have read whose result this operation shares. */
  #sharedObjects = 0;
  readonly #denied = new Map<string, number>();
  #writes: AuditEntry[] = [];
  readonly #inProgress = new Set<Pick<AuditEntry, 'fields' | 'count'>>();

  /** Records fields that are read, even if no object is found. @param fields names each field once */
  reading(fields: readonly string[]): void {
    if (this.#firstFields.length === 0) this.#firstFields = fields;
    else if (fields !== this.#firstFields) {
      this.#allFields ??= new Set(this.#firstFields);
      for (const field of fields) this.#allFields.add(field);
    }
  }

  /** Records an object whose fields the response contains. The same object counts once. */
  found(object: object): void {
    this.#objects.add(object);
  }

  /** The reads of the operation so far. */
  get reads(): AuditedReads {
    if (this.#firstFields.length === 0) return nothingRead;
    const fields = this.#allFields === null ? this.#firstFields : [...this.#allFields];
    return { fields, count: this.#objects.size + this.#sharedObjects };
  }

  /** Records the reads of another operation whose result this one shares. */
  addReads({ fields, count }: AuditedReads): void {
    this.reading(fields);
    this.#sharedObjects += count;
  }

  /** Records a field that the caller lacks a scope for. */
  denied(field: string): void {
    this.#denied.set(field, (this.#denied.get(field) ?? 0) + 1);
  }

  /**
   * Sends a write and records its outcome. A write that throws is `unknown` or `failed`. It is recorded as in progress before it is
   * sent, so that `abandon` misses none.
   * @param count the number of objects that it concerns
   * @param send begins the write
   * @param outcomeOf returns the outcome of a write that has a result
   */
  async write<Result>(
    { coordinate, count = 1 }: { readonly coordinate: string; readonly count?: number },
    send: () => Promise<Result>,
    outcomeOf: (result: Result) => WriteResultOutcome,
  ): Promise<Result> {
    const end = this.#start({ fields: [coordinate], count });
    try {
      const result = await send();
      end(outcomeOf(result));
      return result;
    } catch (error) {
      end(error instanceof OutcomeUnknownError ? 'unknown' : 'failed');
      throw error;
    }
  }

  #start(write: Pick<AuditEntry, 'fields' | 'count'>): (outcome: WriteOutcome) => void {
    this.#inProgress.add(write);
    return (outcome) => {
      if (this.#inProgress.delete(write)) this.#writes.push({ fields: write.fields, count: write.count, outcome });
    };
  }

  /** Ends the audit of an operation that is abandoned: the outcome of writes in progress is unknown. */
  abandon(): void {
    for (const write of this.#inProgress) this.#writes.push({ ...write, outcome: 'unknown' });
    this.#inProgress.clear();
  }

  /** Returns the entries since the last call: one per write, then one for all reads, then one for all denials. */
  take(readOutcome: ReadOutcome): readonly AuditEntry[] {
    const entries = this.#writes;
    const { fields, count } = this.reads;
    if (fields.length > 0) entries.push({ fields, count, outcome: readOutcome });
    if (this.#denied.size > 0) entries.push({ fields: [...this.#denied.keys()], count: sum(this.#denied.values()), outcome: 'forbidden' });
    if (entries.length > 0) this.#writes = [];
    // Even an empty collection allocates a new table when it is cleared.
    for (const recorded of [this.#objects, this.#denied]) if (recorded.size > 0) recorded.clear();
    this.#firstFields = noFields;
    this.#allFields = null;
    this.#sharedObjects = 0;
    return entries;
  }
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
