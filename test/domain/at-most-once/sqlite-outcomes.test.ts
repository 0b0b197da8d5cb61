import Database from 'libsql';
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { rememberedMs } from '../../../src/domain/at-most-once/outcome-store.js';
import { rowName } from '../../../src/domain/at-most-once/row-name.js';
import { sealUnder } from '../../../src/domain/at-most-once/seal.js';
import { sqliteOutcomes } from '../../../src/domain/at-most-once/sqlite-outcomes.js';
import { Secret } from '../../../src/model/secret.js';
import { compiledProgram } from '../../support/child-program.js';

const privateKey = new Secret('private');
const result = { outcome: null, userErrors: [] };
let file: string;
let now = 0;
beforeEach(() => {
  now = 1_800_000_000_000;
  file = join(mkdtempSync(join(tmpdir(), 'state-')), 'state.db');
});

const opened = () => sqliteOutcomes(file, () => now, privateKey);

/** What lies in the file, seen by another connection. */
function rows(): { name: string; started_at: number; sealed: string }[] {
  const database = new Database(file);
  try {
    return database.prepare('SELECT name, started_at, sealed FROM sealed_outcome ORDER BY started_at').all() as ReturnType<typeof rows>;
  } finally {
    database.close();
  }
}

async function remember(store: ReturnType<typeof opened>, key: string): Promise<string> {
  const name = await store.locate(key);
  const record = { fingerprint: `of ${key}`, startedAt: now };
  await store.begin(name, record);
  await store.finish(name, { ...record, result });
  return name;
}

describe('rows past their day', () => {
  test('are removed while nothing else happens', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const store = opened();
    try {
      await remember(store, 'first');
      now += rememberedMs / 2;
      await remember(store, 'second');
      now += rememberedMs / 2;
      jest.advanceTimersByTime(60_000);
      expect(rows()).toHaveLength(1);
      now += rememberedMs / 2;
      jest.advanceTimersByTime(60_000);
      expect(rows()).toEqual([]);
    } finally {
      await store.close();
      jest.useRealTimers();
    }
  });

  test('are removed at the start', async () => {
    const store = opened();
    await remember(store, 'first');
    await store.close();
    now += rememberedMs;
    const again = opened();
    expect(rows()).toEqual([]);
    await again.close();
  });

  test('a sweep that fails ends nothing', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const store = opened();
    const other = new Database(file);
    try {
      await remember(store, 'first');
      other.exec('BEGIN IMMEDIATE');
      now += rememberedMs;
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
});

test('processes that start at once on one new file share it', async () => {
  const open = (key: string) => `
    const { sqliteOutcomes } = await import(process.argv[1] + '/domain/at-most-once/sqlite-outcomes.js');
    const store = sqliteOutcomes(process.argv[2], Date.now, { reveal: () => 'private' });
    const name = await store.locate('${key}');
    await store.begin(name, { fingerprint: null, startedAt: Date.now() });
    process.stdout.write(await store.locate('both'));
  `;
  const run = promisify(execFile);
  const compiled = dirname(compiledProgram());
  const names = await Promise.all(
    ['one', 'two', 'three'].map((key) => run(process.execPath, ['--input-type=module', '-e', open(key), compiled, file])),
  );
  expect(new Set(names.map(({ stdout }) => stdout)).size).toBe(1);
  expect(rows()).toHaveLength(3);
}, 60_000);

test('an outcome in the place of another, with another time or altered, is an unknown one', async () => {
  const store = opened();
  const name = await remember(store, 'first');
  now += 1;
  await remember(store, 'second');
  expect(await store.read(name)).toEqual({ fingerprint: 'of first', startedAt: now - 1, result });
  const [first, second] = rows();
  const alter = (sealed: string, startedAt: number) => {
    const database = new Database(file);
    database.prepare('UPDATE sealed_outcome SET sealed = ?, started_at = ? WHERE name = ?').run(sealed, startedAt, name);
    database.close();
  };
  const flipped = first!.sealed.slice(0, -2) + (first!.sealed.endsWith('AA') ? 'BB' : 'AA');
  for (const [sealed, startedAt] of [
    [second!.sealed, now - 1],
    [first!.sealed, now],
    [flipped, now - 1],
    ['', now - 1],
    ['short', now - 1],
  ] as const) {
    alter(sealed, startedAt);
    expect(await store.read(name)).toEqual({ fingerprint: null, startedAt, result: null });
  }
  await store.close();
});

test('one text sealed twice differs, and opens under its secret and context only', () => {
  const seal = sealUnder(privateKey);
  const [one, other] = [seal.seal('text', 'context'), seal.seal('text', 'context')];
  expect(one).not.toBe(other);
  expect([seal.open(one, 'context'), sealUnder(new Secret('private')).open(other, 'context')]).toEqual(['text', 'text']);
  expect([seal.open(one, 'other'), sealUnder(new Secret('other')).open(one, 'context')]).toEqual([null, null]);
});

test('a key has another name in every store, and the same one in each', async () => {
  expect(await rowName('key', 'salt')).toBe(await rowName('key', 'salt'));
  expect(new Set([await rowName('key', 'salt'), await rowName('key', 'other'), await rowName('other', 'salt')]).size).toBe(3);
  const store = opened();
  const name = await store.locate('key');
  await store.close();
  const again = sqliteOutcomes(file, () => now, new Secret('rotated'));
  expect(await again.locate('key')).toBe(name);
  await again.close();
});
