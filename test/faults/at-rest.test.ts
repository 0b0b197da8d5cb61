/* The state file at rest: what its holder can read from it, and what it is worth after the organiser's key was rotated. */

import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { ConfigError } from '../../src/config/config.js';
import { canaries, programOver, type ProgramUnderTest } from '../support/program.js';
import { registryService, type RegistryService } from '../support/registry-service.js';

const key = 'order-of-zhang@canary.example';
const { mobile } = canaries;
const add = `mutation Add($input: AddAttendeesInput!) {
  addAttendees(input: $input) { replayed description registrations { signCode } userErrors { code } }
}`;
const input = (number: string = mobile) => ({
  input: { contact: { name: canaries.name, mobile: number }, attendees: [{ name: canaries.name, mobile: number }], idempotencyKey: key },
});
const login = 'mutation Login($input: SsoLoginInput!) { ssoLogin(input: $input) { login { token } userErrors { code } } }';

let service: RegistryService;
let folder: string;
let file: string;
const open: ProgramUnderTest[] = [];
beforeEach(async () => {
  service = await registryService();
  folder = mkdtempSync(join(tmpdir(), 'state-'));
  file = join(folder, 'state.db');
});

async function program(env: Record<string, string> = {}): Promise<ProgramUnderTest> {
  const started = await programOver(service.url, {
    STATE_FILE: file,
    EVENT_SERVICE_NOT_FOUND_PATTERN: '^no such',
    EVENT_SERVICE_TIMEOUT_MS: '1500',
    ...env,
  });
  open.push(started);
  return started;
}
async function closed(): Promise<void> {
  for (const each of open.splice(0)) await each.close();
}

const files = () => readdirSync(folder).map((name) => join(folder, name));
const bytes = () => Buffer.concat(files().map((path) => readFileSync(path))).toString('latin1');
const modes = () => Object.fromEntries(readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]));
const adds = () => service.hitsOf('/participant/add');

test('the bytes of the state file contain no name, mobile, check-in code or idempotency key', async () => {
  const running = await program();
  const { data } = await running.run(add, input());
  expect(data.addAttendees).toMatchObject({ description: 'registered', registrations: [{ signCode: 'check-in-1' }] });
  service.behave('resets without committing');
  await running.run(login, { input: { mobile: '13900139000', addIfMissing: true } });
  for (const when of ['while the program runs', 'after it has closed']) {
    const readable = [
      mobile,
      '13900139000',
      canaries.name,
      key,
      'zhang@',
      'check-in-1',
      'order-1',
      'registered',
      'sso_login',
      'participant',
      'fingerprint',
    ].filter((text) => bytes().includes(text));
    expect({ when, readable }).toEqual({ when, readable: [] });
    await closed();
  }
});

test('only the owner can open the state file and the files of SQLite beside it, even if they had another mode', async () => {
  const elsewhere = join(mkdtempSync(join(tmpdir(), 'state-')), 'a.db');
  const database = new Database(elsewhere);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('CREATE TABLE something (a TEXT)');
  for (const suffix of ['', '-wal', '-shm']) {
    copyFileSync(elsewhere + suffix, file + suffix);
    chmodSync(file + suffix, 0o644);
  }
  database.close();
  expect(Object.values(modes())).toEqual(['644', '644', '644']);
  const running = await program();
  await running.run(add, input());
  expect(modes()).toEqual({ 'state.db': '600', 'state.db-shm': '600', 'state.db-wal': '600' });
});

test('a new state file is readable by its owner only, also with a umask of 0', async () => {
  const before = process.umask(0);
  try {
    await (await program()).run(add, input());
    expect(modes()).toEqual({ 'state.db': '600', 'state.db-shm': '600', 'state.db-wal': '600' });
  } finally {
    process.umask(before);
  }
});

describe('paths that cannot be a state file', () => {
  const obstacles: [string, (path: string) => void][] = [
    ['a folder', (path) => mkdirSync(path)],
    ['a symbolic link', (path) => symlinkSync(join(folder, 'target'), path)],
  ];
  test.each(obstacles.flatMap(([what, make]) => ['', '-wal'].map((suffix) => [`${what} at STATE_FILE${suffix}`, suffix, make] as const)))(
    '%s is a bad setting, and is not changed',
    async (_what, suffix, make) => {
      writeFileSync(join(folder, 'target'), 'CANARY');
      chmodSync(join(folder, 'target'), 0o644);
      make(file + suffix);
      const error: unknown = await program().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ConfigError);
      expect((error as ConfigError).problems).toEqual([
        { setting: 'STATE_FILE', expected: expect.stringContaining('expected a path of a regular file') },
      ]);
      expect({ text: readFileSync(join(folder, 'target'), 'utf8'), mode: modes()['target'] }).toEqual({ text: 'CANARY', mode: '644' });
    },
  );

  test('a STATE_FILE that is not a database is a bad setting, and is not changed', async () => {
    writeFileSync(file, 'no database '.repeat(1000));
    await expect(program()).rejects.toThrow(/STATE_FILE: expected/);
    expect(readFileSync(file, 'utf8')).toBe('no database '.repeat(1000));
  });
});

describe("after the organiser's key is rotated", () => {
  const rotated = { EVENT_SERVICE_PRIVATE_KEY: 'another-private-key' };

  test('an earlier idempotency key is still found, its outcome is unknown, and nothing is sent', async () => {
    await (await program()).run(add, input());
    await closed();
    const running = await program(rotated);
    for (const number of [mobile, '13900139000']) {
      const { errors } = await running.run(add, input(number));
      expect(errors[0]!.extensions).toMatchObject({
        code: 'OUTCOME_UNKNOWN',
        idempotencyKey: key,
        registrants: [{ status: number === mobile ? 'REGISTERED' : 'NOT_FOUND' }],
      });
    }
    expect(adds()).toHaveLength(1);
    await closed();
    const { data } = await (await program()).run(add, input());
    expect(data.addAttendees).toMatchObject({ replayed: true, registrations: [{ signCode: 'check-in-1' }] });
    expect(adds()).toHaveLength(1);
  });

  test('after the private key is rotated, an `ssoLogin` that may have added an attendee is not sent again', async () => {
    service.behave('hangs without committing', 'succeeds');
    const who = { input: { mobile, addIfMissing: true } };
    await (await program()).run(login, who);
    await closed();
    const { errors } = await (await program(rotated)).run(login, who);
    expect(errors[0]!.extensions).toMatchObject({ code: 'OUTCOME_UNKNOWN', registrants: [{ status: 'NOT_FOUND' }] });
    expect(service.hitsOf('sso_login')).toHaveLength(1);
  });
});

test('a state file of a later version is refused', async () => {
  const database = new Database(file);
  database.exec('PRAGMA user_version = 3');
  database.close();
  await expect(program()).rejects.toThrow(/STATE_FILE: expected a state file of this version/);
});
