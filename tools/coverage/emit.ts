/* Writes docs/coverage.md. With --check it writes nothing and fails if the committed page differs from the rows. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { rows } from './rows.js';
import { coverageTable } from './table.js';

const file = 'docs/coverage.md';
const table = tableOrExit();
const current = existsSync(file) && readFileSync(file, 'utf8') === table;

if (process.argv.includes('--check')) {
  if (!current) {
    console.error(`${file} is stale: run \`npm run docs\` and commit it.`);
    process.exitCode = 1;
  }
} else if (!current) {
  writeFileSync(file, table);
  console.log(`wrote ${file}`);
}

/** The table. A row or a title that is missing is reported without a stack, because its message names the file to change. */
function tableOrExit(): string {
  try {
    return coverageTable(rows);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
