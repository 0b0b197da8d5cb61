/* How a server starts, listens and ends. */

import { socketServer } from '../support/http-server.js';
import { openSocket } from '../support/sockets.js';
import { until } from '../support/until.js';
import { call, post, startToyServer } from './toy-server.js';

test('both ports serve health; the admin port serves no operations', async () => {
  const server = await startToyServer();
  for (const url of [server.url, server.adminUrl]) {
    for (const path of ['/healthz', '/readyz']) {
      const { status, text, headers } = await call(url + path);
      expect({ status, contentType: headers.get('content-type') }).toEqual({ status: 200, contentType: 'text/plain; charset=utf-8' });
      expect(text).toMatch(/^(ok|ready)\n$/);
    }
  }
  expect((await call(`${server.adminUrl}/graphql?query={hello}`)).status).toBe(404);
  expect((await call(`${server.url}/healthz`, { method: 'POST' })).status).toBe(405);
});

test('a second close returns the promise of the first', async () => {
  const server = await startToyServer();
  expect(server.close()).toBe(server.close());
});

test('for the shutdown delay a server that ends is not ready, but still responds, and each response ends its connection', async () => {
  const server = await startToyServer({ shutdownDelayMs: 500 });
  const responseOf = async (path: string, accept = '*/*') => {
    const { status, headers } = await fetch(server.url + path, { headers: { accept } });
    return [status, headers.get('connection')];
  };
  const operation = '/graphql?query={hello}';
  const responses = () => Promise.all([responseOf('/readyz'), responseOf(operation), responseOf(operation, 'text/event-stream')]);
  expect(await responses()).toEqual([200, 200, 200].map((status) => [status, 'keep-alive']));
  const closed = server.close();
  expect(await responses()).toEqual([503, 200, 200].map((status) => [status, 'close']));
  await closed;
  await expect(fetch(server.url)).rejects.toThrow();
});

test('closing does not wait for idle connections, nor for those that never asked anything', async () => {
  // The grace is longer than this test may take.
  const server = await startToyServer({ shutdownGraceMs: 600_000 });
  await post(server, { query: '{ hello }' });
  const silent = await openSocket(server.url);
  await expect(server.close()).resolves.toBeUndefined();
  silent.destroy();
});

test('a start with a port that is taken fails, and nothing is left listening', async () => {
  const taken = await socketServer(() => {});
  const port = Number(new URL(taken.url).port);
  const listening = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap').length;
  const before = listening();
  await expect(startToyServer({ port })).rejects.toThrow('EADDRINUSE');
  await expect(startToyServer({ admin: { host: '127.0.0.1', port } })).rejects.toThrow('EADDRINUSE');
  await until(() => listening() <= before);
});

test('a start that fails when both ports listen leaves neither of them listening', async () => {
  const urls: string[] = [];
  const onListening = ({ url, adminUrl }: { readonly url: string; readonly adminUrl: string }) => {
    urls.push(url, adminUrl);
    return Promise.reject(new Error('The parent has ended.'));
  };
  await expect(startToyServer({}, { onListening })).rejects.toThrow('The parent has ended.');
  expect(urls).toHaveLength(2);
  for (const url of urls) await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
});

test('the URL contains an IPv6 address in brackets', async () => {
  const server = await startToyServer({ host: '::1' });
  expect(server.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect((await post(server, { query: '{ hello }' })).status).toBe(200);
});

// 127.0.0.2 stands for the address by which other machines reach this one.
test.each([
  [{}, false],
  [{ host: '0.0.0.0' }, true],
])('a server with %j accepts connections at 127.0.0.1; at another address: %j', async (settings, expected) => {
  const { url } = await startToyServer(settings);
  const accepts = (host: string) =>
    fetch(`http://${host}:${new URL(url).port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  expect([await accepts('127.0.0.1'), await accepts('127.0.0.2')]).toEqual([true, expected]);
});
