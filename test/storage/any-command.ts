/* Random commands of recorded writes. */

import fc from 'fast-check';
import type { RowCommand, RowState } from '../../src/storage/row-commands.js';

/** The state of a name without a row. */
export const noRow: RowState = { write: null, tombstones: [] };

const writeId = fc.constantFrom('a', 'b', 'c');
/** A lease that lasts, or one that has ended immediately: then the result does not depend on the time that a test takes. */
const leaseMs = fc.constantFrom(1_000_000, 0);
const sealed = fc.constantFrom('sealed 1', 'sealed 2');
const row = fc.record({ startedAt: fc.constantFrom(1_800_000_000_000, 1_800_000_000_001), sealed });
/** Any command of one name. */
export const anyCommand: fc.Arbitrary<RowCommand> = fc.oneof(
  fc.constant({ kind: 'read' as const }),
  fc.record({ kind: fc.constant('begin' as const), writeId, row, leaseMs, replacing: fc.option(writeId, { nil: undefined }) }),
  fc.record({ kind: fc.constant('renew' as const), writeId, leaseMs }),
  fc.record({ kind: fc.constant('complete' as const), writeId, sealed }),
  fc.record({ kind: fc.constant('release' as const), writeId }),
  fc.record({ kind: fc.constant('withdraw' as const), writeId, unacknowledged: fc.boolean() }),
);
