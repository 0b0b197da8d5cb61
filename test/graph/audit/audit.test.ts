/* The entries of one operation. The lines that they become in the log: test/server/telemetry/audit.program.test.ts. */

import { Audit, type WriteResultOutcome } from '../../../src/graph/audit/audit.js';
import { OutcomeUnknownError } from '../../../src/records/errors.js';

const registered = { coordinate: 'Mutation.addAttendees', count: 2 };
const ofWrite = (outcome: string) => ({ fields: ['Mutation.addAttendees'], count: 2, outcome });
const asRegistered = (): WriteResultOutcome => 'registered';

test('the reads of one part of a subscription are not in the entry of the next', () => {
  const audit = new Audit();
  audit.reading(['Attendee.name']);
  audit.reading(['Attendee.mobile']);
  audit.take('ok');
  audit.reading(['Attendee.email']);
  expect(audit.take('ok')).toEqual([{ fields: ['Attendee.email'], count: 0, outcome: 'ok' }]);
});

test('an operation that shares the result of another one has its reads too', () => {
  const [first, second] = [new Audit(), new Audit()];
  first.reading(['Attendee.name']);
  first.found({});
  second.addReads(first.reads);
  expect(second.take('ok')).toEqual(first.take('ok'));
});

test('each write makes an audit entry with the outcome of its result, before reads and denials', async () => {
  const audit = new Audit();
  audit.denied('Attendee.mobile');
  audit.reading(['Attendee.name']);
  expect(await audit.write(registered, () => Promise.resolve('result'), asRegistered)).toBe('result');
  await audit.write(
    { coordinate: 'Mutation.ssoLogin' },
    () => Promise.resolve(null),
    () => 'refused',
  );
  expect(audit.take('ok').map(({ fields, count, outcome }) => [...fields, count, outcome])).toEqual([
    ['Mutation.addAttendees', 2, 'registered'],
    ['Mutation.ssoLogin', 1, 'refused'],
    ['Attendee.name', 0, 'ok'],
    ['Attendee.mobile', 1, 'forbidden'],
  ]);
});

test.each([
  ['whose outcome the service did not report', new OutcomeUnknownError('add attendee', null, []), 'unknown'],
  ['that fails', new Error('failed'), 'failed'],
])('a write %s is audited, and its error is passed on', async (_how, error, outcome) => {
  const audit = new Audit();
  await expect(audit.write(registered, () => Promise.reject(error), asRegistered)).rejects.toBe(error);
  expect(audit.take('failed')).toEqual([ofWrite(outcome)]);
});

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
