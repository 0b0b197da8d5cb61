/* The state file: what its holder can read from it, while it cannot be used, and after a key was rotated. */

import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { createEventGraph } from '../../src/program/library.js';
import { startError } from '../../src/program/start.js';
import { apiKey, canaries, everyScopeKey, expectNoLeak, programOver } from '../support/program.js';
import { addAttendees, registrationOf, registryService, signIn, type RegistryService } from '../support/registry-service.js';
import { temporaryFile, temporaryFolder } from '../support/temporary-files.js';
import { until } from '../support/until.js';

const key = 'order-of-zhang@canary.example';
const { mobile, name } = canaries;
const other = '13900139000';
const input = (number: string = mobile) => {
  const attendee = { name, mobile: number };
  return registrationOf(number, { contact: attendee, attendees: [attendee], idempotencyKey: key });
};
const registered = (replayed: boolean) => ({
  addAttendees: { replayed, registrations: [{ attendeeId: 'attendee:1001:1', orderId: 'order-1', signCode: 'check-in-1' }] },
});

let service: RegistryService;
let folder: string;
let STATE_FILE: string;
beforeEach(async () => {
  service = await registryService();
  folder = temporaryFolder();
  STATE_FILE = join(folder, 'state.db');
});
const adds = () => service.hitsOf('/participant/add');
const program = (env: Record<string, string> = {}) =>
  programOver(service.url, { STATE_FILE, EVENT_SERVICE_NOT_FOUND_PATTERN: '^no such', EVENT_SERVICE_TIMEOUT_MS: '1500', ...env });

describe('at rest', () => {
  const modes = () =>
    Object.fromEntries(readdirSync(folder).map((file) => [file, (statSync(join(folder, file)).mode & 0o777).toString(8)]));

  test('the bytes of the state file contain no name, mobile, check-in code or idempotency key', async () => {
    const running = await program();
    expect((await running.run(addAttendees, input())).data).toMatchObject(registered(false));
    service.behave('resets without committing');
    await running.run(signIn, { mobile: other });
    const secrets = [mobile, other, name, key, 'zhang@', 'check-in-1', 'order-1', 'registered', 'sso_login', 'participant', 'fingerprint'];
    for (const when of ['while the program runs', 'after it has closed']) {
      const bytes = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'latin1'));
      expect({ when, readable: secrets.filter((text) => bytes.join().includes(text)) }).toEqual({ when, readable: [] });
      await running.close();
    }
  });

  test.each<[what: string, make: () => void]>([
    ['that is new', () => {}],
    [
      'that had another mode',
      () => {
        const elsewhere = temporaryFile('a.db');
        const database = new Database(elsewhere);
        database.exec('PRAGMA journal_mode = WAL; CREATE TABLE something (a TEXT)');
        for (const suffix of ['', '-wal', '-shm']) {
          copyFileSync(elsewhere + suffix, STATE_FILE + suffix);
          chmodSync(STATE_FILE + suffix, 0o644);
        }
        database.close();
      },
    ],
  ])('only the owner can open a state file %s and the files of SQLite beside it, also with a umask of 0', async (_what, make) => {
    const before = process.umask(0);
    try {
      make();
      await (await program()).run(addAttendees, input());
      expect(modes()).toEqual({ 'state.db': '600', 'state.db-shm': '600', 'state.db-wal': '600' });
    } finally {
      process.umask(before);
    }
  });

  test.each<[what: string, make: (file: string, target: string) => void, expected?: string]>([
    ['a folder', (file) => mkdirSync(file)],
    ['a symbolic link', (file, target) => symlinkSync(target, file)],
    ['a symbolic link at its write-ahead log', (file, target) => symlinkSync(target, `${file}-wal`)],
    ['of a later version', (file) => void new Database(file).exec('PRAGMA user_version = 3'), 'Start that version, or move it'],
    ['no database', (file) => writeFileSync(file, 'no database '.repeat(1000)), 'expected'],
  ])(
    'a STATE_FILE that is %s is a bad setting, and is not followed or changed',
    async (_what, make, expected = 'expected a path of a regular file') => {
      const target = join(folder, 'target');
      writeFileSync(target, 'CANARY', { mode: 0o644 });
      make(STATE_FILE, target);
      const files = readdirSync(folder).map((file) => join(folder, file));
      const contents = () => files.map((file) => statSync(file).isFile() && readFileSync(file, 'latin1'));
      const before = contents();
      const { exitCode, message } = startError(await program().catch((error: unknown) => error), { port: 0 });
      expect({ exitCode, message }).toEqual({ exitCode: 78, message: expect.stringContaining(expected) });
      expect(message).toMatch(/^Bad settings:\n {2}STATE_FILE: [^\n]+$/);
      expect({ contents: contents(), mode: modes()['target'] }).toEqual({ contents: before, mode: '644' });
    },
  );
});

test.each(['', '-wal'])(
  'while STATE_FILE%s is moved away or replaced, nothing is sent that the next start would not know',
  async (suffix) => {
    const running = await program();
    const [place, elsewhere] = [STATE_FILE + suffix, join(folder, 'elsewhere')];
    renameSync(place, elsewhere);
    for (const replace of [() => {}, () => writeFileSync(place, '')]) {
      replace();
      expect((await running.run(addAttendees, input())).errors[0]!.extensions).toMatchObject({ code: 'STATE_UNAVAILABLE' });
    }
    expect(adds()).toHaveLength(0);
    const warning = { cause: 'ENOENT', hint: expect.stringContaining('Put both back') };
    expect(running.lines('The state file cannot be used')).toEqual([expect.objectContaining(warning)]);
    renameSync(elsewhere, place);
    expect((await running.run(addAttendees, input())).data).toMatchObject(registered(false));
  },
);

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

  test('what needs the file is refused unsent, with one line of the log; a result that it could not store is replayed later', async () => {
    const running = await program();
    expect(await running.metric('state_store_up')).toBe(1);
    const unlock = lock();
    for (const [query, variables] of [
      [addAttendees, input()],
      [signIn, { mobile }],
      [addAttendees, input()],
    ] as const)
      expect((await running.run(query, variables)).errors[0]!.extensions).toMatchObject({ code: 'STATE_UNAVAILABLE', retryAfterMs: 1_000 });
    expect(adds()).toHaveLength(0);
    expect(await running.metric('state_store_up')).toBe(0);
    expect(running.lines('The state file cannot be used')).toEqual([
      expect.objectContaining({ level: 40, cause: 'SQLITE_BUSY', hint: expect.stringContaining('STATE_FILE') }),
    ]);
    unlock();
    service.behave('succeeds slowly');
    const sent = running.run(addAttendees, input());
    await until(() => adds().length > 0);
    expect(running.lines('The state file can be used again')).toHaveLength(1);
    const unlockAgain = lock();
    expect((await sent).data).toMatchObject(registered(false));
    unlockAgain();
    expect((await running.run(addAttendees, input())).data).toMatchObject(registered(true));
    expect(adds()).toHaveLength(1);
    expect(await running.metric('state_store_up')).toBe(1);
    await expectNoLeak(running);
  });

  test('a start, also of the library, fails with another error than for a bad setting, so that a supervisor tries again', async () => {
    const unlock = lock('EXCLUSIVE');
    const error: unknown = await program().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'StateFileUnavailableError' });
    expect(startError(error, { port: 0 }).message).toMatch(/^Cannot start: .*locked the state file.*SQLITE_BUSY/);
    const good = { url: service.url, publicKey: 'public', privateKey: 'private', activityIds: [1001], stateFile: STATE_FILE };
    await expect(createEventGraph(good)).rejects.toMatchObject({ name: 'StateFileUnavailableError' });
    // Bad options are named first.
    const problems = [expect.objectContaining({ setting: 'activityIds' })];
    await expect(createEventGraph({ ...good, activityIds: [] })).rejects.toMatchObject({ name: 'ConfigError', problems });
    unlock();
  });
});

describe('after a key was rotated', () => {
  test("after the organiser's key was rotated, earlier writes are still found, their outcomes are unknown, and nothing is sent", async () => {
    const [before, after] = [await program(), await program({ EVENT_SERVICE_PRIVATE_KEY: 'another-private-key' })];
    await before.run(addAttendees, input());
    service.behave('hangs without committing', 'succeeds');
    await before.run(signIn, { mobile: other });
    for (const [query, variables, status] of [
      [addAttendees, input(), 'REGISTERED'],
      [addAttendees, input(other), 'NOT_FOUND'],
      [signIn, { mobile: other }, 'NOT_FOUND'],
    ] as const)
      expect((await after.run(query, variables)).errors[0]!.extensions).toMatchObject({
        code: 'OUTCOME_UNKNOWN',
        registrants: [{ status }],
      });
    expect((await before.run(addAttendees, input())).data).toMatchObject(registered(true));
    expect([adds(), service.hitsOf('sso_login')].map(({ length }) => length)).toEqual([1, 1]);
  });

  test('a caller whose key was rotated stays the same caller: an idempotency key sent with the old one is replayed to the new one', async () => {
    const rights = 'attendees:write attendees:read attendees:pii';
    const running = await program({ AUTH_API_KEYS: `${apiKey('app', everyScopeKey, rights)},${apiKey('app', 'new-key', rights)}` });
    for (const [secret, replayed] of [
      [everyScopeKey, false],
      ['new-key', true],
      [everyScopeKey, true],
    ] as const)
      expect((await running.run(addAttendees, input(), { key: secret })).data).toMatchObject(registered(replayed));
    expect(adds()).toHaveLength(1);
  });
});
