/* What the start of the program connects, and what a start that fails leaves behind. */

import { getDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../../src/config/config.js';
import { start, startError } from '../../src/program/start.js';
import { createLog } from '../../src/server/telemetry/log.js';
import { fakeService } from '../support/fake-service.js';
import { gate } from '../support/gate.js';
import { socketServer } from '../support/http-server.js';
import { programOver } from '../support/program.js';
import { temporaryFile } from '../support/temporary-files.js';

const silent = createLog({ level: 'silent', format: 'json' });

const registration = `mutation { addAttendees(input: { contact: { name: "A", mobile: "13700000001" }, attendees: [{ name: "A", mobile: "13700000001" }], idempotencyKey: "a-key-of-the-callers" }) { replayed registrations { attendeeId } userErrors { code } } }`;

test('connections to an issuer of tokens, to Redis and to a collector give each address of a host half a second', async () => {
  await programOver((await fakeService({})).url);
  expect(getDefaultAutoSelectFamilyAttemptTimeout()).toBe(500);
});

test('a registration of a disconnected client is stored and audited, even if the program is closing when the reply arrives', async () => {
  const { open, opened } = gate();
  const slow = await fakeService({
    '/api/activity/getFields': { code: 1, data: [] },
    '/api/participant/add': () => opened.then(() => ({ code: 1, url: '', ids: [7], sign_code_arr: ['A7'], order_ids: ['o7'] })),
  });
  const env = { STATE_FILE: temporaryFile('state.db') };
  const program = await programOver(slow.url, env);
  const client = new AbortController();
  const disconnected = program.run(registration, {}, { signal: client.signal }).catch((error: unknown) => error);
  while (slow.hitsOf('/participant/add').length === 0) await pause(5);
  client.abort();
  expect(await disconnected).toMatchObject({ name: 'AbortError' });
  const closed = program.close();
  // Beyond the half second for which the connection to the service is waited for.
  await pause(700);
  open();
  await closed;
  const audited = program.lines('Mutation.addAttendees');
  expect(audited).toMatchObject([{ outcome: 'registered' }]);
  const again = await programOver(slow.url, env);
  expect((await again.run(registration)).data?.addAttendees).toMatchObject({ replayed: true, registrations: [{}] });
  expect(slow.hitsOf('/participant/add')).toHaveLength(1);
});

test.each([
  [() => ({ HOST: '192.0.2.1' }), /^Cannot listen: HOST or ADMIN_HOST is not an address of this machine/],
  [(PORT: string) => ({ PORT }), /^Cannot listen: port \d+ is taken. Set PORT to a free one/],
  [(ADMIN_PORT: string) => ({ ADMIN_PORT }), /^Cannot listen: port \d+ is taken. Set ADMIN_PORT to a free one, or to 0 for any\.$/],
])('a start that fails closes what it had opened, and names the setting: %s', async (env, message) => {
  const taken = await socketServer(() => {});
  const config = readConfig({ PORT: '0', ADMIN_PORT: '0', ...env(new URL(taken.url).port) });
  const error: unknown = await start(config, silent).catch((reason: unknown) => reason);
  expect(startError(error, config.server)).toMatchObject({ exitCode: 1, message: expect.stringMatching(message) });
});
