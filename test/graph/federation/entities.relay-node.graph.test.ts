/* `Query.node` of Relay, which RELAY_NODE adds. Its rights: test/access; a bound operation beside it: test/bound-operations. */

import { type GraphQLInterfaceType } from 'graphql';
import { createSubgraph } from '../../../src/graph/schema/schema.js';
import { countedSandbox, type CountedSandbox } from '../../support/counted-sandbox.js';
import { references } from '../../support/field-arguments.js';
import { schemaWith } from '../../support/schemas.js';

test('every entity implements Node, and without the setting nothing does', () => {
  const schema = schemaWith({ relayNode: true });
  const nodes = schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType).map(({ name }) => name);
  expect(nodes.toSorted()).toEqual(Object.keys(references).toSorted());
  expect(createSubgraph({ maxPageSize: 100, authDirectives: true }).sdl).not.toContain('Node');
});

describe.each([null, 'Event'])('with the type prefix %s', (typePrefix) => {
  const prefix = typePrefix ?? '';
  let sandbox: CountedSandbox;
  beforeAll(async () => (sandbox = await countedSandbox({ schema: { relayNode: true, typePrefix } })));
  afterEach(() => sandbox.assertNoDefects());

  test.each(Object.entries(references))('a record of the type %s is found by its id', async (typeName, id) => {
    const { data, errors } = await sandbox.cost(`{ node(id: "${id}") { __typename id } }`);
    expect({ data, errors }).toEqual({ data: { node: { __typename: `${prefix}${typeName}`, id } }, errors: [] });
  });

  test.each(['attendee:1001:1', 'article:1001:1', 'attendee:9999:1', '9999'])('an unknown record is null: %s', async (id) => {
    const { data, errors } = await sandbox.cost(`{ node(id: "${id}") { id } }`);
    expect({ data, errors }).toEqual({ data: { node: null }, errors: [] });
  });
});
