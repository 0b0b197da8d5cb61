/*
 * Writes docs/field-mapping.md, the lists of lists.ts in other documents, and the documented fields in src/endpoint. With --check it writes
 * nothing and fails if a committed file is stale.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { rows } from '../field-mapping/rows.js';
import { fieldMappingTable } from '../field-mapping/table.js';
import { documentedFieldsFile, documentedFieldsText } from './documented-fields.js';
import { lists, withLists } from './lists.js';

const textOf = (file: string): string | null => (existsSync(file) ? readFileSync(file, 'utf8') : null);

for (const [file, text] of documentsOrExit()) {
  if (textOf(file) === text) continue;
  if (process.argv.includes('--check')) {
    console.error(`${file} is stale: run \`npm run docs\` and commit it.`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, text);
    console.log(`wrote ${file}`);
  }
}

/** The files with their text. A row, a title or a list that is missing is reported without a stack, because its message names the file to change. */
function documentsOrExit(): ReadonlyMap<string, string> {
  try {
    const files = new Set(lists.map(({ file }) => file));
    return new Map([
      [documentedFieldsFile, documentedFieldsText()],
      ['docs/field-mapping.md', fieldMappingTable(rows)],
      ...[...files].map((file) => [file, withLists(file, textOf(file) ?? '')] as const),
    ]);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
