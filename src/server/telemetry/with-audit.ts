import type { ReadOutcome } from '../../graph/audit/audit.js';
import { WorkInProgress } from '../../primitives/work-in-progress.js';
import type { Runner, Work, WorkResult } from '../operations/work.js';
import type { AuditSink } from './audit-log.js';
import type { NameForLog } from './operation-name.js';

/**
 * Wraps a runner: writes audit lines for personal data that was read, registered or denied. Work that is still in progress when the
 * program ends is written as unknown or failed.
 */
export function withAudit<W extends Work, R extends WorkResult>(
  runner: Runner<W, R>,
  sink: AuditSink,
  nameForLog: NameForLog,
): Runner<W, R> {
  const running = new WorkInProgress<W, number>();
  let started = 0;
  const end = (key: number, { requestId, parameters, context }: W, result: R | undefined) => {
    if (!running.delete(key)) return;
    const entries = context.audit.take(readOutcomeOf(result));
    if (entries.length === 0) return;
    const operationName = nameForLog(result?.operationName ?? parameters.operationName);
    for (const { fields, count, outcome } of entries)
      sink({ requestId, caller: context.caller.name, operationName, fields, count, outcome });
  };
  return {
    ...runner,
    async run(work) {
      const key = (started += 1);
      running.set(key, work);
      let result: R | undefined;
      try {
        result = await runner.run(work);
        return result;
      } finally {
        end(key, work, result);
      }
    },
    async stop() {
      await runner.stop();
      for (const [key, work] of running.entries()) {
        work.context.audit.giveUp();
        end(key, work, undefined);
      }
    },
  };
}

/** Returns how work ended as a whole, for the entry of its reads. */
function readOutcomeOf({ data, errors }: WorkResult = {}): ReadOutcome {
  if (data === undefined || data === null) return 'failed';
  if (errors === undefined) return 'ok';
  return Object.values(data).every((value) => value === null) ? 'failed' : 'partial';
}
