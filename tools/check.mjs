/*
 * npm run check: runs the scripts of package.json that the arguments name, as many side by side as there are processors. Each runs also
 * after one that failed. Prints the name of each with its output when it ends, and at the end those that failed.
 */

import { exec } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { compileToolsIfStale } from './build.mjs';

const scripts = process.argv.slice(2);
const { scripts: commands } = JSON.parse(readFileSync('package.json', 'utf8'));
// Otherwise each of several scripts would compile them.
if (scripts.some((script) => commands[script]?.includes('tools/run.mjs'))) compileToolsIfStale();

/** Each script is taken once, by the first that is free. */
const waiting = scripts.values();
const failed = new Set();

/** Runs a script. @returns whether it failed, and all that it printed */
const run = (script) =>
  new Promise((resolve) => {
    exec(`npm run --silent ${script} 2>&1`, { maxBuffer: Infinity }, (error, printed) => resolve({ isFailed: error !== null, printed }));
  });

async function runWaiting() {
  for (const script of waiting) {
    const { isFailed, printed } = await run(script);
    console.log(`${script}\n${printed}`.trimEnd());
    if (isFailed) failed.add(script);
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));
if (failed.size > 0) {
  const list = scripts.filter((script) => failed.has(script)).map((script) => `  npm run ${script}`);
  console.error(`\nFailed:\n${list.join('\n')}`);
  process.exitCode = 1;
} else console.log(`\nAll ${scripts.length} checks passed.`);
