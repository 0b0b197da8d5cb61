import type { RecordedWrite } from '../../../src/domain/at-most-once/outcome-store.js';
import { WriteLocks } from '../../../src/domain/at-most-once/write-locks.js';
import { IdempotencyInProgressError } from '../../../src/model/errors.js';
import { createMemoryOutcomes } from '../../../src/storage/memory/memory-outcomes.js';

const key = ['1001', 'ssoLogin', '13800138000'];
const otherKey = ['1001', 'ssoLogin', '13900139000'];
const time = 1_800_000_000_000;
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('work for one key runs one after the other, in order', async () => {
  const locks = new WriteLocks({ store: createMemoryOutcomes(() => time), now: () => time });
  const log: string[] = [];
  const work = (name: string) => async () => {
    log.push(`${name} begins`);
    await turn();
    log.push(`${name} ends`);
  };
  await Promise.all(['first', 'second', 'third'].map((name) => locks.withLock(key, work(name))));
  expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends']);
});

test('work for different keys runs at the same time', async () => {
  const locks = new WriteLocks({ store: createMemoryOutcomes(() => time), now: () => time });
  let release!: () => void;
  const held = locks.withLock(key, () => new Promise<void>((resolve) => (release = resolve)));
  expect(await locks.withLock(otherKey, async () => 'done')).toBe('done');
  release();
  await held;
});

test('work that fails makes its own call fail, and no other one for the key', async () => {
  const locks = new WriteLocks({ store: createMemoryOutcomes(() => time), now: () => time });
  const failing = locks.withLock(key, async () => {
    throw new Error('down');
  });
  const next = locks.withLock(key, async () => 'done');
  await expect(failing).rejects.toThrow('down');
  expect(await next).toBe('done');
});

test('a write ends through the store that began it, also if the store returns an object of a class', async () => {
  const store = createMemoryOutcomes(() => time);
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
  const locks = new WriteLocks({ store: { ...store, begin: async () => new Row() }, now: () => time });
  await locks.withLock(key, async (lock) => {
    await (await lock.begin(null)).release();
    await (await lock.begin(null)).withdraw();
  });
  expect(ended).toEqual(['released', 'withdrawn']);
});

test('a write is stored from begin until it is cleared, for another process too with the same store', async () => {
  const store = createMemoryOutcomes(() => time);
  const [here, elsewhere] = [new WriteLocks({ store, now: () => time }), new WriteLocks({ store, now: () => time + 5 })];
  await here.withLock(key, async (lock) => {
    expect(await lock.unknownWrite()).toBeNull();
    const write = await lock.begin(null);
    expect(write.startedAt).toBe(time);
    await elsewhere.withLock(key, async (other) => {
      await expect(other.unknownWrite()).rejects.toMatchObject({ name: 'IdempotencyInProgressError', retryAfterMs: 1_000 });
      await expect(other.begin(null)).rejects.toThrow(IdempotencyInProgressError);
    });
    await write.release();
  });
  await elsewhere.withLock(key, async (lock) => {
    const unknown = (await lock.unknownWrite())!;
    expect(unknown.startedAt).toBe(time);
    await expect(lock.begin(null)).rejects.toThrow(IdempotencyInProgressError);
    await lock.clear(unknown);
  });
  await here.withLock(key, async (lock) => expect(await lock.unknownWrite()).toBeNull());
});

test('of two processes that follow the same unknown write, one begins', async () => {
  const store = createMemoryOutcomes(() => time);
  const [here, elsewhere] = [new WriteLocks({ store, now: () => time }), new WriteLocks({ store, now: () => time })];
  await here.withLock(key, async (lock) => (await lock.begin(null)).release());
  await here.withLock(key, async (lock) => {
    const unknown = await lock.unknownWrite();
    await elsewhere.withLock(key, async (other) => void (await other.begin(await other.unknownWrite())));
    await expect(lock.begin(unknown)).rejects.toThrow(IdempotencyInProgressError);
    await lock.clear(unknown!);
    await expect(lock.unknownWrite()).rejects.toThrow(IdempotencyInProgressError);
  });
});

test('a call fails if the store cannot name its key, and the next one runs', async () => {
  const memory = createMemoryOutcomes(() => time);
  let failing = true;
  const nameOf = async (text: string) => {
    if (failing) throw new Error('disk');
    return text;
  };
  const locks = new WriteLocks({ store: { ...memory, nameOf }, now: () => time });
  const work = jest.fn(async () => 'done');
  await expect(locks.withLock(key, work)).rejects.toThrow('disk');
  expect(work).not.toHaveBeenCalled();
  failing = false;
  expect(await locks.withLock(key, work)).toBe('done');
});
