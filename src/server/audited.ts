import type { Logger } from 'pino';
import { oneLine } from './log.js';
import type { Operations } from './operations.js';

/** Tells, in a line of its own, of every operation that read personal data, registered people or signed them on. */
export function audited(operations: Operations, log: Logger): Operations {
  const audit = log.child({ audit: true });
  return {
    ...operations,
    async run(operation) {
      let operationName: string | null = operation.parameters.operationName ?? null;
      try {
        const outcome = await operations.run(operation);
        operationName = outcome.operationName ?? operationName;
        return outcome;
      } finally {
        const { record } = operation.context.audit;
        if (record !== null) {
          const { personalFields, registrations, signOns } = record;
          const name = operationName && oneLine(operationName);
          const line = { requestId: operation.requestId, caller: operation.context.caller.name, operationName: name, personalFields, registrations, signOns };
          audit.info(line, 'Personal data was used');
        }
      }
    },
  };
}
