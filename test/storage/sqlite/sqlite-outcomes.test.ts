import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Database from 'libsql';
import { retentionMs } from '../../../src/domain/at-most-once/outcome-store.js';
import { Secret } from '../../../src/primitives/secret.js';
import { rowName } from '../../../src/storage/rows/row-name.js';
import { openSqliteOutcomes } from '../../../src/storage/sqlite/sqlite-outcomes.js';
import { compiledSources } from '../../support/child-program.js';

const privateKey = new Secret('private');
const result = { outcome: null, userErrors: [] };
let file: string;
let now = 0;
beforeEach(() => {
  now = 1_800_000_000_000;
  file = join(mkdtempSync(join(tmpdir(), 'state-')), 'state.db');
});

const openStore = () => openSqliteOutcomes(file, () => now, privateKey);

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

describe('writes', () => {
  test('a write is recorded once, and replaced only by one that names it', async () => {
    const store = openStore();
    const name = await store.nameOf('key');
    const first = (await store.begin(name, { fingerprint: 'first', startedAt: now }))!;
    expect(await store.begin(name, { fingerprint: 'second', startedAt: now + 1 })).toBeNull();
    const { version } = (await store.read(name))!;
    expect(await store.begin(name, { fingerprint: 'second', startedAt: now + 1 }, { replacing: 'another' })).toBeNull();
    const second = await store.begin(name, { fingerprint: 'second', startedAt: now + 1 }, { replacing: version });
    expect(second).not.toBeNull();
    await store.clear(name, version);
    await first.complete(result);
    await first.withdraw();
    expect(await store.read(name)).toMatchObject({ fingerprint: 'second', startedAt: now + 1, result: null });
    await second!.withdraw();
    expect(await store.read(name)).toBeNull();
    await store.close();
  });

  test('a write that the file cannot record is refused with STATE_UNAVAILABLE, and works once the file can be written', async () => {
    const store = openStore();
    const name = await store.nameOf('key');
    const other = new Database(file);
    other.exec('BEGIN IMMEDIATE');
    await expect(store.begin(name, { fingerprint: null, startedAt: now })).rejects.toMatchObject({
      code: 'STATE_UNAVAILABLE',
      retryAfterMs: 1_000,
    });
    other.exec('ROLLBACK');
    other.close();
    expect(await store.begin(name, { fingerprint: null, startedAt: now })).not.toBeNull();
    await store.close();
  });
});

describe('expiry', () => {
  test('expired rows are removed every minute, without a call', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const store = openStore();
    try {
      await storeOutcome(store, 'first');
      now += retentionMs / 2;
      await storeOutcome(store, 'second');
      now += retentionMs / 2;
      jest.advanceTimersByTime(60_000);
      expect(rows()).toHaveLength(1);
      now += retentionMs / 2;
      jest.advanceTimersByTime(60_000);
      expect(rows()).toEqual([]);
    } finally {
      await store.close();
      jest.useRealTimers();
    }
  });

  test('expired rows are removed at the start', async () => {
    const store = openStore();
    await storeOutcome(store, 'first');
    await store.close();
    now += retentionMs;
    const again = openStore();
    expect(rows()).toEqual([]);
    await again.close();
  });

  test('a removal that fails is repeated a minute later', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const store = openStore();
    const other = new Database(file);
    try {
      await storeOutcome(store, 'first');
      other.exec('BEGIN IMMEDIATE');
      now += retentionMs;
      expect(() => jest.advanceTimersByTime(60_000)).not.toThrow();
      other.exec('ROLLBACK');
      jest.advanceTimersByTime(60_000);
      expect(rows()).toEqual([]);
    } finally {
      other.close();
      await store.close();
      jest.useRealTimers();
    }
  });

  test('removed rows leave the write-ahead log a minute later if another process was reading the file', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const store = openStore();
    const other = new Database(file);
    try {
      await storeOutcome(store, 'first');
      other.exec('BEGIN');
      other.prepare('SELECT count(*) FROM sealed_outcome').all();
      now += retentionMs;
      jest.advanceTimersByTime(60_000);
      expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
      other.exec('COMMIT');
      jest.advanceTimersByTime(60_000);
      expect(statSync(`${file}-wal`).size).toBe(0);
    } finally {
      other.close();
      await store.close();
      jest.useRealTimers();
    }
  });
});

test('processes that start at the same time on one new file share it', async () => {
  const open = (key: string) => `
    const { openSqliteOutcomes } = await import(process.argv[1] + '/storage/sqlite/sqlite-outcomes.js');
    const store = openSqliteOutcomes(process.argv[2], Date.now, { reveal: () => 'private' });
    const name = await store.nameOf('${key}');
    await store.begin(name, { fingerprint: null, startedAt: Date.now() });
    process.stdout.write(await store.nameOf('both'));
  `;
  const run = promisify(execFile);
  const compiled = compiledSources();
  const names = await Promise.all(
    ['one', 'two', 'three'].map((key) => run(process.execPath, ['--input-type=module', '-e', open(key), compiled, file])),
  );
  expect(new Set(names.map(({ stdout }) => stdout)).size).toBe(1);
  expect(rows()).toHaveLength(3);
});

test('a process waits for another one that writes to the file while it has no write-ahead log yet', async () => {
  const writer = spawn(process.execPath, ['-e', writing, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(writer, 'exit');
  await once(writer.stdout, 'data');
  const store = openStore();
  expect(await store.nameOf('key')).toEqual(expect.any(String));
  expect(rows()).toEqual([]);
  await store.close();
  await ended;
});
/** Writes for half a second, in a transaction. */
const writing = `
  const database = new (require('libsql'))(process.argv[1]);
  database.exec('CREATE TABLE other (id); BEGIN IMMEDIATE');
  process.stdout.write('writing');
  setTimeout(() => database.exec('COMMIT'), 500);
`;

test('a key has a different name in every store, and the same name whenever one store is opened', async () => {
  expect(await rowName('key', 'salt')).toBe(await rowName('key', 'salt'));
  expect(new Set([await rowName('key', 'salt'), await rowName('key', 'other'), await rowName('other', 'salt')]).size).toBe(3);
  const store = openStore();
  const name = await store.nameOf('key');
  await store.close();
  const again = openSqliteOutcomes(file, () => now, new Secret('rotated'));
  expect(await again.nameOf('key')).toBe(name);
  await again.close();
});
