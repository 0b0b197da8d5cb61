/* What callers and operators see while the state file cannot be used, and after a caller's key was rotated. */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { createEventGraph } from '../../src/program/library.js';
import { startChild } from '../support/child-program.js';
import { apiKey, everyScopeKey, expectNoLeak, programOver, type ProgramUnderTest } from '../support/program.js';
import { registryService, type RegistryService } from '../support/registry-service.js';

jest.setTimeout(60_000);

const mobile = '13800138000';
const add = `mutation Add($input: AddAttendeesInput!) { addAttendees(input: $input) { replayed registrations { orderId } } }`;
const signIn = `mutation SignIn($mobile: String!) { ssoLogin(input: { mobile: $mobile, addIfMissing: true }) { login { url } } }`;
const input = (idempotencyKey: string) => ({
  input: { contact: { name: 'A', mobile }, attendees: [{ name: 'A', mobile }], idempotencyKey },
});
const key = 'registration-0001-of-the-test';

let service: RegistryService;
let STATE_FILE: string;
beforeEach(async () => {
  service = await registryService();
  STATE_FILE = join(mkdtempSync(join(tmpdir(), 'state-')), 'state.db');
});
const adds = () => service.hitsOf('/participant/add');
const isUp = async (program: ProgramUnderTest) => /^event_graph_state_store_up (\d)$/m.exec(await program.metrics())![1];
/** Locks the state file as another process would. @returns a function that unlocks it */
function lock(how: 'IMMEDIATE' | 'EXCLUSIVE' = 'IMMEDIATE'): () => void {
  const database = new Database(STATE_FILE);
  database.exec(`PRAGMA locking_mode = ${how === 'EXCLUSIVE' ? 'EXCLUSIVE' : 'NORMAL'}; BEGIN ${how}`);
  return () => {
    database.exec('ROLLBACK');
    database.close();
  };
}

test('while the state file cannot be written, what needs it is refused unsent, and the log has one line', async () => {
  const program = await programOver(service.url, { STATE_FILE, EVENT_SERVICE_NOT_FOUND_PATTERN: '^no such attendee' });
  expect(await isUp(program)).toBe('1');
  const unlock = lock();
  for (const [query, variables] of [
    [add, input(key)],
    [signIn, { mobile }],
    [add, input(key)],
  ] as const)
    expect((await program.run(query, variables)).errors[0]!.extensions).toMatchObject({ code: 'STATE_UNAVAILABLE', retryAfterMs: 1_000 });
  expect(adds()).toHaveLength(0);
  expect(await isUp(program)).toBe('0');
  expect(program.lines('The state file cannot be used')).toEqual([
    expect.objectContaining({ level: 40, cause: 'SQLITE_BUSY', hint: expect.stringContaining('STATE_FILE') }),
  ]);
  unlock();
  expect((await program.run(add, input(key))).data).toMatchObject({ addAttendees: { replayed: false } });
  expect(await isUp(program)).toBe('1');
  expect(program.lines('The state file can be used again')).toHaveLength(1);
  await expectNoLeak(program);
});

test('a result that the file could not store is returned, and replayed once the file can be written', async () => {
  const program = await programOver(service.url, { STATE_FILE });
  service.behave('succeeds slowly');
  const sent = program.run(add, input(key));
  while (adds().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const unlock = lock();
  expect((await sent).data).toMatchObject({ addAttendees: { replayed: false, registrations: [{ orderId: 'order-1' }] } });
  unlock();
  expect((await program.run(add, input(key))).data).toMatchObject({
    addAttendees: { replayed: true, registrations: [{ orderId: 'order-1' }] },
  });
  expect(adds()).toHaveLength(1);
});

describe('at the start', () => {
  const env = () => ({
    EVENT_SERVICE_URL: service.url,
    EVENT_SERVICE_PUBLIC_KEY: 'public',
    EVENT_SERVICE_PRIVATE_KEY: 'private',
    EVENT_SERVICE_ACTIVITY_IDS: '1001',
    AUTH_DISABLED: 'true',
    STATE_FILE,
  });

  test('a locked state file ends the program with 1, so that its supervisor tries again', async () => {
    const unlock = lock('EXCLUSIVE');
    await expect(startChild({ ...env(), WORKERS: '2' })).rejects.toThrow(/ended with 1:[^]*locked the state file[^]*SQLITE_BUSY/);
    unlock();
  });

  test('a locked state file is no bad option of the library, whose other bad options are named first', async () => {
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

test('a caller whose API key is rotated stays the same caller: a key of the old one is replayed to the new one', async () => {
  const rights = 'attendees:write attendees:read';
  const program = await programOver(service.url, {
    AUTH_API_KEYS: `${apiKey('app', everyScopeKey, rights)},${apiKey('app', 'new-key', rights)}`,
  });
  for (const [secret, replayed] of [
    [everyScopeKey, false],
    ['new-key', true],
    [everyScopeKey, true],
  ] as const)
    expect((await program.run(add, input(key), { key: secret })).data).toMatchObject({ addAttendees: { replayed } });
  expect(adds()).toHaveLength(1);
});
