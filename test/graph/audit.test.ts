/* The entries of one operation. The lines that they become in the log: test/server/telemetry/audit-lines.program.test.ts. */

import { Audit, type WriteResultOutcome } from '../../src/graph/audit.js';

const registered = { coordinate: 'Mutation.addAttendees', count: 2 };
const ofWrite = (outcome: string) => ({ fields: ['Mutation.addAttendees'], count: 2, outcome });
const asRegistered = (): WriteResultOutcome => 'registered';

test('the outcome of a write is unknown from before it is sent until it has ended', async () => {
  const audit = new Audit();
  const entries: unknown[] = [];
  const send = () => {
    entries.push(structuredClone(audit.entries('failed')));
    return Promise.resolve('sent');
  };
  const write = audit.write(registered, send, asRegistered);
  entries.push(structuredClone(audit.entries('failed')));
  await write;
  expect([...entries, audit.entries('ok')]).toEqual([[ofWrite('unknown')], [ofWrite('unknown')], [ofWrite('registered')]]);
});

test('a write that throws before it returns a promise is audited as failed', async () => {
  const audit = new Audit();
  const cannotBegin = (): Promise<string> => {
    throw new Error('cannot begin');
  };
  await expect(audit.write(registered, cannotBegin, asRegistered)).rejects.toThrow('cannot begin');
  expect(audit.entries('failed')).toEqual([ofWrite('failed')]);
});
