/* The example operations of schema/operations. That each works: server/explorer/example-operations.program.test.ts. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, TypeInfo, visit, visitWithTypeInfo, type GraphQLObjectType } from 'graphql';
import { schemaWith } from '../support/schemas.js';

const folder = join(__dirname, '../../schema/operations');
const texts = readdirSync(folder)
  .filter((name) => name.endsWith('.graphql'))
  .map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const);
const schema = schemaWith();

test('each query, mutation and subscription has an example', () => {
  const types = new TypeInfo(schema);
  const used = new Set<string>();
  const addField = () => void used.add(`${types.getParentType()?.name}.${types.getFieldDef()?.name}`);
  for (const [, text] of texts) visit(parse(text), visitWithTypeInfo(types, { Field: addField }));
  const fields = ['Query', 'Mutation', 'Subscription'].flatMap((name) =>
    Object.keys((schema.getType(name) as GraphQLObjectType).getFields()).map((field) => `${name}.${field}`),
  );
  expect(fields.filter((field) => !used.has(field))).toEqual([]);
});

test.each(texts)('%s begins with a comment that is a sentence, and has one named operation', (_file, text) => {
  expect(text).toMatch(/^# [A-Z].*[.]\n(query|mutation|subscription) [A-Z]/);
  const operations = parse(text).definitions.filter((definition) => definition.kind === 'OperationDefinition');
  expect(operations).toHaveLength(1);
});
