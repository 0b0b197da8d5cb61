/* The program with the heap that docs/operating.md plans for a process, while connections try to fill it with little input. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { post } from '../server/toy-server.js';
import { compiledProgram, liveEnv, startChild } from '../support/child-program.js';
import { httpServer } from '../support/http-server.js';
import { apiKey } from '../support/program.js';

beforeAll(() => void compiledProgram(), 120_000);

test('fifty connections that send what takes many times its size leave a heap of 384 MB alive and health served', async () => {
  const service = await httpServer((_request, response) => setTimeout(() => response.end('{"code":1,"msg":"","data":[]}'), 3000));
  const key = 'key-of-the-abuser-00000000000000';
  const program = await startChild(
    {
      ...liveEnv(service.url),
      CHECK_IN_HOOK_SECRETS: key,
      AUTH_API_KEYS: apiKey('abuser', key, 'content:read'),
      CACHE_TTL: 'off',
    },
    { nodeOptions: ['--max-old-space-size=384'] },
  );
  const clients = spawn(process.execPath, ['test/abuse/memory-abusers.mjs', program.url, key], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(clients, 'exit');
  const health: number[] = [];
  while (clients.exitCode === null && program.process.exitCode === null) {
    health.push(await fetch(`${program.url}/healthz`).then(({ status }) => status));
    await pause(100);
  }
  expect({ clients: (await ended)[0] as unknown, exitCode: program.process.exitCode }).toEqual({ clients: 0, exitCode: null });
  expect(new Set(health)).toEqual(new Set([200]));
  const { body } = await post(program, { query: '{ activity { tickets { name } } }' }, { 'x-api-key': key });
  expect(body).toEqual({ data: { activity: { tickets: [] } } });
});
