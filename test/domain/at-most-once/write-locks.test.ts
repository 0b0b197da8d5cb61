import type { RecordedWrite } from '../../../src/domain/at-most-once/outcome-store.js';
import { WriteLocks } from '../../../src/domain/at-most-once/write-locks.js';
import { outcomesInMemory } from '../../support/outcomes.js';

const write = { key: ['1001', 'ssoLogin', '13800138000'], input: { mobile: '13800138000' } };
const writeOfOtherKey = { ...write, key: ['1001', 'ssoLogin', '13900139000'] };
const time = 1_800_000_000_000;
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('work for one key runs one after the other, in order', async () => {
  const locks = new WriteLocks({ store: outcomesInMemory(() => time), digest: String, now: () => time });
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
  const locks = new WriteLocks({ store: outcomesInMemory(() => time), digest: String, now: () => time });
  let release!: () => void;
  const held = locks.underLock(write, () => new Promise<void>((resolve) => (release = resolve)));
  expect(await locks.underLock(writeOfOtherKey, async () => 'done')).toBe('done');
  release();
  await held;
});

test('work that fails makes its own call fail, and no other one for the key', async () => {
  const locks = new WriteLocks({ store: outcomesInMemory(() => time), digest: String, now: () => time });
  const failing = locks.underLock(write, async () => {
    throw new Error('down');
  });
  const next = locks.underLock(write, async () => 'done');
  await expect(failing).rejects.toThrow('down');
  expect(await next).toBe('done');
});

test('work has settled when that of every key has ended, also work that fails and work that waits', async () => {
  const locks = new WriteLocks({ store: outcomesInMemory(() => time), digest: String, now: () => time });
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

test('a write ends through the store that began it, also if the store returns an object of a class', async () => {
  const store = outcomesInMemory(() => time);
  const ended: string[] = [];
  class Row implements RecordedWrite {
    readonly startedAt = time;
    readonly #ended = ended;
    obtainPermit = async () => true;
    isPermitValid = () => true;
    async complete() {}
    async release() {
      this.#ended.push('released');
    }
    async withdraw() {
      this.#ended.push('withdrawn');
    }
  }
  const locks = new WriteLocks({ store: { ...store, begin: async () => new Row() }, digest: String, now: () => time });
  await locks.underLock(write, async (lock) => {
    await (await lock.begin(null)).release();
    await (await lock.begin(null)).withdraw();
  });
  expect(ended).toEqual(['released', 'withdrawn']);
});

test('a call fails if the store cannot name its key, and the next one runs', async () => {
  const memory = outcomesInMemory(() => time);
  let failing = true;
  const nameOf = async (text: string) => {
    if (failing) throw new Error('disk');
    return text;
  };
  const locks = new WriteLocks({ store: { ...memory, nameOf }, digest: String, now: () => time });
  const work = jest.fn(async () => 'done');
  await expect(locks.underLock(write, work)).rejects.toThrow('disk');
  expect(work).not.toHaveBeenCalled();
  failing = false;
  expect(await locks.underLock(write, work)).toBe('done');
});
