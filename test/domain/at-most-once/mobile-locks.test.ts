import { memoryOutcomes } from '../../../src/domain/at-most-once/memory-outcomes.js';
import { MobileLocks } from '../../../src/domain/at-most-once/mobile-locks.js';
import { IdempotencyInProgressError } from '../../../src/model/errors.js';

const key = ['1001', 'ssoLogin', '13800138000'];
const otherKey = ['1001', 'ssoLogin', '13900139000'];
const time = 1_800_000_000_000;
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('work for one mobile number runs one after the other, in order', async () => {
  const locks = new MobileLocks({ store: memoryOutcomes(() => time), now: () => time });
  const log: string[] = [];
  const work = (name: string) => async () => {
    log.push(`${name} begins`);
    await turn();
    log.push(`${name} ends`);
  };
  await Promise.all(['first', 'second', 'third'].map((name) => locks.withLock(key, work(name))));
  expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends']);
});

test('work for different mobile numbers runs at the same time', async () => {
  const locks = new MobileLocks({ store: memoryOutcomes(() => time), now: () => time });
  let release!: () => void;
  const held = locks.withLock(key, () => new Promise<void>((resolve) => (release = resolve)));
  expect(await locks.withLock(otherKey, async () => 'done')).toBe('done');
  release();
  await held;
});

test('work that fails rejects its own call only', async () => {
  const locks = new MobileLocks({ store: memoryOutcomes(() => time), now: () => time });
  const failing = locks.withLock(key, async () => {
    throw new Error('down');
  });
  const next = locks.withLock(key, async () => 'done');
  await expect(failing).rejects.toThrow('down');
  expect(await next).toBe('done');
});

test('an attempt is on record from begin to settle, also for another process with the same store', async () => {
  const store = memoryOutcomes(() => time);
  const [here, elsewhere] = [new MobileLocks({ store, now: () => time }), new MobileLocks({ store, now: () => time + 5 })];
  await here.withLock(key, async (lock) => {
    expect(await lock.unknownSince()).toBeNull();
    expect(await lock.begin()).toBe(time);
  });
  await elsewhere.withLock(key, async (lock) => {
    expect(await lock.unknownSince()).toBe(time);
    await expect(lock.begin()).rejects.toThrow(IdempotencyInProgressError);
    await lock.settle();
  });
  await here.withLock(key, async (lock) => expect(await lock.unknownSince()).toBeNull());
});

test('a store that cannot name the key rejects the call, and the next one runs', async () => {
  const memory = memoryOutcomes(() => time);
  let failing = true;
  const nameOf = async (text: string) => {
    if (failing) throw new Error('disk');
    return text;
  };
  const locks = new MobileLocks({ store: { ...memory, nameOf }, now: () => time });
  const work = jest.fn(async () => 'done');
  await expect(locks.withLock(key, work)).rejects.toThrow('disk');
  expect(work).not.toHaveBeenCalled();
  failing = false;
  expect(await locks.withLock(key, work)).toBe('done');
});
