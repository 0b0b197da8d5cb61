/*
 * npm run check: runs the scripts of package.json that the arguments name, each also after one that failed. Prints the name of each before it
 * runs, and at the end those that failed.
 */

import { spawnSync } from 'node:child_process';

const scripts = process.argv.slice(2);
const failed = scripts.filter((script) => {
  console.log(script);
  return spawnSync('npm', ['run', '--silent', script], { stdio: 'inherit' }).status !== 0;
});
if (failed.length > 0) {
  console.error(`\nFailed:\n${failed.map((script) => `  npm run ${script}`).join('\n')}`);
  process.exitCode = 1;
} else console.log(`\nAll ${scripts.length} checks passed.`);
