import type { Scope } from '../../records/caller.js';
import type { BoundRecord } from './endpoint-binding.js';

/** The parts of the graph without bound fields that an operations file must fit. */
export interface DocumentedGraph {
  /** The names of the types that the graph has or may have. */
  readonly types: ReadonlySet<string>;
  /** The names of the fields of each type that endpoints can be bound to. */
  readonly fields: Readonly<Record<'Activity' | 'Mutation', ReadonlySet<string>>>;
  /** The scope that a caller needs to read a documented record. */
  readonly recordScopes: Readonly<Record<BoundRecord, Scope>>;
}
