/* The command event-graph. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';

test('a command whose reader closes the pipe first ends without an error', async () => {
  const child = spawn(process.execPath, ['bin/event-graph.mjs', '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let problems = '';
  child.stderr.on('data', (chunk: Buffer) => (problems += chunk.toString()));
  await once(child, 'close');
  expect({ code: child.exitCode, problems }).toEqual({ code: 0, problems: '' });
});
