/* The audit of one operation: the reads, writes and denials of personal data, as entries that contain no value. */

import { OutcomeUnknownError } from '../records/errors.js';

/** One entry of the audit: what an operation did with personal data, or was denied. It contains names and numbers, never a value. */
export interface AuditEntry {
  /** Coordinates such as `Attendee.name`. */
  readonly fields: readonly string[];
  /** The number of objects read, written or denied. */
  readonly count: number;
  readonly outcome: ReadOutcome | WriteOutcome | 'forbidden';
}

/** The fields that an operation has read of people, and of how many, and the fields that it was denied. */
export interface AuditedReads extends Pick<AuditEntry, 'fields' | 'count'> {
  readonly denied: readonly string[];
}

/** How an operation that read data of people ended as a whole. */
type ReadOutcome = 'ok' | 'partial' | 'failed';
/** How a write ended that has a result: done, by the word that fits the mutation, or with user errors, whose cause may be the service. */
export type WriteResultOutcome = 'registered' | 'replayed' | 'issued' | 'done' | 'refused' | 'rejected';
type WriteOutcome = WriteResultOutcome | 'unknown' | 'failed';

/** Collects the audit entries of one operation. */
export class Audit {
  readonly #fields = new Set<string>();
  readonly #objects = new Set<object>();
  /** Objects that executions have read whose result this operation shares. */
  #sharedObjects = 0;
  readonly #denied: string[] = [];
  readonly #writes: { readonly fields: readonly string[]; readonly count: number; outcome: WriteOutcome }[] = [];

  /** Records fields that are read, even if no object is found. */
  reading(fields: readonly string[]): void {
    for (const field of fields) this.#fields.add(field);
  }

  /** Records an object whose fields the response contains. The same object counts once. */
  found(object: object): void {
    this.#objects.add(object);
  }

  /** The reads of the operation so far. */
  get reads(): AuditedReads {
    return { fields: [...this.#fields], count: this.#objects.size + this.#sharedObjects, denied: this.#denied };
  }

  /** Records the reads of another operation whose result this one shares. */
  addReads({ fields, count, denied }: AuditedReads): void {
    this.reading(fields);
    this.#sharedObjects += count;
    for (const field of denied) this.denied(field);
  }

  /** Records a field that the caller lacks a scope for. */
  denied(field: string): void {
    this.#denied.push(field);
  }

  /**
   * Sends a write and records its outcome, which is `unknown` until it has ended: an operation may be abandoned before. A write that throws
   * is `unknown` or `failed`.
   * @param count the number of objects that it concerns
   * @param send begins the write
   * @param outcomeOf returns the outcome of a write that has a result
   */
  async write<Result>(
    { coordinate, count = 1 }: { readonly coordinate: string; readonly count?: number },
    send: () => Promise<Result>,
    outcomeOf: (result: Result) => WriteResultOutcome,
  ): Promise<Result> {
    const write = { fields: [coordinate], count, outcome: 'unknown' as WriteOutcome };
    this.#writes.push(write);
    try {
      const result = await send();
      write.outcome = outcomeOf(result);
      return result;
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError)) write.outcome = 'failed';
      throw error;
    }
  }

  /** Returns the entries: one per write, then one for all reads, then one for all denials. */
  entries(readOutcome: ReadOutcome): readonly AuditEntry[] {
    const entries: AuditEntry[] = [...this.#writes];
    const { fields, count } = this.reads;
    if (fields.length > 0) entries.push({ fields, count, outcome: readOutcome });
    if (this.#denied.length > 0) entries.push({ fields: [...new Set(this.#denied)], count: this.#denied.length, outcome: 'forbidden' });
    return entries;
  }
}
