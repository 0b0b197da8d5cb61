import type { LeaseStore } from '../../../src/storage/leases/lease-store.js';
import { PendingCommands } from '../../../src/storage/leases/pending-commands.js';
import type { RowCommand } from '../../../src/storage/leases/row-commands.js';

const release = (writeId: string) => ({ kind: 'release', writeId }) as const;

/** A store that is out of reach until it comes back, and notes what it performs. */
class LostStore implements LeaseStore {
  readonly performed: string[] = [];
  isUp = false;
  readonly #work: Parameters<LeaseStore['beforeUse']>[0][] = [];

  salt = async () => 'salt';
  close = async () => {};
  beforeUse(work: Parameters<LeaseStore['beforeUse']>[0]) {
    this.#work.push(work);
  }
  perform = async (name: string, command: RowCommand) => {
    if (!this.isUp) throw new Error('out of reach');
    this.performed.push(`${name} ${command.kind}`);
    return true;
  };
  async comeBack() {
    this.isUp = true;
    for (const work of this.#work) await work(this.perform);
  }
}

test('a command that the store performs is not sent again when the store comes back', async () => {
  const store = new LostStore();
  store.isUp = true;
  await new PendingCommands(store).perform('name', release('a'));
  await store.comeBack();
  expect(store.performed).toEqual(['name release']);
});

test('commands that the store could not perform are sent in their order when it comes back, once', async () => {
  const store = new LostStore();
  const pending = new PendingCommands(store);
  await pending.perform('one', release('a'));
  await pending.perform('two', { kind: 'complete', writeId: 'b', sealed: 'result' });
  await store.comeBack();
  await store.comeBack();
  expect(store.performed).toEqual(['one release', 'two complete']);
});

test('the latest command of a write replaces an earlier one that waits', async () => {
  const store = new LostStore();
  const pending = new PendingCommands(store);
  await pending.perform('name', { kind: 'complete', writeId: 'a', sealed: 'result' });
  await pending.perform('name', { kind: 'withdraw', writeId: 'a', unacknowledged: false });
  await store.comeBack();
  expect(store.performed).toEqual(['name withdraw']);
});

test('a command that fails again when the store comes back waits for the next time', async () => {
  const store = new LostStore();
  await new PendingCommands(store).perform('name', release('a'));
  const perform = store.perform;
  store.perform = () => Promise.reject(new Error('out of reach again'));
  await expect(store.comeBack()).rejects.toThrow('out of reach again');
  store.perform = perform;
  await store.comeBack();
  expect(store.performed).toEqual(['name release']);
});
