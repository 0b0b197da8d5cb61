/** One outcome record as it is stored. */
export interface OutcomeRow {
  /** Milliseconds since the epoch. Not encrypted, since rows expire by it. */
  readonly startedAt: number;
  /** The other members of the record, encrypted. */
  readonly sealed: string;
}

/** Rows that outlive the process. Others may read them, so they contain only digests as names and sealed records. */
export interface OutcomeRows {
  /** A random text, created with the store and never changed. The names of the rows are derived from it. */
  salt(): Promise<string>;
  /** @returns null if there is no such row or it has expired */
  read(name: string): Promise<OutcomeRow | null>;
  /** Adds a row. @returns false if the name exists */
  add(name: string, row: OutcomeRow): Promise<boolean>;
  /** Replaces the sealed part of an existing row. */
  replace(name: string, sealed: string): Promise<void>;
  remove(name: string): Promise<void>;
  close(): Promise<void>;
}
