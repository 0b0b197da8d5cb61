/*
 * Work for different keys, and work that fails. That work for one key runs one after the other: test/faults/registration.test.ts, where logins
 * with one mobile number add one attendee.
 */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { AtMostOnceWrites } from '../../../src/domain/at-most-once/at-most-once-writes.js';
import { outcomesInMemory } from '../../support/outcomes.js';

const writesUnderTest = () => new AtMostOnceWrites({ store: outcomesInMemory(), digest: String, now: Date.now });
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('work for different keys runs at the same time, and its result, such as the token of a login, is not kept', async () => {
  const writes = writesUnderTest();
  void writes.inTurn('key', () => new Promise(() => {}));
  const result = new WeakRef(await writes.inTurn('other', async () => ({})));
  await turn();
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
  expect([writes, result.deref()]).toEqual([writes, undefined]);
});

test('work that fails makes its own call fail, and no other one for the key', async () => {
  const writes = writesUnderTest();
  const failing = writes.inTurn('key', async () => {
    throw new Error('down');
  });
  const next = writes.inTurn('key', async () => 'done');
  await expect(failing).rejects.toThrow('down');
  expect(await next).toBe('done');
});
