import type { BoundRecord } from '../../model/bound/bound-operation.js';
import type { Scope } from '../../model/caller.js';

/** The parts of the graph that an operations file must fit. */
export interface GraphNames {
  /** The names of the types that the graph has or may have. */
  readonly types: ReadonlySet<string>;
  /** The names of the fields of each type that operations can be bound on. */
  readonly fields: Readonly<Record<'Activity' | 'Mutation', ReadonlySet<string>>>;
  /** The scope that a caller needs to read a documented record. */
  readonly recordScopes: Readonly<Record<BoundRecord, Scope>>;
}
