/* The sandbox as a process of its own. */

import { execFileSync } from 'node:child_process';
import { compiledProgram } from '../support/child-program.js';
import { startCommand } from '../support/command.js';

test('blank settings count as not set: the sandbox listens on the loopback address only; the curl command that it prints works', async () => {
  const env = { HOST: '', PORT: ' 0 ', SANDBOX_LIVE: ' ', SANDBOX_SEED: '' };
  const { output, found } = await startCommand([compiledProgram('sandbox')], /\nTry it:\n\n(.*"\n)/s, { env });
  expect(output()).toMatch(/^Event service sandbox at http:\/\/127\.0\.0\.1:\d+\n/);
  const reply: unknown = JSON.parse(execFileSync('sh', ['-c', found[1]!], { encoding: 'utf8' }));
  expect(reply).toMatchObject({ code: 1, data: [{ id: 700001 }, { id: 700002 }, { id: 700003 }] });
}, 120_000);

test.each(['abc', '65536'])('PORT=%s is no port, which the program says', async (PORT) => {
  const { ended } = await startCommand([compiledProgram('sandbox')], /^PORT is no port/, { env: { PORT } });
  expect(await ended).toBe(1);
});
