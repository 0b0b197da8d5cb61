import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromGraphQLCodegenPersistedDocuments, generatePersistedQueryManifest } from '@apollo/generate-persisted-query-manifest';
import { parse, print, separateOperations } from 'graphql';

/**
 * Returns the manifest of the example app: the text of every operation in `operations.graphql` as Apollo Client sends it, and its id.
 * The tool of Apollo reads one operation for each file, so it gets them separated, each with the fragments that it uses.
 */
export async function appManifest(operations = 'examples/app/src/operations.graphql'): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'app-manifest-'));
  try {
    const separated = Object.entries(separateOperations(parse(readFileSync(operations, 'utf8'))));
    const file = join(folder, 'operations.json');
    writeFileSync(file, JSON.stringify(Object.fromEntries(separated.map(([name, document]) => [name, print(document)]))));
    const manifest = await generatePersistedQueryManifest({ documents: fromGraphQLCodegenPersistedDocuments(file) }, undefined);
    return `${JSON.stringify(manifest, null, 2)}\n`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
