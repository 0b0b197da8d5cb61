/* The sandbox as a process of its own. */

import { compiledProgram } from '../support/child-program.js';
import { startCommand } from '../support/command.js';

test('blank settings count as not set: the sandbox listens on the loopback address only', async () => {
  const env = { HOST: '', PORT: ' 0 ', SANDBOX_LIVE: ' ', SANDBOX_SEED: '' };
  const { output } = await startCommand([compiledProgram('sandbox')], /\n/, { env });
  expect(output()).toMatch(/^Event service sandbox at http:\/\/127\.0\.0\.1:\d+\n/);
}, 120_000);
