/*
 * Rows of the troubleshooting table in docs/operating.md that concern the program as a whole: the symptom with its cause, and without it.
 */

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxKeys } from '../../src/sandbox/sandbox.js';
import { StockItemView } from '../../src/service/stock.js';
import { examined } from '../doctor/examined.js';
import { alteredService, type Alteration } from '../support/altered-service.js';
import { startChild } from '../support/child-program.js';
import { fakeService, type FakeService } from '../support/fake-service.js';
import { everyScopeKey, programOver } from '../support/program.js';

let service: FakeService;
beforeAll(async () => {
  service = await fakeService({
    '/api/ticket/data': () => ({ code: 1, data: [{ id: 1, name: 'Day Pass', num: 2, sold_num: 1, money: 3 }] }),
  });
});

const tickets = '{ activity { tickets { name } } }';

test('the first line of the log is of the sandbox if .env is in another folder, and of the live service in the folder of .env', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'working-folder-'));
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  const keys = 'EVENT_SERVICE_PUBLIC_KEY=public\nEVENT_SERVICE_PRIVATE_KEY=private\nEVENT_SERVICE_ACTIVITY_IDS=1001\n';
  writeFileSync(join(folder, '.env'), `EVENT_SERVICE_URL=${service.url}\n${keys}AUTH_DISABLED=true\nSTATE_FILE=:memory:\n`);
  const modeIn = async (cwd: string) => {
    const program = await startChild({}, { cwd });
    await program.crash();
    return program
      .output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { mode?: string })
      .find(({ mode }) => mode !== undefined)?.mode;
  };
  expect(await modeIn(elsewhere)).toBe('sandbox');
  expect(await modeIn(folder)).toBe('live');
});

test.each<[cause: string, change: Alteration, check: string]>([
  ['signature rule', { template: '{PrivateKey}{Time}' }, 'signature'],
  ['clock', { clockSeconds: -3600 }, 'clock'],
  [
    'activities',
    { alter: (_path, reply) => void (reply.json.code === 1 && (reply.json = { code: 0, msg: 'No such activity' })) },
    'activities',
  ],
  ['address', { alter: (_path, reply) => void ((reply.status = 404), (reply.body = '<h1>Not found</h1>')) }, 'http'],
])('after a change of the %s, fields get UPSTREAM_… errors, and the doctor fails at it', async (_cause, change, id) => {
  const env = { EVENT_SERVICE_PUBLIC_KEY: sandboxKeys.publicKey, EVENT_SERVICE_PRIVATE_KEY: sandboxKeys.privateKey };
  // The keys of the alteration are read at each call, so that the service changes while the program runs.
  const alteration: Alteration = {};
  const changing = await alteredService(alteration);
  const program = await programOver(changing.url, { ...env, EVENT_SERVICE_ACTIVITY_IDS: '1001' });
  expect((await program.run(tickets)).errors).toEqual([]);
  Object.assign(alteration, change);
  expect((await program.run(tickets)).errors[0]!.extensions.code).toMatch(/^UPSTREAM_/);
  expect((await examined(changing.url)).check(id).status).toBe('fail');
});

test('over a live service, introspection and the explorer are off, and INTROSPECTION=true and EXPLORER=graphiql bring them back', async () => {
  const seen = async (env: Record<string, string>) => {
    const program = await programOver(service.url, env);
    const page = await fetch(program.url, { headers: { accept: 'text/html' } });
    const { errors } = await program.run('{ __schema { queryType { name } } }');
    await program.close();
    return [page.status, errors.map(({ extensions }) => extensions['validationErrorCode'])];
  };
  expect(await seen({})).toEqual([404, ['INTROSPECTION_DISABLED']]);
  expect(await seen({ INTROSPECTION: 'true', EXPLORER: 'graphiql' })).toEqual([200, []]);
});

test('a defect becomes INTERNAL_SERVER_ERROR with an `errorId`, by which the log has its cause', async () => {
  const defect = jest.spyOn(StockItemView.prototype, 'name', 'get').mockImplementation(() => {
    throw new TypeError('A defect of the tests');
  });
  const program = await programOver(service.url);
  const { errors } = await program.run(tickets);
  defect.mockRestore();
  const { code, errorId } = errors[0]!.extensions as { code: string; errorId: string };
  expect({ code, mentionsDefect: errors[0]!.message.includes('defect') }).toEqual({ code: 'INTERNAL_SERVER_ERROR', mentionsDefect: false });
  const line = program
    .logs()
    .split('\n')
    .find((each) => each.includes(`"errorId":"${errorId}"`));
  expect(JSON.parse(line!)).toMatchObject({ level: 50, error: expect.stringContaining('TypeError') });
});

test('the lookup of an unknown attendee gets UPSTREAM_REJECTED with the message of the service, and null with a pattern for it', async () => {
  const unknowing = await fakeService({ '/api/participant/get': () => ({ code: 0, msg: 'No such attendee' }) });
  const lookUp = async (env: Record<string, string>) => {
    const program = await programOver(unknowing.url, env);
    const { data, errors } = await program.run('{ attendee(by: { mobile: "1" }) { id } }', {}, { key: everyScopeKey });
    await program.close();
    return [data, errors.map(({ extensions }) => (extensions['upstream'] as { message: string }).message)];
  };
  expect(await lookUp({})).toEqual([{ attendee: null }, ['No such attendee']]);
  expect(await lookUp({ EVENT_SERVICE_NOT_FOUND_PATTERN: '(?i)no such attendee' })).toEqual([{ attendee: null }, []]);
});
