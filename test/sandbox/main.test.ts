/* The sandbox as a process of its own. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { compiledProgram } from '../support/child-program.js';

test('blank settings count as not set: the sandbox listens on the loopback address only', async () => {
  const child = spawn(process.execPath, [compiledProgram('sandbox')], {
    env: { PATH: process.env.PATH, HOST: '', PORT: ' 0 ', SANDBOX_LIVE: ' ', SANDBOX_SEED: '' },
  });
  const [first] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill();
  await once(child, 'close');
  expect(first.toString()).toMatch(/^Event service sandbox at http:\/\/127\.0\.0\.1:\d+\n/);
}, 120_000);
