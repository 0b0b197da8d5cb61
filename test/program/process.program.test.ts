/* The program as a process of its own: how it ends, and with which message it does not start. */

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { post } from '../server/toy-server.js';
import { compiledProgram, startChild } from '../support/child-program.js';
import { startCommand } from '../support/command.js';
import { fakeService } from '../support/fake-service.js';
import { gate } from '../support/gate.js';
import { apiKey } from '../support/program.js';
import { temporaryFile, temporaryFolder } from '../support/temporary-files.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';

const key = 'key-of-the-tests';
const formReply = {
  code: 1,
  data: [
    { name: 'name', type: 'input' },
    { name: 'mobile', type: 'input' },
  ],
};
const registrationReply = { code: 1, url: 'done', ids: [7], sign_code_arr: ['C7'], order_ids: ['O7'] };

const settings = (service: { readonly url: string }, more: Record<string, string> = {}) => ({
  EVENT_SERVICE_URL: service.url,
  EVENT_SERVICE_PUBLIC_KEY: 'public',
  EVENT_SERVICE_PRIVATE_KEY: 'CANARY-PRIVATE-KEY',
  EVENT_SERVICE_ACTIVITY_IDS: '1001',
  AUTH_API_KEYS: apiKey('app', key, 'content:read attendees:write attendees:read'),
  STATE_FILE: ':memory:',
  ...more,
});

const ask = async (url: string, query: string) => (await post({ url }, { query }, { 'x-api-key': key })).body;

const auditLines = (file: string) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly fields: readonly string[] });

const tickets = '{ activity { tickets { name } } }';
const add =
  'mutation { addAttendees(input: { contact: { name: "A", mobile: "13700000001" }, attendees: [{ name: "A", mobile: "13700000001" }] }) { registrations { signCode } } }';

beforeAll(() => void compiledProgram(), 120_000);

/**
 * Waits until a program accepts no connection any more: it has received a first signal, so that the system does not merge it with a
 * second one.
 */
const untilClosed = (url: string) =>
  until(() =>
    fetch(`${url}/healthz`).then(
      () => false,
      () => true,
    ),
  );

/** So long after a signal, another one is a second signal. */
const aSecondMs = 1_050;

test('after a signal, or several within a second, no connection is accepted, operations end and are audited, and the exit code is 0', async () => {
  const { open, opened } = gate();
  const attendee = { code: 1, data: { id: 7, form_id: 1001, contact: 'A', review: 1 } };
  const service = await fakeService({
    '/api/participant/get': () => opened.then(() => attendee),
    '/api/participant/add': () => opened.then(() => registrationReply),
    '/api/activity/getFields': formReply,
  });
  const AUDIT_LOG = temporaryFile('audit.log');
  const given = settings(service, { AUDIT_LOG });
  const program = await startChild({ ...given, AUTH_API_KEYS: `${given.AUTH_API_KEYS} attendees:pii` });
  // Each reads another attendee, so that none is shared and the calls show that all operations have arrived.
  const reads = times(20, (index) => `{ attendee(by: { mobile: "1000000${1000 + index}" }) { name } }`);
  const underWay = [...reads, add, add].map((operation) => ask(program.url, operation));
  await until(() => service.hitsOf('/participant/get').length === 20 && service.hitsOf('/participant/add').length === 2);
  // Ctrl+C reaches the program and npm, which passes it on. Two kinds, because the system merges two of one kind that wait.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) program.process.kill(signal);
  await until(async () => (await fetch(`${program.adminUrl}/readyz`)).status === 503);
  expect((await fetch(`${program.adminUrl}/healthz`)).status).toBe(200);
  await expect(ask(program.url, tickets)).rejects.toThrow();
  open();
  const responses = await Promise.all(underWay);
  expect(responses.slice(0, 20).map(({ data }) => data)).toEqual(times(20, () => ({ attendee: { name: 'A' } })));
  for (const { data } of responses.slice(20)) expect(data).toEqual({ addAttendees: { registrations: [{ signCode: 'C7' }] } });
  expect(await program.ended).toBe(0);
  const audited = auditLines(AUDIT_LOG).map(({ fields }) => (fields.includes('Mutation.addAttendees') ? 'write' : 'read'));
  expect(audited.toSorted((one, other) => one.localeCompare(other))).toEqual([...Array(20).fill('read'), ...Array(2).fill('write')]);
});

test('a silent service cannot delay the end beyond the grace period: a registration that is cut off is audited as unknown', async () => {
  const AUDIT_LOG = temporaryFile('audit.log');
  const service = await fakeService({
    '/api/activity/getFields': formReply,
    '/api/ticket/data': () => undefined,
    '/api/participant/add': () => undefined,
  });
  const program = await startChild(
    settings(service, { AUDIT_LOG, SHUTDOWN_GRACE_MS: '300', EVENT_SERVICE_TIMEOUT_MS: '60000', REQUEST_TIMEOUT_MS: '60000' }),
  );
  const cut = Promise.allSettled([ask(program.url, tickets), ask(program.url, add)]);
  await until(() => service.hitsOf('/ticket/data').length === 1 && service.hitsOf('/participant/add').length === 1);
  const began = performance.now();
  expect(await program.end('SIGTERM')).toBe(0);
  expect(performance.now() - began).toBeLessThan(30_000);
  expect((await cut).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(auditLines(AUDIT_LOG)).toEqual([
    expect.objectContaining({ audit: true, caller: 'app', fields: ['Mutation.addAttendees'], count: 1, outcome: 'unknown' }),
  ]);
});

test('a signal while the program starts ends it immediately with 0', async () => {
  const EVENT_SERVICE_SIGNER_MODULE = temporaryFile('signer.mjs', `process.stdout.write('waiting'); await new Promise(() => {});`);
  const env = settings({ url: 'http://127.0.0.1:9' }, { EVENT_SERVICE_SIGNER_MODULE });
  const starting = await startCommand([compiledProgram()], /waiting/, { env });
  expect(await starting.end('SIGHUP')).toBe(0);
});

test('a signal that comes while the start holds the event loop ends the program too', async () => {
  const observer =
    'data:text/javascript,import { Server } from "node:net"; const { listen } = Server.prototype; Server.prototype.listen = function (...to) { console.log("listens"); process.kill(process.pid, "SIGTERM"); return listen.apply(this, to); }';
  const env = { PORT: '0', ADMIN_PORT: '0' };
  const starting = await startCommand(['--import', observer, compiledProgram()], /listens/, { env });
  expect(await starting.ended).toBe(0);
});

test('a signal while workers start ends them before the program, so that they write nothing of a parent that has gone', async () => {
  const observer = 'data:text/javascript,import cluster from "node:cluster"; cluster.on("fork", () => console.log("forked"))';
  const starting = await startCommand(['--import', observer, compiledProgram()], /forked/, { env: { WORKERS: '2' } });
  // Its output is closed when the workers have ended too.
  const closed = once(starting.process, 'close');
  expect(await starting.end('SIGTERM')).toBe(0);
  await closed;
  expect(starting.output().replaceAll('forked\n', '')).toBe('');
});

test('an unhandled rejection ends the program with 1, and the log contains the stack without the message', async () => {
  const EVENT_SERVICE_SIGNER_MODULE = temporaryFile(
    'signer.mjs',
    `export default (input) => { setTimeout(() => { void Promise.reject('CANARY ' + input.privateKey); }, 50); return 'a'.repeat(32); };`,
  );
  const service = await fakeService({ '/api/ticket/data': { code: 1, data: [] } });
  const program = await startChild(settings(service, { EVENT_SERVICE_SIGNER_MODULE }));
  await ask(program.url, tickets).catch(() => 'cut');
  expect(await program.ended).toBe(1);
  expect(program.output()).toMatch(/"level":60.*An unexpected error ended the program/);
  expect(program.output()).not.toMatch(/CANARY/);
});

test('no audit line is lost when a second SIGTERM, more than a second after the first, ends the program and a registration immediately', async () => {
  const AUDIT_LOG = temporaryFile('audit.log');
  const service = await fakeService({
    '/api/participant/getList': { code: 1, data: [{ id: 1, form_id: 1001, contact: 'A', review: 1 }], total: 1 },
    '/api/activity/getFields': formReply,
    '/api/participant/add': () => undefined,
  });
  const program = await startChild(settings(service, { AUDIT_LOG, EVENT_SERVICE_TIMEOUT_MS: '60000' }));
  void ask(program.url, add).catch(() => 'cut');
  const responses = await Promise.all(times(200, () => ask(program.url, '{ attendeesByIds(ids: ["attendee:1001:1"]) { name } }')));
  await until(() => service.hitsOf('/participant/add').length === 1);
  program.process.kill('SIGTERM');
  await untilClosed(program.url);
  await pause(aSecondMs);
  expect(await program.end('SIGTERM')).toBe(1);
  expect(responses.map(({ data }) => data)).toEqual(responses.map(() => ({ attendeesByIds: [{ name: 'A' }] })));
  expect(auditLines(AUDIT_LOG)).toEqual([
    ...responses.map((): unknown => expect.objectContaining({ fields: ['Attendee.name'] })),
    expect.objectContaining({ fields: ['Mutation.addAttendees'], outcome: 'unknown' }),
  ]);
});

describe('programs that cannot start', () => {
  const run = (given: Record<string, string>, cwd = temporaryFolder()) => {
    const env = { PATH: process.env.PATH, PORT: '0', ADMIN_PORT: '0', LOG_FORMAT: 'json', ...given };
    const { status, stdout, stderr } = spawnSync(process.execPath, [compiledProgram()], { env, cwd, encoding: 'utf8', timeout: 50_000 });
    return { code: status, output: stdout + stderr };
  };

  test('bad and misspelt settings, in .env too, end it with 78; they are named, no value is quoted, and no file is created', () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, '.env'), `AUTH_ROUTER_SECRET=${'CANARY'.repeat(6)}\n`);
    const bad = { EVENT_SERVICE_URL: 'https://service.example', AUTH_ROUTER_SECRETS: 'changeme', PORT: 'CANARY' };
    const { code, output } = run({ ...bad, AUDIT_LOG: './audit.log', STATE_FILE: '' }, cwd);
    expect(code).toBe(78);
    for (const name of [
      ...Object.keys(bad).slice(1),
      'EVENT_SERVICE_PUBLIC_KEY',
      'EVENT_SERVICE_PRIVATE_KEY',
      'EVENT_SERVICE_ACTIVITY_IDS',
    ])
      expect(output).toContain(`  ${name}: `);
    expect(output).toContain('  AUTH_ROUTER_SECRET: no setting has this name; the nearest is AUTH_ROUTER_SECRETS');
    expect(output).not.toMatch(/changeme|CANARY/);
    expect(readdirSync(cwd)).toEqual(['.env']);
  });

  test('a program with a .env that cannot be read, or not completely, ends with 78, and its message names the file', () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, '.env'), Buffer.from('\uFEFFAUTH_DISABLED=true\n', 'utf16le'));
    expect(run({}, cwd)).toEqual({ code: 78, output: 'Bad settings:\n  .env: expected text in UTF-8\n' });
  });

  test('what workers find wrong ends the program with their message and exit code', () => {
    const { code, output } = run({ WORKERS: '2', AUDIT_LOG: '/nowhere/audit.log' });
    expect({ code, output }).toEqual({ code: 78, output: expect.stringMatching(/^Bad settings:\n  AUDIT_LOG: .*\n$/) });
  });

  test('every file that the program cannot use is in one list with the other bad settings, once', () => {
    const notJson = temporaryFile('not.json', '{ "CANARY');
    const { code, output } = run({
      ...settings({ url: 'https://service.example' }),
      PORT: 'CANARY',
      OPERATIONS_FILE: notJson,
      ACTIVITIES_FILE: notJson,
      TRUSTED_DOCUMENTS_FILE: `${notJson},${temporaryFile('missing.json')}`,
      EVENT_SERVICE_SIGNER_MODULE: '/nowhere/signer.mjs',
      STATE_FILE: temporaryFile('not.db', 'CANARY'.repeat(100)),
      AUDIT_LOG: '/nowhere/audit.log',
    });
    const named = [...output.matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name!).toSorted();
    expect({ code, named: named.join(' ') }).toEqual({
      code: 78,
      named:
        'ACTIVITIES_FILE AUDIT_LOG EVENT_SERVICE_SIGNER_MODULE OPERATIONS_FILE PORT STATE_FILE TRUSTED_DOCUMENTS_FILE TRUSTED_DOCUMENTS_FILE',
    });
    expect(output).not.toContain('CANARY');
  });
});
