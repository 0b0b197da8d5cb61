/* How work for one key of a lock is run. What is stored of a write is in sso-logins.test.ts. */

import { WriteLocks } from '../../../src/domain/at-most-once/write-locks.js';
import { outcomesInMemory } from '../../support/outcomes.js';

const write = { key: ['1001', 'ssoLogin', '13800138000'], input: { mobile: '13800138000' } };
const writeOfOtherKey = { ...write, key: ['1001', 'ssoLogin', '13900139000'] };
const time = 1_800_000_000_000;
const locksOver = (store = outcomesInMemory(() => time)) => new WriteLocks({ store, digest: String, now: () => time });
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('work for one key runs one after the other, in order', async () => {
  const locks = locksOver();
  const log: string[] = [];
  const work = (name: string) => async () => {
    log.push(`${name} begins`);
    await turn();
    log.push(`${name} ends`);
  };
  await Promise.all(['first', 'second', 'third'].map((name) => locks.underLock(write, work(name))));
  expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends']);
});

test('work for different keys runs at the same time', async () => {
  const locks = locksOver();
  let release!: () => void;
  const held = locks.underLock(write, () => new Promise<void>((resolve) => (release = resolve)));
  expect(await locks.underLock(writeOfOtherKey, async () => 'done')).toBe('done');
  release();
  await held;
});

test('work that fails makes its own call fail, and no other one for the key', async () => {
  const locks = locksOver();
  const failing = locks.underLock(write, async () => {
    throw new Error('down');
  });
  const next = locks.underLock(write, async () => 'done');
  await expect(failing).rejects.toThrow('down');
  expect(await next).toBe('done');
});

test('work has settled when that of every key has ended, also work that fails and work that waits', async () => {
  const locks = locksOver();
  await locks.settled();
  const ended: string[] = [];
  const work = (name: string) => async () => {
    await turn();
    ended.push(name);
    throw new Error('down');
  };
  const running = [
    locks.underLock(write, work('first')),
    locks.underLock(write, work('second')),
    locks.underLock(writeOfOtherKey, work('third')),
  ];
  const outcomes = Promise.allSettled(running);
  await locks.settled();
  expect(ended.toSorted()).toEqual(['first', 'second', 'third']);
  await outcomes;
});

test('a call fails if the store cannot name its key, and the next one runs', async () => {
  let failing = true;
  const nameOf = async (text: string) => {
    if (failing) throw new Error('disk');
    return text;
  };
  const locks = locksOver({ ...outcomesInMemory(() => time), nameOf });
  const work = jest.fn(async () => 'done');
  await expect(locks.underLock(write, work)).rejects.toThrow('disk');
  expect(work).not.toHaveBeenCalled();
  failing = false;
  expect(await locks.underLock(write, work)).toBe('done');
});
