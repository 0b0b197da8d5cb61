/* The state file: what its holder can read from it, while it cannot be used, and after a key was rotated. */

import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { createEventGraph } from '../../src/program/library.js';
import { startFailure } from '../../src/program/start.js';
import { apiKey, canaries, everyScopeKey, expectNoLeak, programOver, type ProgramUnderTest } from '../support/program.js';
import { registryService, type RegistryService } from '../support/registry-service.js';
import { until } from '../support/until.js';

const key = 'order-of-zhang@canary.example';
const { mobile, name } = canaries;
const other = '13900139000';
const add = `mutation Add($input: AddAttendeesInput!) { addAttendees(input: $input) { replayed registrations { orderId signCode } } }`;
const input = (number: string = mobile) => ({
  input: { contact: { name, mobile: number }, attendees: [{ name, mobile: number }], idempotencyKey: key },
});
const signIn = `mutation SignIn($mobile: String!) { ssoLogin(input: { mobile: $mobile, addIfMissing: true }) { login { url } } }`;
const registered = (replayed: boolean) => ({ addAttendees: { replayed, registrations: [{ orderId: 'order-1', signCode: 'check-in-1' }] } });

let service: RegistryService;
let folder: string;
let STATE_FILE: string;
beforeEach(async () => {
  service = await registryService();
  folder = mkdtempSync(join(tmpdir(), 'state-'));
  STATE_FILE = join(folder, 'state.db');
});
const adds = () => service.hitsOf('/participant/add');
const program = (env: Record<string, string> = {}) =>
  programOver(service.url, { STATE_FILE, EVENT_SERVICE_NOT_FOUND_PATTERN: '^no such', EVENT_SERVICE_TIMEOUT_MS: '1500', ...env });

describe('at rest', () => {
  const modes = () =>
    Object.fromEntries(readdirSync(folder).map((file) => [file, (statSync(join(folder, file)).mode & 0o777).toString(8)]));
  const ownerOnly = { 'state.db': '600', 'state.db-shm': '600', 'state.db-wal': '600' };

  test('the bytes of the state file contain no name, mobile, check-in code or idempotency key', async () => {
    const running = await program();
    expect((await running.run(add, input())).data).toEqual(registered(false));
    service.behave('resets without committing');
    await running.run(signIn, { mobile: other });
    const secrets = [mobile, other, name, key, 'zhang@', 'check-in-1', 'order-1', 'registered', 'sso_login', 'participant', 'fingerprint'];
    for (const when of ['while the program runs', 'after it has closed']) {
      const bytes = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'latin1'));
      expect({ when, readable: secrets.filter((text) => bytes.join().includes(text)) }).toEqual({ when, readable: [] });
      await running.close();
    }
  });

  test('only the owner can open the state file and the files of SQLite beside it, even if they had another mode', async () => {
    const elsewhere = join(mkdtempSync(join(tmpdir(), 'state-')), 'a.db');
    const database = new Database(elsewhere);
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE something (a TEXT)');
    for (const suffix of ['', '-wal', '-shm']) {
      copyFileSync(elsewhere + suffix, STATE_FILE + suffix);
      chmodSync(STATE_FILE + suffix, 0o644);
    }
    database.close();
    await (await program()).run(add, input());
    expect(modes()).toEqual(ownerOnly);
  });

  test('a new state file is readable by its owner only, also with a umask of 0', async () => {
    const before = process.umask(0);
    try {
      await (await program()).run(add, input());
      expect(modes()).toEqual(ownerOnly);
    } finally {
      process.umask(before);
    }
  });

  test.each<[what: string, make: (file: string, target: string) => void, expected?: string]>([
    ['a folder', (file) => mkdirSync(file)],
    ['a symbolic link', (file, target) => symlinkSync(target, file)],
    ['a symbolic link at its write-ahead log', (file, target) => symlinkSync(target, `${file}-wal`)],
    ['of a later version', (file) => void new Database(file).exec('PRAGMA user_version = 3'), 'expected a state file of this version'],
  ])(
    'a STATE_FILE that is %s is a bad setting, and is not followed or changed',
    async (_what, make, expected = 'expected a path of a regular file') => {
      const target = join(folder, 'target');
      writeFileSync(target, 'CANARY');
      chmodSync(target, 0o644);
      make(STATE_FILE, target);
      const problems = [{ setting: 'STATE_FILE', expected: expect.stringContaining(expected) }];
      await expect(program()).rejects.toMatchObject({ name: 'ConfigError', problems });
      expect({ text: readFileSync(target, 'utf8'), mode: modes()['target'] }).toEqual({ text: 'CANARY', mode: '644' });
    },
  );

  test('a STATE_FILE that is not a database is a bad setting, and is not changed', async () => {
    const text = 'no database '.repeat(1000);
    writeFileSync(STATE_FILE, text);
    await expect(program()).rejects.toThrow(/STATE_FILE: expected/);
    expect(readFileSync(STATE_FILE, 'utf8')).toBe(text);
  });
});

describe('while the state file is locked by another process', () => {
  /** @returns a function that unlocks it */
  function lock(how: 'IMMEDIATE' | 'EXCLUSIVE' = 'IMMEDIATE'): () => void {
    const database = new Database(STATE_FILE);
    database.exec(`PRAGMA locking_mode = ${how === 'EXCLUSIVE' ? 'EXCLUSIVE' : 'NORMAL'}; BEGIN ${how}`);
    return () => {
      database.exec('ROLLBACK');
      database.close();
    };
  }
  const isUp = async (running: ProgramUnderTest) => /^event_graph_state_store_up (\d)$/m.exec(await running.metrics())![1];

  test('what needs it is refused unsent, and the log has one line', async () => {
    const running = await program();
    expect(await isUp(running)).toBe('1');
    const unlock = lock();
    for (const [query, variables] of [
      [add, input()],
      [signIn, { mobile }],
      [add, input()],
    ] as const)
      expect((await running.run(query, variables)).errors[0]!.extensions).toMatchObject({ code: 'STATE_UNAVAILABLE', retryAfterMs: 1_000 });
    expect(adds()).toHaveLength(0);
    expect(await isUp(running)).toBe('0');
    expect(running.lines('The state file cannot be used')).toEqual([
      expect.objectContaining({ level: 40, cause: 'SQLITE_BUSY', hint: expect.stringContaining('STATE_FILE') }),
    ]);
    unlock();
    expect((await running.run(add, input())).data).toEqual(registered(false));
    expect(await isUp(running)).toBe('1');
    expect(running.lines('The state file can be used again')).toHaveLength(1);
    await expectNoLeak(running);
  });

  test('a result that the file could not store is returned, and replayed once the file can be written', async () => {
    const running = await program();
    service.behave('succeeds slowly');
    const sent = running.run(add, input());
    await until(() => adds().length > 0);
    const unlock = lock();
    expect((await sent).data).toEqual(registered(false));
    unlock();
    expect((await running.run(add, input())).data).toEqual(registered(true));
    expect(adds()).toHaveLength(1);
  });

  test('a start fails with another error than a bad setting, so that the supervisor of the program tries again', async () => {
    const unlock = lock('EXCLUSIVE');
    const error: unknown = await program().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'StateFileUnavailableError' });
    expect(startFailure(error, { port: 0 })).toMatch(/^Cannot start: .*locked the state file.*SQLITE_BUSY/);
    unlock();
  });

  test('it is no bad option of the library, whose other bad options are named first', async () => {
    const unlock = lock('EXCLUSIVE');
    const good = { url: service.url, publicKey: 'public', privateKey: 'private', activityIds: [1001], stateFile: STATE_FILE };
    await expect(createEventGraph(good)).rejects.toMatchObject({ name: 'StateFileUnavailableError' });
    await expect(createEventGraph({ ...good, activityIds: [] })).rejects.toMatchObject({
      name: 'ConfigError',
      problems: [expect.objectContaining({ setting: 'activityIds' })],
    });
    unlock();
  });
});

describe('after a key was rotated', () => {
  const rotated = { EVENT_SERVICE_PRIVATE_KEY: 'another-private-key' };
  /** Runs one operation in a program of its own. */
  async function run(env: Record<string, string>, ...operation: Parameters<ProgramUnderTest['run']>) {
    const running = await program(env);
    const response = await running.run(...operation);
    await running.close();
    return response;
  }

  test("the organiser's: an earlier idempotency key is still found, its outcome is unknown, and nothing is sent", async () => {
    await run({}, add, input());
    for (const [number, status] of [
      [mobile, 'REGISTERED'],
      [other, 'NOT_FOUND'],
    ] as const)
      expect((await run(rotated, add, input(number))).errors[0]!.extensions).toMatchObject({
        code: 'OUTCOME_UNKNOWN',
        idempotencyKey: key,
        registrants: [{ status }],
      });
    expect((await run({}, add, input())).data).toEqual(registered(true));
    expect(adds()).toHaveLength(1);
  });

  test("the organiser's: an `ssoLogin` that may have added an attendee is not sent again", async () => {
    service.behave('hangs without committing', 'succeeds');
    await run({}, signIn, { mobile });
    expect((await run(rotated, signIn, { mobile })).errors[0]!.extensions).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      registrants: [{ status: 'NOT_FOUND' }],
    });
    expect(service.hitsOf('sso_login')).toHaveLength(1);
  });

  test("a caller's: it stays the same caller, and a key of the old one is replayed to the new one", async () => {
    const rights = 'attendees:write attendees:read attendees:pii';
    const running = await program({ AUTH_API_KEYS: `${apiKey('app', everyScopeKey, rights)},${apiKey('app', 'new-key', rights)}` });
    for (const [secret, replayed] of [
      [everyScopeKey, false],
      ['new-key', true],
      [everyScopeKey, true],
    ] as const)
      expect((await running.run(add, input(), { key: secret })).data).toEqual(registered(replayed));
    expect(adds()).toHaveLength(1);
  });
});
