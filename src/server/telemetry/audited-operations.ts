import type { ExecutionResult } from 'graphql';
import type { Audit, ReadOutcome } from '../../graph/audit/audit.js';
import { WorkInProgress } from '../../primitives/work-in-progress.js';
import type { AuditSink } from './audit-log.js';
import type { NameForLog } from './operation-name.js';
import type { Operation, OperationRunner, OperationResult } from '../operations/operation.js';

/**
 * Wraps a runner of operations: writes audit lines for personal data that an operation read, registered or was denied. Operations
 * that are still in progress when the program ends are written as unknown or failed.
 */
export function audited(runner: OperationRunner, sink: AuditSink, nameForLog: NameForLog): OperationRunner {
  const running = new WorkInProgress<Operation, number>();
  let started = 0;
  const end = (key: number, operation: Operation, result: OperationResult | undefined) => {
    if (!running.delete(key)) return;
    const { requestId, parameters, context } = operation;
    const operationName = nameForLog(result?.operationName ?? parameters.operationName);
    writeAudit(context.audit, { requestId, caller: context.caller.name, operationName }, readOutcomeOf(result), sink);
  };
  return {
    ...runner,
    async run(operation) {
      const key = (started += 1);
      running.set(key, operation);
      let result: OperationResult | undefined;
      try {
        result = await runner.run(operation);
        return result;
      } finally {
        end(key, operation, result);
      }
    },
    async stop() {
      await runner.stop();
      for (const [key, operation] of running.entries()) {
        operation.context.audit.giveUp();
        end(key, operation, undefined);
      }
    },
  };
}

/** Writes the entries that an operation's audit has recorded so far. */
export function writeAudit(
  audit: Audit,
  operation: { readonly requestId: string; readonly caller: string; readonly operationName: string | null },
  readOutcome: ReadOutcome,
  sink: AuditSink,
): void {
  const { requestId, caller, operationName } = operation;
  for (const { fields, count, outcome } of audit.take(readOutcome)) sink({ requestId, caller, operationName, fields, count, outcome });
}

/** Returns how an operation ended as a whole, for the entry of its reads. */
export function readOutcomeOf(result: Pick<ExecutionResult, 'data' | 'errors'> | OperationResult | undefined): ReadOutcome {
  const { data, errors } = result ?? {};
  if (data === undefined || data === null) return 'failed';
  if (errors === undefined) return 'ok';
  return Object.values(data).every((value) => value === null) ? 'failed' : 'partial';
}
