/* The outcome store over any shared store: what its rows reveal, how long a write is quiet, and what waits while the store is down. */

import type { OutcomeStore } from '../../src/domain/at-most-once/outcome-store.js';
import { Secret } from '../../src/primitives/secret.js';
import { StateUnavailableError, WritePermitLostError } from '../../src/records/errors.js';
import { createLeasedOutcomes, systemLeases } from '../../src/storage/leased-outcomes.js';
import { applyCommand, type LeaseStore, type RowCommand, type RowReply, type RowState } from '../../src/storage/row-commands.js';
import { createSeal } from '../../src/storage/seal.js';
import { createPlainSeal, outcomesInMemory } from '../support/outcomes.js';
import { noRow } from './any-command.js';

const startedAt = 1_800_000_000_000;
const result = { outcome: null, userErrors: [] };
let now: number;
beforeEach(() => (now = startedAt));

/** A store in memory that a test can take out of reach, and whose rows it can read and alter. */
class MemoryStore implements LeaseStore {
  readonly states = new Map<string, RowState>();
  readonly performed: string[] = [];
  isUp = true;
  #work: Parameters<LeaseStore['beforeUse']>[0] = async () => {};

  salt = async () => 'salt';
  close = async () => {};
  beforeUse(work: Parameters<LeaseStore['beforeUse']>[0]) {
    this.#work = work;
  }
  perform = async (name: string, command: RowCommand): Promise<RowReply> => {
    if (!this.isUp) throw new Error('out of reach');
    this.performed.push(command.kind);
    const { state, reply } = applyCommand(this.states.get(name) ?? noRow, command, now);
    this.states.set(name, state);
    return reply;
  };
  async comeBack() {
    this.isUp = true;
    await this.#work(this.perform);
  }
}

const clocked = { ...systemLeases, now: () => now };
const sealedWith = (key: string, store: LeaseStore) => createLeasedOutcomes(store, createSeal(new Secret(key)), clocked);

describe('what rows reveal', () => {
  /** A store with one completed outcome, under the key "first". */
  async function storeWithOutcome() {
    const memory = new MemoryStore();
    const store = sealedWith('private', memory);
    const name = await store.nameOf('first');
    await (await store.begin(name, { fingerprint: 'of first', startedAt }))!.complete(result);
    return { memory, store, name };
  }

  test('under another private key a row is found under the same name, as an unknown outcome', async () => {
    const { memory, name } = await storeWithOutcome();
    const rotated = sealedWith('rotated', memory);
    expect(await rotated.nameOf('first')).toBe(name);
    expect(await rotated.read(name)).toMatchObject({ fingerprint: null, startedAt, result: null });
  });

  test.each<[string, (sealed: string, other: string) => { sealed: string; startedAt: number }]>([
    ['another row was copied over it', (_sealed, other) => ({ sealed: other, startedAt })],
    ['its time was changed', (sealed) => ({ sealed, startedAt: startedAt + 1 })],
    ['its text was removed', () => ({ sealed: '', startedAt })],
  ])('a row is an unknown outcome if %s', async (_alteration, alter) => {
    const { memory, store, name } = await storeWithOutcome();
    const second = await store.nameOf('second');
    await store.begin(second, { fingerprint: 'of second', startedAt });
    const writeOf = (each: string) => memory.states.get(each)!.write!;
    const row = alter(writeOf(name).sealed, writeOf(second).sealed);
    memory.states.set(name, { write: { ...writeOf(name), ...row }, tombstones: [] });
    expect(await store.read(name)).toMatchObject({ fingerprint: null, startedAt: row.startedAt, result: null });
  });

  test('a sealed text of which any character was changed or removed does not open', () => {
    const seal = createSeal(new Secret('private'));
    const sealed = seal.seal('text', 'context');
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = sealed[index] === 'A' ? 'Q' : 'A';
      expect(seal.open(sealed.slice(0, index) + changed + sealed.slice(index + 1), 'context')).toBeNull();
      expect(seal.open(sealed.slice(0, index), 'context')).toBeNull();
    }
  });
});

test('a write is permitted while its row is its own: by the store before each attempt, and by the clock for 55 s from the question', async () => {
  const memory = new MemoryStore();
  const { perform } = memory;
  memory.perform = async (...command) => {
    const reply = await perform(...command);
    now += 1_000;
    return reply;
  };
  const store = sealedWith('private', memory);
  const write = (await store.begin('one', { fingerprint: null, startedAt }))!;
  for (const attempt of [1, 2]) {
    await write.confirm();
    now += 53_999;
    expect([attempt, write.isValid()]).toEqual([attempt, true]);
  }
  now += 1;
  expect(write.isValid()).toBe(false);
  memory.isUp = false;
  await expect(write.confirm()).rejects.toThrow(StateUnavailableError);
  memory.isUp = true;
  await write.confirm();
  memory.states.clear();
  await expect(write.confirm()).rejects.toThrow(WritePermitLostError);
  expect(write.isValid()).toBe(false);
});

describe('the time since a write may have been sent last', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));

  /** Lets time pass in steps that are shorter than a lease. */
  async function pass(milliseconds: number): Promise<void> {
    for (const end = now + milliseconds; now < end;) {
      const step = Math.min(end - now, 10_000);
      now += step;
      jest.advanceTimersByTime(step);
      await new Promise(setImmediate);
    }
  }

  test.each<[string, () => OutcomeStore]>([
    ['SQLite', () => outcomesInMemory(() => now)],
    ['a store that replicas share', () => createLeasedOutcomes(new MemoryStore(), createPlainSeal(), clocked)],
  ])('in %s, a write is quiet since it was released, however long it was in progress', async (_where, open) => {
    const store = open();
    const name = await store.nameOf('key');
    const write = (await store.begin(name, { fingerprint: 'of the input', startedAt }))!;
    await pass(61_500);
    expect(await store.read(name)).toMatchObject({ running: true, quietMs: 0 });
    const timers = jest.getTimerCount();
    await write.release();
    expect(jest.getTimerCount()).toBeLessThan(timers);
    await pass(1_000);
    expect(await store.read(name)).toMatchObject({ running: false, quietMs: 1_000 });
    await pass(1_200_000);
    expect((await store.read(name))!.quietMs).toBeGreaterThanOrEqual(1_201_000);
    await store.close();
  });

  test('a lease outlasts renewals that fail', async () => {
    const memory = new MemoryStore();
    const store = createLeasedOutcomes(memory, createPlainSeal(), clocked);
    await store.begin('one', { fingerprint: null, startedAt });
    memory.isUp = false;
    await pass(40_000);
    memory.isUp = true;
    await pass(40_000);
    expect(await store.read('one')).toMatchObject({ running: true });
  });
});

describe('ends of writes while the store is out of reach', () => {
  /** Two writes that have begun in a store that is then out of reach. */
  async function lostStore() {
    const memory = new MemoryStore();
    const store = createLeasedOutcomes(memory, createPlainSeal());
    const [one, two] = [
      await store.begin('one', { fingerprint: null, startedAt }),
      await store.begin('two', { fingerprint: null, startedAt }),
    ];
    memory.performed.length = 0;
    memory.isUp = false;
    return { memory, one: one!, two: two! };
  }

  test('ends that the store could not store are sent in their order when it comes back, once', async () => {
    const { memory, one, two } = await lostStore();
    await one.release();
    await two.complete(result);
    await memory.comeBack();
    await memory.comeBack();
    expect(memory.performed).toEqual(['release', 'complete']);
  });

  test('an end that the store has stored is not sent again', async () => {
    const { memory, one } = await lostStore();
    memory.isUp = true;
    await one.release();
    await memory.comeBack();
    expect(memory.performed).toEqual(['release']);
  });

  test.each([true, false])(
    'a write that could not begin is withdrawn, unless a failed step is rolled back (%p): then nothing waits',
    async (rollsBack) => {
      const memory = Object.assign(new MemoryStore(), { rollsBack, isUp: false });
      await expect(createLeasedOutcomes(memory, createPlainSeal()).begin('one', { fingerprint: null, startedAt })).rejects.toThrow(
        StateUnavailableError,
      );
      await memory.comeBack();
      expect(memory.performed).toEqual(rollsBack ? [] : ['withdraw']);
    },
  );

  test('the latest end of a write replaces an earlier one that waits', async () => {
    const { memory, one } = await lostStore();
    await one.complete(result);
    await one.withdraw();
    await memory.comeBack();
    expect(memory.performed).toEqual(['withdraw']);
  });

  test('an end that fails again when the store comes back waits for the next time', async () => {
    const { memory, one } = await lostStore();
    await one.release();
    const perform = memory.perform;
    memory.perform = () => Promise.reject(new Error('out of reach again'));
    await expect(memory.comeBack()).rejects.toThrow('out of reach again');
    memory.perform = perform;
    await memory.comeBack();
    expect(memory.performed).toEqual(['release']);
  });
});
