/* `Query.node` of Relay, which RELAY_NODE adds. Its rights: ../access; a bound operation beside it: ../bound. */

import { execute, parse, type GraphQLInterfaceType } from 'graphql';
import { createSubgraph } from '../../../src/graph/schema/schema.js';
import type { Scope } from '../../../src/records/caller.js';
import { countedSandbox, type CountedSandbox } from '../../support/counted-sandbox.js';
import { measuring } from '../../support/measured.js';
import { references } from '../access/paths.js';

test('every entity implements Node, and without the setting nothing does', () => {
  const options = { maxPageSize: 100, authDirectives: true };
  const { schema } = createSubgraph({ ...options, relayNode: true });
  const nodes = schema.getPossibleTypes(schema.getType('Node') as GraphQLInterfaceType).map(({ name }) => name);
  expect(nodes.toSorted()).toEqual(Object.keys(references).toSorted());
  expect(createSubgraph(options).sdl).not.toContain('Node');
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

  test.each(['what', 'visitor:1001:1', '700001x', ''])('an id of another form is refused without a call: "%s"', async (id) => {
    const { errors, calls } = await sandbox.cost(`{ node(id: "${id}") { id } }`);
    expect({ errors: errors.map(({ extensions }) => extensions), calls }).toEqual({
      errors: [{ code: 'BAD_USER_INPUT', argument: 'id' }],
      calls: {},
    });
  });

  test.each<[typeName: keyof typeof references, required: Scope, held: Scope]>([
    ['Attendee', 'attendees:read', 'content:read'],
    ['Article', 'content:read', 'attendees:read'],
  ])('a record of the type %s is denied without the scope %s, before it is read', async (typeName, required, held) => {
    const { errors, calls } = await sandbox.cost(`{ node(id: "${references[typeName]}") { id } }`, {}, { scopes: [held] });
    expect({ extensions: errors[0]!.extensions, calls }).toEqual({
      extensions: { code: 'FORBIDDEN', requiredScopes: [required] },
      calls: {},
    });
  });

  test('an attendee and the others of an operation are read with one call', async () => {
    const query = '{ node(id: "attendee:1001:700001") { id } attendeesByIds(ids: ["700002", "700003"]) { name } }';
    const { errors, calls } = await sandbox.cost(query);
    expect({ errors, calls, plannedCalls: measuring(sandbox.graph.schema)(query).upstreamCalls }).toEqual({
      errors: [],
      calls: { 'participant/getList': 1 },
      plannedCalls: 1,
    });
  });

  test('a record of content is read from the list that contains it', async () => {
    const query = '{ node(id: "article:1001:6001") { id } activity { article(id: "6001") { title } } }';
    const { errors, calls } = await sandbox.cost(query);
    const made = Object.values(calls).reduce((sum, number) => sum + number, 0);
    expect({ errors, calls: made, plannedCalls: measuring(sandbox.graph.schema)(query).upstreamCalls }).toEqual({
      errors: [],
      calls: 1,
      plannedCalls: 1,
    });
  });

  test('the audit records an attendee that `node` returns, and no other record', async () => {
    const fields = `... on ${prefix}Attendee { name } ... on ${prefix}Article { title } ... on ${prefix}Activity { id }`;
    const auditOf = async (id: string) => {
      const context = sandbox.graph.context();
      const document = parse(`{ node(id: "${id}") { ${fields} } }`);
      expect((await execute({ schema: sandbox.graph.schema, document, contextValue: context })).errors).toBeUndefined();
      return context.audit.take('ok');
    };
    expect(await auditOf('attendee:1001:700001')).toEqual([{ fields: ['Attendee.name'], count: 1, outcome: 'ok' }]);
    expect({ article: await auditOf('article:1001:6001'), activity: await auditOf('1001') }).toEqual({ article: [], activity: [] });
  });
});
