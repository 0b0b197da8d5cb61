/*
 * Writes docs/field-mapping.md, the lists of lists.ts in other documents, and the documented fields in src/service. With --check it writes
 * nothing and fails if a committed file is stale.
 */

import { readFileSync } from 'node:fs';
import { rows } from '../field-mapping/rows.js';
import { fieldMappingTable } from '../field-mapping/table.js';
import { writeGeneratedFiles } from '../generated-files.js';
import { documentedFieldsFile, documentedFieldsText } from './documented-fields.js';
import { lists, withLists } from './lists.js';

writeGeneratedFiles('docs', documentsOrExit());

/** The texts by file. A row, a title or a list that is missing is reported without a stack, because its message names the file to change. */
function documentsOrExit(): Readonly<Record<string, string>> {
  try {
    const files = new Set(lists.map(({ file }) => file));
    return {
      [documentedFieldsFile]: documentedFieldsText(),
      'docs/field-mapping.md': fieldMappingTable(rows),
      ...Object.fromEntries([...files].map((file) => [file, withLists(file, readFileSync(file, 'utf8'))])),
    };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
