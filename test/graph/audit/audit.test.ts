/* The entries of one operation. The lines that they become in the log: test/server/telemetry/audit.program.test.ts. */

import { Audit, type WriteResultOutcome } from '../../../src/graph/audit/audit.js';

const registered = { coordinate: 'Mutation.addAttendees', count: 2 };
const ofWrite = (outcome: string) => ({ fields: ['Mutation.addAttendees'], count: 2, outcome });
const asRegistered = (): WriteResultOutcome => 'registered';

test('a write in progress when the operation is abandoned has an unknown outcome, and no second entry when it ends', async () => {
  const audit = new Audit();
  const write = audit.write(registered, () => Promise.resolve('late'), asRegistered);
  audit.abandon();
  await write;
  expect(audit.take('failed')).toEqual([ofWrite('unknown')]);
});

test('a write is recorded before it is sent: one that is abandoned while it begins has an unknown outcome', async () => {
  const audit = new Audit();
  await audit.write(
    registered,
    () => {
      audit.abandon();
      return Promise.resolve('sent');
    },
    asRegistered,
  );
  expect(audit.take('failed')).toEqual([ofWrite('unknown')]);
});

test('a write that throws before it returns a promise is audited as failed', async () => {
  const audit = new Audit();
  const cannotBegin = (): Promise<string> => {
    throw new Error('cannot begin');
  };
  await expect(audit.write(registered, cannotBegin, asRegistered)).rejects.toThrow('cannot begin');
  expect(audit.take('failed')).toEqual([ofWrite('failed')]);
});

test('`take` returns the entries of an operation once', () => {
  const audit = new Audit();
  audit.reading(['Attendee.name']);
  audit.found({});
  audit.denied('Attendee.mobile');
  expect(audit.take('ok')).toHaveLength(2);
  expect(audit.take('ok')).toEqual([]);
});
