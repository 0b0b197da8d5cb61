/* The audit of all work. */

import type { ReadOutcome } from '../../../graph/audit/audit.js';
import type { GraphContext } from '../../../graph/context.js';
import { InFlightTable } from '../../../primitives/in-flight-table.js';
import type { EndedWork } from '../../work.js';
import type { NameForLog } from '../log/operation-name.js';
import type { AuditSink } from './audit-log.js';

/** An operation, the start of a subscription or one of its events. */
interface AuditedWork {
  readonly requestId: string;
  readonly context: GraphContext;
  /** The name that was requested. */
  readonly operationName: string | undefined;
}

/** The audit of all work: a line for personal data that was read, registered or denied. */
export class WorkAudit {
  readonly #running = new InFlightTable<AuditedWork, number>();
  #started = 0;

  constructor(
    private readonly sink: AuditSink,
    private readonly nameForLog: NameForLog,
  ) {}

  /** Work begins. @returns its key for {@link end} */
  begin(work: AuditedWork): number {
    const key = (this.#started += 1);
    this.#running.set(key, work);
    return key;
  }

  /** Writes the lines of work that has ended. @param result undefined if it has thrown */
  end(key: number, result: EndedWork | undefined): void {
    const work = this.#running.get(key);
    if (work === undefined) return;
    const { requestId, context, operationName } = work;
    this.#running.delete(key, work);
    const entries = context.audit.take(readOutcomeOf(result));
    if (entries.length === 0) return;
    const name = this.nameForLog(result?.operationName ?? operationName);
    for (const { fields, count, outcome } of entries)
      this.sink({ requestId, caller: context.caller.name, operationName: name, fields, count, outcome });
  }

  /** Writes the lines of work that is still in progress when the program ends, as unknown or failed. */
  abandonWork(): void {
    for (const [key, { context }] of this.#running.entries()) {
      context.audit.abandon();
      this.end(key, undefined);
    }
  }
}

/** Returns how work ended as a whole, for the entry of its reads. */
function readOutcomeOf({ data, errors }: EndedWork = {}): ReadOutcome {
  if (data === undefined || data === null) return 'failed';
  if (errors === undefined) return 'ok';
  return Object.values(data).every((value) => value === null) ? 'failed' : 'partial';
}
