import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { certificateFor, expiredCertificateFor, type Certificate } from '../support/certificate.js';
import { startChild } from '../support/child-program.js';
import { httpServer, socketServer } from '../support/http-server.js';

const reply: RequestListener = (request, response) => {
  request.resume();
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ code: 1, msg: '', data: [] }));
};

/** Runs the program as a process over a service, sends one query, and returns the response and the output. */
async function ask(serviceUrl: string, env: Record<string, string>) {
  const program = await startChild({
    EVENT_SERVICE_URL: serviceUrl,
    EVENT_SERVICE_PUBLIC_KEY: 'public',
    EVENT_SERVICE_PRIVATE_KEY: 'private',
    EVENT_SERVICE_ACTIVITY_IDS: '1001',
    EVENT_SERVICE_RETRIES: '0',
    AUTH_DISABLED: 'true',
    STATE_FILE: ':memory:',
    ...env,
  });
  try {
    const response = await fetch(`${program.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ activity { tickets { id } } }' }),
    });
    const { data } = (await response.json()) as { data: unknown };
    const ended = new Promise((resolve) => program.process.once('exit', resolve));
    program.process.kill('SIGTERM');
    await ended;
    return { data, output: program.output() };
  } finally {
    program.process.kill('SIGKILL');
  }
}

const works = { activity: { tickets: [] } };

test('a proxy in HTTP_PROXY, HTTPS_PROXY and ALL_PROXY is not used: calls go to the service itself', async () => {
  const service = await httpServer(reply);
  const proxy = await socketServer((socket) => socket.destroy());
  const variables = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [name, name.toLowerCase()]);
  try {
    const { data } = await ask(service.url, Object.fromEntries(variables.map((name) => [name, proxy.url])));
    expect(data).toEqual(works);
    expect(service.sockets).toHaveLength(1);
    expect(proxy.sockets).toEqual([]);
  } finally {
    await proxy.close();
    await service.close();
  }
});

/** Asks over a service with a certificate. `trusted`: NODE_EXTRA_CA_CERTS names it. */
async function askOverTls(certificate: Certificate, trusted: boolean) {
  const server = createServer(certificate, reply);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  try {
    const url = `https://localhost:${(server.address() as AddressInfo).port}`;
    return await ask(url, trusted ? { NODE_EXTRA_CA_CERTS: certificate.file } : {});
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

test('a certificate of an unknown authority is refused, and accepted once NODE_EXTRA_CA_CERTS names the authority', async () => {
  const certificate = certificateFor('localhost');
  const refused = await askOverTls(certificate, false);
  expect(refused.data).not.toEqual(works);
  expect(refused.output).toMatch(/"cause":"DEPTH_ZERO_SELF_SIGNED_CERT".*NODE_EXTRA_CA_CERTS/);
  expect((await askOverTls(certificate, true)).data).toEqual(works);
});

test('an expired certificate is refused although its authority is trusted, and the log has the cause', async () => {
  const { data, output } = await askOverTls(expiredCertificateFor('localhost'), true);
  expect(data).not.toEqual(works);
  expect(output).toMatch(/"cause":"CERT_HAS_EXPIRED".*Check the certificate/);
});
