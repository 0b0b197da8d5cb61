/*
 * Runs GraphQL Code Generator's client preset as its command does, with persistedDocuments and __typename. It is a process of its own,
 * because its packages are ES modules, which the tests cannot load. Arguments: the schema, the file of operations, the folder to write to.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { addTypenameSelectionDocumentTransform, preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildSchema, parse } from 'graphql';

const [schema, operations, folder] = process.argv.slice(2);
const rawSDL = readFileSync(operations, 'utf8');
const schemaText = readFileSync(schema, 'utf8');
const outputs = await preset.buildGeneratesSection({
  baseOutputDir: `${folder}/`,
  presetConfig: { persistedDocuments: true },
  schema: parse(schemaText),
  schemaAst: buildSchema(schemaText),
  documents: [{ location: operations, document: parse(rawSDL), rawSDL }],
  config: {},
  plugins: [],
  pluginMap: {},
  documentTransforms: [{ transformObject: addTypenameSelectionDocumentTransform }],
});
for (const output of outputs) writeFileSync(join(folder, basename(output.filename)), await codegen(output));
