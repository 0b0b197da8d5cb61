import { readServiceConfig } from '../../src/config/config.js';
import { createProbe } from '../../src/doctor/probe.js';
import type { ActivityId } from '../../src/records/ids.js';
import { sandboxKeys } from '../../src/sandbox/sandbox.js';
import { getFormFields } from '../../src/service/endpoints.js';
import { afterwards } from '../support/afterwards.js';
import { httpServer } from '../support/http-server.js';

test('the reply of an attempt can be read after later attempts', async () => {
  let nth = 0;
  const server = await httpServer((_incoming, response) => response.end(`{"code":1,"data":[],"nth":${nth++}}`));
  const config = readServiceConfig({
    EVENT_SERVICE_URL: server.url,
    EVENT_SERVICE_PUBLIC_KEY: sandboxKeys.publicKey,
    EVENT_SERVICE_PRIVATE_KEY: sandboxKeys.privateKey,
    EVENT_SERVICE_ACTIVITY_IDS: '1001',
    EVENT_SERVICE_ALLOW_HTTP: 'true',
  });
  const probe = createProbe(config.live!, config.service, () => 'f'.repeat(32));
  afterwards(() => probe.close());
  const attempts = [];
  for (let count = 0; count < 3; count += 1) attempts.push(await probe.attempt(getFormFields, 1001 as ActivityId, undefined));
  expect(attempts.map(({ reply }) => JSON.parse(String(reply!.body)).nth)).toEqual([0, 1, 2]);
});
