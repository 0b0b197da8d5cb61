/* A service with a certificate of its own, and proxies in the environment. */

import type { RequestListener } from 'node:http';
import { certificateFor } from '../support/certificate.js';
import { liveEnv, startChild } from '../support/child-program.js';
import { httpServer, socketServer } from '../support/http-server.js';
import { programOver } from '../support/program.js';

const certificate = certificateFor('localhost');
const query = '{ activity { tickets { id } } }';

/** Starts a service with the certificate. @returns its address */
async function secureService(): Promise<string> {
  const replies: RequestListener = (request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ code: 1, msg: '', data: [] }));
  };
  return (await httpServer(replies, certificate)).url;
}

test('a certificate of an unknown authority is refused, and the log names the cause and NODE_EXTRA_CA_CERTS', async () => {
  const program = await programOver(await secureService(), { EVENT_SERVICE_RETRIES: '0' });
  expect((await program.run(query)).data).toEqual({ activity: { tickets: null } });
  expect(program.logs()).toMatch(/"cause":"DEPTH_ZERO_SELF_SIGNED_CERT".*NODE_EXTRA_CA_CERTS/);
});

test('a certificate whose authority NODE_EXTRA_CA_CERTS names is accepted; a proxy in HTTP_PROXY, HTTPS_PROXY and ALL_PROXY is not used', async () => {
  const proxy = await socketServer((socket) => socket.destroy());
  const variables = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [name, name.toLowerCase()]);
  const program = await startChild({
    ...liveEnv(await secureService()),
    AUTH_DISABLED: 'true',
    NODE_EXTRA_CA_CERTS: certificate.file,
    ...Object.fromEntries(variables.map((name) => [name, proxy.url])),
  });
  const response = await fetch(`${program.url}/graphql?query=${encodeURIComponent(query)}`);
  expect(await response.json()).toMatchObject({ data: { activity: { tickets: [] } } });
  expect(proxy.sockets).toEqual([]);
});
