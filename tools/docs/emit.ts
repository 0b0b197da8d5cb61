/*
 * Writes docs/field-mapping.md, the tables of docs/settings.md, .env.example, and the documented fields in src/service. With --check it
 * writes nothing and fails if a committed file is stale.
 */

import { readFileSync } from 'node:fs';
import { writeGeneratedFiles } from '../generated-files.mjs';
import { fieldMappingPage } from './field-mapping.js';
import { documentedFieldsFile, documentedFieldsText } from './interface-page.js';
import { envExample, withSettingsTables } from './settings.js';

writeGeneratedFiles('docs', documentsOrExit());

/** The texts by file. A row or a title that is missing is reported without a stack, because its message names the file to change. */
function documentsOrExit(): Readonly<Record<string, string>> {
  try {
    return {
      [documentedFieldsFile]: documentedFieldsText(),
      'docs/field-mapping.md': fieldMappingPage(),
      'docs/settings.md': withSettingsTables(readFileSync('docs/settings.md', 'utf8')),
      '.env.example': envExample(),
    };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
