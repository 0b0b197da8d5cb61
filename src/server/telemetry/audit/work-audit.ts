import type { ReadOutcome } from '../../../graph/audit/audit.js';
import { InFlightTable } from '../../../primitives/in-flight-table.js';
import type { Runner, Work, WorkResult } from '../../work.js';
import type { NameForLog } from '../log/operation-name.js';
import type { AuditSink } from './audit-log.js';

/** The audit of all work: a line for personal data that was read, registered or denied. */
export class WorkAudit {
  readonly #running = new InFlightTable<Work, number>();
  #started = 0;

  constructor(
    private readonly sink: AuditSink,
    private readonly nameForLog: NameForLog,
  ) {}

  /** Wraps a runner: writes the lines of work when it ends. */
  wrap<W extends Work, R extends WorkResult>(run: Runner<W, R>): Runner<W, R> {
    return async (work, admit) => {
      const key = (this.#started += 1);
      this.#running.set(key, work);
      let result: R | undefined;
      try {
        result = await run(work, admit);
        return result;
      } finally {
        this.#end(key, work, result);
      }
    };
  }

  /** Writes the lines of work that is still in progress when the program ends, as unknown or failed. */
  abandonWork(): void {
    for (const [key, work] of this.#running.entries()) {
      work.context.audit.abandon();
      this.#end(key, work, undefined);
    }
  }

  #end(key: number, { requestId, parameters, context }: Work, result: WorkResult | undefined): void {
    if (!this.#running.delete(key)) return;
    const entries = context.audit.take(readOutcomeOf(result));
    if (entries.length === 0) return;
    const operationName = this.nameForLog(result?.operationName ?? parameters.operationName);
    for (const { fields, count, outcome } of entries)
      this.sink({ requestId, caller: context.caller.name, operationName, fields, count, outcome });
  }
}

/** Returns how work ended as a whole, for the entry of its reads. */
function readOutcomeOf({ data, errors }: WorkResult = {}): ReadOutcome {
  if (data === undefined || data === null) return 'failed';
  if (errors === undefined) return 'ok';
  return Object.values(data).every((value) => value === null) ? 'failed' : 'partial';
}
