/* The example operations of schema/operations: each works over the sandbox, within the default limits. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, TypeInfo, visit, visitWithTypeInfo, type GraphQLObjectType } from 'graphql';
import { readConfig } from '../../src/config/config.js';
import { CheckInFeeds } from '../../src/domain/check-ins.js';
import { sandboxNotFoundPattern, startSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { LocalChannels } from '../../src/storage/channels.js';
import { closedAfterwards } from '../support/afterwards.js';
import { graphOver, type GraphUnderTest } from '../support/graph.js';
import { measuringWithin } from '../support/measured.js';

const folder = join(__dirname, '../../schema/operations');
const files = readdirSync(folder).filter((name) => name.endsWith('.graphql'));

let sandbox: Sandbox;
let graph: GraphUnderTest;
let checkInFeeds: CheckInFeeds;

beforeAll(async () => {
  sandbox = closedAfterwards(await startSandbox());
  checkInFeeds = new CheckInFeeds({ channels: new LocalChannels(), attendeeAt: ['participant'], newId: () => 'id', now: Date.now });
  graph = await graphOver(sandbox.url, { notFoundPattern: new RegExp(sandboxNotFoundPattern), checkInFeeds });
});

test('each query, mutation and subscription has an example', () => {
  const types = new TypeInfo(graph.schema);
  const used = new Set<string>();
  const addField = () => void used.add(`${types.getParentType()?.name}.${types.getFieldDef()?.name}`);
  for (const file of files) visit(parse(read(file)), visitWithTypeInfo(types, { Field: addField }));
  const fields = ['Query', 'Mutation', 'Subscription'].flatMap((name) =>
    Object.keys((graph.schema.getType(name) as GraphQLObjectType).getFields()).map((field) => `${name}.${field}`),
  );
  expect(fields.filter((field) => !used.has(field))).toEqual([]);
});

test.each(files)('%s begins with a comment that is a sentence, and has one named operation', (file) => {
  const text = read(file);
  expect(text).toMatch(/^# [A-Z].*[.]\n(query|mutation|subscription) [A-Z]/);
  const operations = parse(text).definitions.filter((definition) => definition.kind === 'OperationDefinition');
  expect(operations).toHaveLength(1);
});

test.each(files)('%s is within the default limits of the program', (file) => {
  expect(measuringWithin(readConfig({}).limits, graph.schema)(read(file)).cost).toBeGreaterThan(0);
});

function read(file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}
