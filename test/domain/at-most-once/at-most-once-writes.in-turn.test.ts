/* How work for one key is run, one after the other. What is stored of such a write is in sso-logins.test.ts. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { AtMostOnceWrites } from '../../../src/domain/at-most-once/at-most-once-writes.js';
import { outcomesInMemory } from '../../support/outcomes.js';

const writesUnderTest = () => new AtMostOnceWrites({ store: outcomesInMemory(), digest: String, now: Date.now });
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('work for one key runs one after the other, in order', async () => {
  const writes = writesUnderTest();
  const log: string[] = [];
  const work = (name: string) => async () => {
    log.push(`${name} begins`);
    await turn();
    log.push(`${name} ends`);
  };
  const [first, second] = ['first', 'second'].map((name) => writes.inTurn('key', work(name)));
  await first;
  await Promise.all([second, writes.inTurn('key', work('third'))]);
  expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends']);
});

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
