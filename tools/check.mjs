/*
 * npm run check: runs the scripts of package.json that the arguments name, each also after one that failed, and lists at the end those that
 * failed.
 */

import { spawnSync } from 'node:child_process';

const failed = process.argv.slice(2).filter((script) => spawnSync('npm', ['run', '--silent', script], { stdio: 'inherit' }).status !== 0);
if (failed.length > 0) {
  console.error(`\nFailed:\n${failed.map((script) => `  npm run ${script}`).join('\n')}`);
  process.exitCode = 1;
}
