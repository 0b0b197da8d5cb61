/* The demonstrations as they are started by npm run, over the modules that are compiled for the package. */

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { startCommand } from '../support/command.js';
import { pack } from './installed.js';

jest.setTimeout(120_000);

beforeAll(() => void pack('event-graph'));

test.each([
  [
    'examples/federation/demo.mjs',
    { badges: expect.any(Array), activity: { id: '1001', badges: [{ title: 'Badge no. 1', attendee: { name: '王伟' } }] } },
  ],
  [
    'examples/stitching/demo.mjs',
    {
      badges: expect.any(Array),
      activity: { id: '1001', attendees: { nodes: expect.arrayContaining([expect.objectContaining({ name: '王伟' })]) } },
    },
  ],
])('%s prints one line with its address and what to ask it, and ends on SIGINT', async (demo, data) => {
  const running = await startCommand([demo], /\n/, { env: { PORT: '0' } });
  const printed = running.output();
  expect(printed.trim().split('\n')).toHaveLength(1);
  const command = /curl .*/.exec(printed)![0];
  expect(JSON.parse(execFileSync('sh', ['-c', command], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))).toEqual({ data });
  const page = await fetch(/: (http\S+)/.exec(printed)![1]!);
  expect(await page.text()).toContain('GraphiQL');
  expect(await running.end('SIGINT')).toBe(0);
});

test('the app prints its address, is over an event that changes while it is shown, and ends on SIGINT', async () => {
  const running = await startCommand(['examples/app/serve.mjs'], /The app is at (\S+),.*\n/, { env: { PORT: '0' } });
  const page = await fetch(running.found[1]!);
  expect({ status: page.status, text: await page.text() }).toEqual({ status: 200, text: expect.stringContaining('<title>') });
  // A client that aborts a request ends nothing.
  const { hostname, port, href } = new URL(page.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write('POST /sign-in HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{');
  await fetch(href);
  socket.resetAndDestroy();
  await once(socket, 'close');
  for (let time = 0; time < 5; time += 1) expect((await fetch(href)).status).toBe(200);
  expect(await running.end('SIGINT')).toBe(0);
});
