/*
 * Writes the files for clients: the schema without the directives of federation, the type policies for Apollo Client, the types and
 * typed documents of the operations in examples/app, schema/operations and examples/operations, and the manifest of trusted documents
 * of examples/app. With --check it writes nothing and fails if a committed file is stale.
 */

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { codegen } from '@graphql-codegen/core';
import * as typedDocuments from '@graphql-codegen/typed-document-node';
import * as operationTypes from '@graphql-codegen/typescript-operations';
import { parse, printSchema, Source } from 'graphql';
import { scalars } from '../../client/src/scalars.js';
import { writeGeneratedFiles } from '../generated-files.js';
import { appManifest } from './app-manifest.js';
import { clientSchema, committedClientSchema, typePoliciesOf } from './client-schema.js';

const header = 'Generated from the schema and the operations by `npm run types`; do not edit.';

/** Fields for routers, which clients do not select. */
const forRouters = /\b(_entities|_service)\b/;

const schemaAst = committedClientSchema();
/** The schema with the operations that the example file binds. */
const schemaWithOperations = clientSchema(
  execFileSync(process.execPath, ['bin/event-graph.mjs', 'schema', '--operations', 'examples/operations.json'], { encoding: 'utf8' }),
);

writeGeneratedFiles('types', {
  'schema/event-graph.client.graphql': `# ${header}\n\n${printSchema(schemaAst)}\n`,
  'client/src/policies.generated.ts': `/* The type policies for Apollo Client, and the types of each interface. ${header} */\n${typePoliciesOf(schemaAst)}`,
  'examples/app/src/operations.generated.ts': `// ${header}\n${await typesOf('examples/app/src', schemaWithOperations)}`,
  'examples/app/persisted-query-manifest.json': await appManifest(),
  'examples/types/operations.generated.ts': `// ${header}\n${await typesOf('schema/operations')}`,
  'examples/types/bound-operations.generated.ts': `// ${header}\n${await typesOf('examples/operations', schemaWithOperations)}`,
});

async function typesOf(folder: string, schema = schemaAst): Promise<string> {
  const documents = readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .toSorted()
    .map((name) => ({ location: name, text: readFileSync(`${folder}/${name}`, 'utf8') }))
    .filter(({ text }) => !forRouters.test(text))
    .map(({ location, text }) => ({ location, document: parse(new Source(text, `${folder}/${location}`)) }));
  return codegen({
    filename: 'operations.generated.ts',
    schema: parse('type Query { unused: Int }'),
    schemaAst: schema,
    documents,
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
