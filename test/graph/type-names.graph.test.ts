import { buildASTSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType, parse } from 'graphql';
import { createSubgraph } from '../../src/graph/schema/schema.js';
import { startSandbox } from '../../src/sandbox/sandbox.js';
import { graphOver } from '../support/graph.js';

const unprefixed = new Set(['Query', 'Mutation', 'Subscription', 'Node', 'PageInfo']);

test('every type name except the shared ones gets the prefix', () => {
  const { sdl } = createSubgraph({ maxPageSize: 100, authDirectives: true, typePrefix: 'Event', relayNode: true });
  const types = Object.values(buildASTSchema(parse(sdl), { assumeValidSDL: true }).getTypeMap()).filter(
    ({ name }) => !name.startsWith('__'),
  );
  for (const type of types) {
    const ours = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type) || isEnumType(type);
    expect({ name: type.name, isPrefixed: type.name.startsWith('Event') }).toEqual({
      name: type.name,
      isPrefixed: ours && !unprefixed.has(type.name),
    });
  }
  expect(sdl).toContain('type EventAttendee implements Node @key(fields: "id")');
  expect(sdl).toContain('@requiresScopes(scopes: [["attendees:pii"], ["self:read"]])');
});

test('without a prefix the SDL does not change', () => {
  const plain = createSubgraph({ maxPageSize: 100, authDirectives: true }).sdl;
  expect(createSubgraph({ maxPageSize: 100, authDirectives: true, typePrefix: null, relayNode: false }).sdl).toBe(plain);
});

test('a prefixed graph resolves entities by the prefixed names, and their ids have no prefix', async () => {
  const sandbox = await startSandbox();
  const graph = await graphOver(sandbox.url, { schema: { typePrefix: 'Event' } });
  try {
    const { data, errors } = await graph.run(`{
      found: _entities(representations: [{ __typename: "EventAttendee", id: "attendee:1001:700001" }, { __typename: "Attendee", id: "attendee:1001:700001" }]) {
        type: __typename ... on EventAttendee { name }
      }
      activity { tickets { type: __typename ... on EventActivityStockItem { name } } }
    }`);
    expect(data.found).toEqual([{ type: 'EventAttendee', name: '王伟' }, null]);
    expect(data.activity.tickets[0].type).toBe('EventTicketItem');
    expect(errors.map(({ path }) => path)).toEqual([['found', 1]]);
    expect(graph.defects).toEqual([]);
  } finally {
    await graph.close();
    await sandbox.close();
  }
});
