/*
 * Writes what the build of the example app generates from its operations: their types and typed documents by GraphQL Code Generator, and
 * the manifest of trusted documents by the tool of Apollo.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromGraphQLCodegenPersistedDocuments, generatePersistedQueryManifest } from '@apollo/generate-persisted-query-manifest';
import { codegen } from '@graphql-codegen/core';
import * as typedDocuments from '@graphql-codegen/typed-document-node';
import * as operationTypes from '@graphql-codegen/typescript-operations';
import { buildSchema, parse, print, separateOperations } from 'graphql';
import { scalars } from '../client/src/scalars.js';
import { schemaCommand } from '../src/program/schema-command.js';
import { writeGeneratedFiles } from './generated-files.mjs';

const app = 'examples/app';
const schema = buildSchema(schemaCommand(['--client', '--operations', 'examples/operations.json']).stdout);
const operations = parse(readFileSync(`${app}/src/operations.graphql`, 'utf8'));

await writeGeneratedFiles('demo:app', async () => ({
  [`${app}/src/operations.generated.ts`]: await typedOperations(),
  [`${app}/persisted-query-manifest.json`]: await manifest(),
}));

function typedOperations(): Promise<string> {
  return codegen({
    filename: 'operations.generated.ts',
    schema: parse('type Query { unused: Int }'),
    schemaAst: schema,
    documents: [{ location: 'operations.graphql', document: operations }],
    config: {
      scalars,
      enumType: 'string-literal',
      useTypeImports: true,
      skipTypename: true,
      defaultScalarType: 'unknown',
      documentMode: 'documentNode',
    },
    plugins: [{ operations: {} }, { documents: {} }],
    pluginMap: { operations: operationTypes, documents: typedDocuments },
  });
}

/**
 * Returns the manifest: the text of every operation as Apollo Client sends it, and its id. The tool of Apollo reads one operation for each
 * file, so it gets them separated, each with the fragments that it uses.
 */
async function manifest(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'app-manifest-'));
  try {
    const separated = Object.entries(separateOperations(operations));
    const file = join(folder, 'operations.json');
    writeFileSync(file, JSON.stringify(Object.fromEntries(separated.map(([name, document]) => [name, print(document)]))));
    const generated = await generatePersistedQueryManifest({ documents: fromGraphQLCodegenPersistedDocuments(file) }, undefined);
    return `${JSON.stringify(generated, null, 2)}\n`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
