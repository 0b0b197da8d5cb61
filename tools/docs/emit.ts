/* Writes docs/field-mapping.md and the documented fields in src/service. With --check it writes nothing and fails if a committed file is stale. */

import { rows } from '../field-mapping/rows.js';
import { fieldMappingPage } from '../field-mapping/table.js';
import { writeGeneratedFiles } from '../generated-files.js';
import { documentedFieldsFile, documentedFieldsText } from './interface-page.js';

writeGeneratedFiles('docs', documentsOrExit());

/** The texts by file. A row or a title that is missing is reported without a stack, because its message names the file to change. */
function documentsOrExit(): Readonly<Record<string, string>> {
  try {
    return { [documentedFieldsFile]: documentedFieldsText(), 'docs/field-mapping.md': fieldMappingPage(rows) };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
