import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterwards } from '../support/afterwards.js';
import { certificateFor } from '../support/certificate.js';
import { startChild } from '../support/child-program.js';
import { socketServer } from '../support/http-server.js';

const certificate = certificateFor('localhost');
const reply: RequestListener = (request, response) => {
  request.resume();
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ code: 1, msg: '', data: [] }));
};

/** Runs the program as a process over a service with a certificate of its own, sends one query, and returns the data and the output. */
async function ask(env: Record<string, string>) {
  const server = createServer(certificate, reply);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  afterwards(() => server.close());
  const program = await startChild({
    EVENT_SERVICE_URL: `https://localhost:${(server.address() as AddressInfo).port}`,
    EVENT_SERVICE_PUBLIC_KEY: 'public',
    EVENT_SERVICE_PRIVATE_KEY: 'private',
    EVENT_SERVICE_ACTIVITY_IDS: '1001',
    EVENT_SERVICE_RETRIES: '0',
    AUTH_DISABLED: 'true',
    STATE_FILE: ':memory:',
    ...env,
  });
  const response = await fetch(`${program.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ activity { tickets { id } } }' }),
  });
  const { data } = (await response.json()) as { data: unknown };
  // At its end it writes the lines of its log that wait.
  program.process.kill('SIGTERM');
  await once(program.process, 'close');
  server.closeAllConnections();
  return { data, output: program.output() };
}

test('a certificate of an unknown authority is refused, and the log names the cause and NODE_EXTRA_CA_CERTS', async () => {
  const { data, output } = await ask({});
  expect(data).toEqual({ activity: { tickets: null } });
  expect(output).toMatch(/"cause":"DEPTH_ZERO_SELF_SIGNED_CERT".*NODE_EXTRA_CA_CERTS/);
});

test('once NODE_EXTRA_CA_CERTS names it, it is accepted; a proxy in HTTP_PROXY, HTTPS_PROXY and ALL_PROXY is not used', async () => {
  const proxy = await socketServer((socket) => socket.destroy());
  const variables = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [name, name.toLowerCase()]);
  const env = Object.fromEntries(variables.map((name) => [name, proxy.url]));
  expect((await ask({ NODE_EXTRA_CA_CERTS: certificate.file, ...env })).data).toEqual({ activity: { tickets: [] } });
  expect(proxy.sockets).toEqual([]);
});
