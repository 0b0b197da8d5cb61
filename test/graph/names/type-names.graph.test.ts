import { buildASTSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType, parse } from 'graphql';
import { createSubgraph } from '../../../src/graph/schema.js';
import { startSandbox } from '../../../src/sandbox/sandbox.js';
import { graphOver } from '../../support/graph.js';

const unprefixed = new Set(['Query', 'Mutation', 'Subscription', 'Node', 'PageInfo']);

test('every type name except the shared ones gets the prefix', () => {
  const { sdl } = createSubgraph({ maxPageSize: 100, authDirectives: true, typePrefix: 'Event', relayNode: true });
  const types = Object.values(buildASTSchema(parse(sdl), { assumeValidSDL: true }).getTypeMap()).filter(
    ({ name }) => !name.startsWith('__'),
  );
  for (const type of types) {
    const ours = isObjectType(type) || isInterfaceType(type) || isInputObjectType(type) || isEnumType(type);
    expect([type.name, type.name.startsWith('Event')]).toEqual([type.name, ours && !unprefixed.has(type.name)]);
  }
  expect(sdl).toContain('type EventAttendee implements Node @key(fields: "id")');
  expect(sdl).toContain('@requiresScopes(scopes: [["attendees:pii"], ["self:read"]])');
});

test('without a prefix the SDL does not change', () => {
  const plain = createSubgraph({ maxPageSize: 100, authDirectives: true }).sdl;
  expect(createSubgraph({ maxPageSize: 100, authDirectives: true, typePrefix: null, relayNode: false }).sdl).toBe(plain);
  expect(plain).not.toContain('interface Node');
});

test('a prefixed graph resolves entities, nodes and scopes by the prefixed names; ids do not change', async () => {
  const sandbox = await startSandbox();
  const graph = await graphOver(sandbox.url, { schema: { typePrefix: 'Event', relayNode: true } });
  try {
    const { data, errors } = await graph.run(`{
      found: _entities(representations: [{ __typename: "EventAttendee", id: "attendee:1001:700001" }, { __typename: "Attendee", id: "attendee:1001:700001" }]) {
        type: __typename ... on EventAttendee { name }
      }
      person: node(id: "attendee:1001:700001") { __typename id ... on EventAttendee { email } }
      event: node(id: "1001") { __typename id }
      unknown: node(id: "attendee:1001:1") { id }
      activity { tickets { type: __typename ... on EventActivityStockItem { name } } }
    }`);
    expect(data.found).toEqual([{ type: 'EventAttendee', name: '王伟' }, null]);
    expect(data.person).toEqual({ __typename: 'EventAttendee', id: 'attendee:1001:700001', email: 'wangwei@example.com' });
    expect(data.event).toEqual({ __typename: 'EventActivity', id: '1001' });
    expect(data.unknown).toBeNull();
    expect(data.activity.tickets[0].type).toBe('EventTicketItem');
    expect(errors.map(({ path }) => path)).toEqual([['found', 1]]);

    const limited = await graph.run('{ node(id: "attendee:1001:700001") { id } }', {}, { scopes: ['content:read'] });
    expect(limited.errors[0]!.extensions).toEqual({ code: 'FORBIDDEN', requiredScopes: ['attendees:read'] });
    expect((await graph.run('{ node(id: "what") { id } }')).errors[0]!.extensions.code).toBe('BAD_USER_INPUT');
    expect(graph.defects).toEqual([]);
  } finally {
    await graph.close();
    await sandbox.close();
  }
});
