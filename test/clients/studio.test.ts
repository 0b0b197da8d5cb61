/*
 * Apollo's Sandbox at studio.apollographql.com sends requests to a program on this machine: from another origin, and from a
 * public network to a private one. These tests have no browser, so they check the headers.
 */

import { readConfig } from '../../src/config/config.js';
import { start, type RunningProgram } from '../../src/program/start.js';
import { createLog } from '../../src/server/telemetry/log.js';
import { closedAfterwards } from '../support/afterwards.js';

const origin = 'https://studio.apollographql.com';
let program: RunningProgram;
beforeAll(async () => {
  const config = readConfig({ PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'silent' });
  program = closedAfterwards(await start(config, createLog(config.log)));
});

test('over the sandbox, a preflight of Studio succeeds, for a private network too', async () => {
  const { status, headers } = await fetch(`${program.url}/graphql`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'apollographql-client-name,content-type',
      'access-control-request-private-network': 'true',
    },
  });
  expect({ status, headers: Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-'))) }).toEqual({
    status: 204,
    headers: {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'apollographql-client-name,content-type',
      'access-control-allow-private-network': 'true',
      'access-control-expose-headers': expect.any(String),
      'access-control-max-age': expect.any(String),
    },
  });
});

test('Studio may read the schema, and every response', async () => {
  const response = await fetch(`${program.url}/graphql`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', 'apollographql-client-name': 'explorer' },
    body: JSON.stringify({ query: '{ __schema { queryType { name } } }' }),
  });
  expect({ allowedOrigin: response.headers.get('access-control-allow-origin'), body: await response.json() }).toEqual({
    allowedOrigin: origin,
    body: { data: { __schema: { queryType: { name: 'Query' } } } },
  });
});
