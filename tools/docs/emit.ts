/*
 * Writes docs/field-mapping.md, the tables of docs/settings.md, .env.example, and the documented fields in src/service. With --check it
 * writes nothing and fails if a committed file is stale.
 */

import { readFileSync } from 'node:fs';
import { writeGeneratedFiles } from '../generated-files.mjs';
import { envExample, withSettingsTables } from './settings.js';

await writeGeneratedFiles('docs', async () => {
  // They read the interface page when they are loaded.
  const { documentedFieldsFile, documentedFieldsText } = await import('./interface-page.js');
  const { fieldMappingPage } = await import('./field-mapping.js');
  return {
    [documentedFieldsFile]: documentedFieldsText(),
    'docs/field-mapping.md': fieldMappingPage(),
    'docs/settings.md': withSettingsTables(readFileSync('docs/settings.md', 'utf8')),
    '.env.example': envExample(),
  };
});
