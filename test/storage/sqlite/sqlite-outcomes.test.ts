/* The state file: expiry, clocks, and other processes; outages: faults/state-file. row-commands.test.ts has the commands. */

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import Database from 'libsql';
import { retentionMs } from '../../../src/domain/at-most-once/outcome-store.js';
import { Secret } from '../../../src/primitives/secret.js';
import { createLeasedOutcomes } from '../../../src/storage/leased-outcomes.js';
import { createRowNames, createSeal } from '../../../src/storage/seal.js';
import { hasEnded, thisProcess } from '../../../src/storage/sqlite/holder.js';
import { openSqliteOutcomes, SqliteStore, systemClock, type SqliteOptions } from '../../../src/storage/sqlite/sqlite-outcomes.js';
import { inTransaction, openingError } from '../../../src/storage/sqlite/state-file.js';
import { closedAfterwards } from '../../support/afterwards.js';
import { compiledSources } from '../../support/child-program.js';
import { startCommand } from '../../support/command.js';
import { steadyClock } from '../../support/outcomes.js';
import { temporaryFile } from '../../support/temporary-files.js';

const seal = createSeal(new Secret('private'));
const result = { outcome: null, userErrors: [] };
let file: string;
let now = 0;
beforeEach(() => {
  now = 1_800_000_000_000;
  file = temporaryFile('state.db');
});

const steady = steadyClock(() => now);
const openStore = (path = file, options: SqliteOptions = {}) =>
  closedAfterwards(openSqliteOutcomes(path, seal, { clock: steady, ...options }));

/** Opens the file in a process of its own, whose arguments are the folder of the compiled sources and the file. */
const openInChild = `
  const { openSqliteOutcomes } = await import(process.argv[1] + '/storage/sqlite/sqlite-outcomes.js');
  const { createSeal } = await import(process.argv[1] + '/storage/seal.js');
  const store = openSqliteOutcomes(process.argv[2], createSeal({ reveal: () => 'private' }));`;

/** The rows of the file, read over a connection of its own. */
function rows(): { name: string; started_at: number; sealed: string }[] {
  const database = new Database(file);
  try {
    return database.prepare('SELECT name, started_at, sealed FROM sealed_outcome ORDER BY started_at').all() as ReturnType<typeof rows>;
  } finally {
    database.close();
  }
}

async function storeOutcome(store: ReturnType<typeof openStore>, key: string): Promise<string> {
  const name = await store.nameOf(key);
  const record = { fingerprint: `of ${key}`, startedAt: now };
  await (await store.begin(name, record))!.complete(result);
  return name;
}

const stopTimers = () => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });

describe('a full disk', () => {
  beforeEach(stopTimers);

  test('an outage lasts until there is space for a row: no step that needs less ends it', async () => {
    const database = new Database(file);
    const changes: string[] = [];
    const observer = { onOutage: (cause: string) => changes.push(cause), onRecovery: () => changes.push('works again') };
    const store = closedAfterwards(createLeasedOutcomes(new SqliteStore(database, { clock: steady, ...observer }), seal));
    // A row that needs a page of its own.
    const begin = (name: string) => store.begin(name, { fingerprint: 'x'.repeat(3_000), startedAt: now });
    // Less than it has, so that it cannot grow.
    database.exec('PRAGMA max_page_count = 1');
    let count = 0;
    const fill = async () => {
      while (count < 100) await begin(`write ${(count += 1)}`);
    };
    await expect(fill()).rejects.toMatchObject({ cause: { code: 'SQLITE_FULL' } });
    await expect(begin('another')).rejects.toMatchObject({ cause: { code: 'SQLITE_FULL' } });
    await jest.advanceTimersByTimeAsync(180_000);
    expect(changes).toEqual(['SQLITE_FULL']);
    database.exec('PRAGMA max_page_count = 1000');
    await jest.advanceTimersByTimeAsync(60_000);
    expect(changes).toEqual(['SQLITE_FULL', 'works again']);
    expect(await begin('after it')).not.toBeNull();
  });
});

describe('expiry', () => {
  beforeEach(stopTimers);

  test('expired rows are removed every minute, without a call', async () => {
    const store = openStore();
    await storeOutcome(store, 'first');
    now += retentionMs / 2;
    await storeOutcome(store, 'second');
    now += retentionMs / 2;
    jest.advanceTimersByTime(60_000);
    expect(rows()).toHaveLength(1);
    now += retentionMs / 2;
    jest.advanceTimersByTime(60_000);
    expect(rows()).toEqual([]);
  });

  test('a removal that fails is repeated a minute later', async () => {
    const store = openStore();
    const other = new Database(file);
    await storeOutcome(store, 'first');
    other.exec('BEGIN IMMEDIATE');
    now += retentionMs;
    expect(() => jest.advanceTimersByTime(60_000)).not.toThrow();
    other.exec('ROLLBACK');
    jest.advanceTimersByTime(60_000);
    expect(rows()).toEqual([]);
    other.close();
  });

  test('removed rows leave the write-ahead log a minute later if another process was reading the file', async () => {
    const store = openStore();
    const other = new Database(file);
    await storeOutcome(store, 'first');
    other.exec('BEGIN');
    other.prepare('SELECT count(*) FROM sealed_outcome').all();
    now += retentionMs;
    jest.advanceTimersByTime(60_000);
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
    other.exec('COMMIT');
    jest.advanceTimersByTime(60_000);
    expect(statSync(`${file}-wal`).size).toBe(0);
    other.close();
  });
});

describe('a clock that jumps', () => {
  const hours = 60 * 60 * 1000;
  let steadyMs: number;
  beforeEach(() => (steadyMs = 5_000));
  const open = () => openStore(file, { clock: { wallMs: () => now, steadyMs: () => steadyMs } });
  const pass = (milliseconds: number) => {
    now += milliseconds;
    steadyMs += milliseconds;
  };
  const isKnown = async (store: ReturnType<typeof open>, name: string) => (await store.read(name)) !== null;

  test.each([
    ['25 hours ahead for a moment', 25 * hours],
    ['a year ahead for a moment', 365 * 24 * hours],
    ['30 hours behind until it is set', -30 * hours],
  ])('an outcome is forgotten after 24 hours although the clock was %s, also after a restart', async (_how, jump) => {
    const first = open();
    const before = await storeOutcome(first, 'before');
    now += jump;
    expect(await isKnown(first, before)).toBe(true);
    const during = await storeOutcome(first, 'during');
    now -= jump;
    await first.close();
    const store = open();
    const known = async () => [await isKnown(store, before), await isKnown(store, during)];
    pass(24 * hours - 1);
    expect(await known()).toEqual([true, true]);
    pass(1);
    expect(await known()).toEqual([false, false]);
  });

  test('after a start of the machine, an outcome of 24 hours is forgotten, and a younger one is known for 24 hours', async () => {
    const first = open();
    const old = await storeOutcome(first, 'old');
    now += 20 * hours;
    const young = await storeOutcome(first, 'young');
    await first.close();
    const database = new Database(file);
    database.prepare('UPDATE sealed_outcome SET holder = ?').run('an-earlier-boot namespace 1 1');
    database.close();
    now += 4 * hours;
    steadyMs = 5;
    const store = open();
    expect([await isKnown(store, old), await isKnown(store, young)]).toEqual([false, true]);
    pass(24 * hours - 1);
    expect(await isKnown(store, young)).toBe(true);
    pass(1);
    expect(await isKnown(store, young)).toBe(false);
  });

  test('a write is not quiet because the clock jumps', async () => {
    const [store, other] = [open(), open()];
    const quiet = async () => [(await store.read(name))!.quietMs, (await other.read(name))!.quietMs];
    const name = await store.nameOf('key');
    const write = await store.begin(name, { fingerprint: null, startedAt: now });
    now += hours;
    pass(1_000);
    expect(await quiet()).toEqual([0, 0]);
    await write!.release();
    pass(1_000);
    now += hours;
    expect(await quiet()).toEqual([1_000, 1_000]);
  });
});

test('the state file alone is a complete copy after a clean end', async () => {
  const store = openStore();
  const name = await storeOutcome(store, 'key');
  await store.close();
  const copy = temporaryFile('state.db');
  copyFileSync(file, copy);
  const again = openStore(copy);
  expect(await again.read(name)).toMatchObject({ result });
});

test.each([
  ['SQLITE_FULL', 'StateFileUnavailableError'],
  ['ENOSPC', 'StateFileUnavailableError'],
  ['SQLITE_IOERR_WRITE', 'StateFileUnavailableError'],
  ['SQLITE_CORRUPT', 'StateFileError'],
  ['EACCES', 'StateFileError'],
])('%s at the start is a %s', (code, name) => {
  expect(openingError(Object.assign(new Error('failed'), { code }))).toMatchObject({ name });
});

describe('the leases of other processes', () => {
  /** Begins a write in another process, which then confirms its permit whenever it receives a line. */
  async function otherProcess() {
    const program = `
      ${openInChild}
      const write = await store.begin(await store.nameOf('key'), { fingerprint: null, startedAt: Date.now() });
      process.stdout.write('begun');
      process.stdin.on('data', async () => process.stdout.write(await write.confirm().then(() => 'true', () => 'false')));
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, compiledSources(), file], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const said = async () => String((await once(child.stdout, 'data'))[0]);
    expect(await said()).toBe('begun');
    const end = async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    };
    const confirm = () => {
      child.stdin.write('?');
      return said();
    };
    return { end, confirm };
  }
  const [boot, namespace, pid, start] = thisProcess.split(' ');
  test.each([
    ['this one', [boot, namespace, pid, start], false],
    ['an earlier one that had the id of this one', [boot, namespace, pid, '1'], start !== ''],
    ['one in another container', [boot, 'pid:[1]', pid, '1'], false],
    ['one that is not found', [boot, namespace, '4194305', '1'], true],
    ['one of before the last start of the machine', ['1', namespace, pid, start], true],
  ])('of processes that hold a lease, %s has ended: %#', (_which, holder, expected) => {
    expect(hasEnded(holder.join(' '))).toBe(expected);
  });

  test('the write of a process is in progress while the process lives, and unknown as soon as it is killed', async () => {
    const { end, confirm } = await otherProcess();
    let aheadMs = 0;
    const store = openStore(file, { clock: { wallMs: Date.now, steadyMs: () => systemClock.steadyMs() + aheadMs } });
    const name = await store.nameOf('key');
    expect(await store.read(name)).toMatchObject({ running: true, quietMs: 0 });
    expect(await store.begin(name, { fingerprint: null, startedAt: 1, replacing: (await store.read(name))!.version })).toBeNull();
    expect(await confirm()).toBe('true');
    await end();
    const { running, quietMs, version } = (await store.read(name))!;
    expect({ running, isQuietSinceItsEnd: quietMs < 5_000 }).toEqual({ running: false, isQuietSinceItsEnd: true });
    aheadMs = 3_600_000;
    // Until the process ended, the write may have been sent.
    expect((await store.read(name))!.quietMs - quietMs).toBeGreaterThanOrEqual(3_600_000);
    expect((await store.read(name))!.quietMs - quietMs).toBeLessThan(3_605_000);
    expect(await store.begin(name, { fingerprint: null, startedAt: 1, replacing: version })).not.toBeNull();
  });
});

test('a transaction whose work fails writes nothing, and the next one begins', () => {
  const database = new Database(file);
  database.exec('CREATE TABLE a (b)');
  const write = (work: () => void) => inTransaction(database, () => (database.exec('INSERT INTO a VALUES (1)'), work()));
  const fail = () => {
    throw new Error('no space');
  };
  expect(() => write(fail)).toThrow('no space');
  write(() => {});
  expect(database.prepare('SELECT b FROM a').all()).toHaveLength(1);
  database.close();
});

test('processes that start at the same time on one new file share it', async () => {
  const open = (key: string) => `
    ${openInChild}
    const name = await store.nameOf('${key}');
    await store.begin(name, { fingerprint: null, startedAt: Date.now() });
    process.stdout.write(await store.nameOf('both'));
  `;
  const run = promisify(execFile);
  const compiled = compiledSources();
  const names = await Promise.all(
    ['one', 'two'].map((key) => run(process.execPath, ['--input-type=module', '-e', open(key), compiled, file])),
  );
  expect(new Set(names.map(({ stdout }) => stdout)).size).toBe(1);
  expect(rows()).toHaveLength(2);
});

test('a process waits for another one that writes to the file while it has no write-ahead log yet', async () => {
  const { ended } = await startCommand(['-e', writing, file], /writing/);
  const store = openStore();
  expect(await store.nameOf('key')).toEqual(expect.any(String));
  expect(rows()).toEqual([]);
  await store.close();
  expect(await ended).toBe(0);
});
/** Writes for half a second, in a transaction. */
const writing = `
  const database = new (require('libsql'))(process.argv[1]);
  database.exec('CREATE TABLE other (id); BEGIN IMMEDIATE');
  process.stdout.write('writing');
  setTimeout(() => database.exec('COMMIT'), 500);
`;

test('writes that begin at the same time are written together', async () => {
  const database = new Database(file);
  const store = closedAfterwards(createLeasedOutcomes(new SqliteStore(database, { clock: steady }), seal));
  const exec = jest.spyOn(database, 'exec');
  const count = 250;
  await Promise.all(Array.from({ length: count }, (_, index) => store.begin(`write ${index}`, { fingerprint: null, startedAt: index })));
  expect(rows()).toHaveLength(count);
  expect(exec.mock.calls.filter(([text]) => text === 'COMMIT')).toHaveLength(3);
});

test('the end of a store waits for the writes that have begun', async () => {
  const store = openSqliteOutcomes(file, seal, { clock: steady });
  const begun = store.begin(await store.nameOf('key'), { fingerprint: 'f', startedAt: now });
  await store.close();
  await begun;
  expect(rows()).toHaveLength(1);
});

test('a busy process also waits for another one that writes to the file', async () => {
  const store = openStore();
  const other = new Database(file);
  other.exec('BEGIN IMMEDIATE');
  const begun = store.begin('key', { fingerprint: null, startedAt: now });
  await pause(50);
  // Holds the event loop.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
  await pause(50);
  other.exec('COMMIT');
  expect(await begun).not.toBeNull();
  other.close();
});

test('a key has a different name in every store', async () => {
  const rowName = createRowNames();
  expect(await rowName('key', 'salt')).toBe(await rowName('key', 'salt'));
  expect(new Set([await rowName('key', 'salt'), await rowName('key', 'other'), await rowName('other', 'salt')]).size).toBe(3);
});
