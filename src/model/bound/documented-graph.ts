import type { Scope } from '../caller.js';
import type { BoundRecord } from './bound-operation.js';

/** The parts of the graph without bound operations that an operations file must fit. */
export interface DocumentedGraph {
  /** The names of the types that the graph has or may have. */
  readonly types: ReadonlySet<string>;
  /** The names of the fields of each type that operations can be bound on. */
  readonly fields: Readonly<Record<'Activity' | 'Mutation', ReadonlySet<string>>>;
  /** The scope that a caller needs to read a documented record. */
  readonly recordScopes: Readonly<Record<BoundRecord, Scope>>;
}
