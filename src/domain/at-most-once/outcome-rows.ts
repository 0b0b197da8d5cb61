/** One outcome as it lies at rest. */
export interface OutcomeRow {
  /** Milliseconds since the epoch; readable, since old rows go by it. */
  readonly startedAt: number;
  /** All the rest of the record, encrypted. */
  readonly sealed: string;
}

/** A store that outlives the process and may be read by others: it holds names and sealed records only. */
export interface OutcomeRows {
  /** A random text that is made with the store and stays with it. Names are computed with it. */
  salt(): Promise<string>;
  /** @returns null where there is none, or one that is too old. */
  read(name: string): Promise<OutcomeRow | null>;
  /** Adds a row. @returns false where the name is taken. */
  add(name: string, row: OutcomeRow): Promise<boolean>;
  /** Replaces the sealed part of a row that is there. */
  replace(name: string, sealed: string): Promise<void>;
  remove(name: string): Promise<void>;
  close(): Promise<void>;
}
