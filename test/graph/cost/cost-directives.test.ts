import { composeServices as composeByApollo } from '@apollo/composition';
import { composeServices as composeByGuild } from '@theguild/federation-composition';
import { isObjectType, parse, valueFromASTUntyped, type ConstValueNode, type FieldDefinitionNode } from 'graphql';
import { createSubgraph } from '../../../src/graph/schema/schema.js';
import { getOneFields } from '../../../src/graph/types/attendee/attendee-get-one.js';
import { readsIn } from '../../support/measured.js';

const sdlOf = (authDirectives: boolean) => createSubgraph({ maxPageSize: 100, authDirectives, relayNode: true }).sdl;
const document = parse(sdlOf(true));

/** The cost directives of a field. */
function published(coordinate: string): Record<string, unknown> {
  const [typeName, fieldName] = coordinate.split('.');
  const type = document.definitions.find((node) => node.kind === 'ObjectTypeDefinition' && node.name.value === typeName);
  const field =
    type && 'fields' in type ? (type.fields as readonly FieldDefinitionNode[]).find(({ name }) => name.value === fieldName) : undefined;
  if (!field) throw new Error(`The SDL has no ${coordinate}.`);
  const found: Record<string, unknown> = {};
  for (const { name, arguments: args = [] } of field.directives!) {
    if (name.value !== 'cost' && name.value !== 'listSize') continue;
    found[name.value] = Object.fromEntries(args.map((argument) => [argument.name.value, plain(argument.value)]));
  }
  return found;
}

function plain(value: ConstValueNode): unknown {
  return value.kind === 'IntValue' ? Number(value.value) : valueFromASTUntyped(value);
}

test.each([true, false])('both composers accept the SDL (access directives: %s) and preserve cost and list size', (authDirectives) => {
  const typeDefs = parse(sdlOf(authDirectives));
  for (const result of [
    composeByApollo([{ name: 'event', url: 'http://event.example', typeDefs }]),
    composeByGuild([{ name: 'event', url: 'http://event.example', typeDefs }]),
  ]) {
    expect(result.errors ?? []).toEqual([]);
    expect(result.supergraphSdl).toMatch(/cost\(weight: 11\)/i);
    expect(result.supergraphSdl).toMatch(/listSize\(/i);
  }
});

test('the weight of an object that needs a call is 1 plus 10', () => {
  for (const coordinate of [
    'Query.attendee',
    'Query.node',
    'Activity.attendee',
    'Activity.viewer',
    'Activity.schedule',
    'CheckInEvent.attendee',
    'Mutation.ssoLogin',
  ]) {
    expect(published(coordinate)).toEqual({ cost: { weight: 11 } });
  }
  expect(published('Mutation.addAttendees')).toEqual({ cost: { weight: 21 } });
});

test('the weight of a list that needs a call is divided by its assumed size', () => {
  for (const coordinate of ['Activity.formFields', 'Activity.tickets', 'Category.children', 'Query.attendeesByIds']) {
    expect(published(coordinate)).toEqual({ cost: { weight: 2 }, listSize: { assumedSize: 10 } });
  }
  expect(published('Query.activities')).toEqual({ listSize: { assumedSize: 10 } });
});

test('`@listSize` of a page names the argument `first` and the lists of that size', () => {
  expect(published('Activity.attendees')).toEqual({
    cost: { weight: 11 },
    listSize: { slicingArguments: ['first'], sizedFields: ['edges', 'nodes'], requireOneSlicingArgument: false },
  });
  expect({ edges: published('AttendeeConnection.edges'), nodes: published('AttendeeConnection.nodes') }).toEqual({ edges: {}, nodes: {} });
});

test('a field that needs a call per attendee has a weight; a free field has none', () => {
  for (const name of getOneFields) expect(published(`Attendee.${name}`)).toEqual({ cost: { weight: 10 } });
  expect(published('Attendee.name')).toEqual({});
  expect(published('Attendee.review')).toEqual({});
});

test('the content of an article has the weight of an object, its other values have none', () => {
  expect(published('Article.content')).toEqual({ cost: { weight: 1 } });
  expect(published('Article.title')).toEqual({});
});

test('a call that the objects of a list share has no weight', () => {
  const { schema } = createSubgraph({ maxPageSize: 100, authDirectives: true });
  const omitted = [...readsIn(schema)].flatMap(([coordinate, { shared }]) => (shared ? [coordinate] : []));
  expect(omitted).toContain('Article.category');
  for (const coordinate of omitted) expect(published(coordinate)).not.toHaveProperty('cost');
});

test('fields of interfaces have no `@cost` weight', () => {
  for (const node of document.definitions) {
    if (node.kind !== 'InterfaceTypeDefinition') continue;
    for (const field of node.fields!) expect(field.directives!.filter(({ name }) => /cost|listSize/.test(name.value))).toEqual([]);
  }
});

test('every field that returns a list of objects has a `@listSize`', () => {
  const { schema } = createSubgraph({ maxPageSize: 100, authDirectives: true, relayNode: true });
  for (const node of document.definitions) {
    if (node.kind !== 'ObjectTypeDefinition') continue;
    for (const field of node.fields!) {
      const coordinate = `${node.name.value}.${field.name.value}`;
      const list = JSON.stringify(field.type).includes('ListType');
      const named = /"NamedType".*?"value":"(\w+)"/.exec(JSON.stringify(field.type))![1]!;
      if (!list || !isObjectType(schema.getType(named)) || ['AttendeeConnection.nodes', 'AttendeeConnection.edges'].includes(coordinate))
        continue;
      expect({ coordinate, published: published(coordinate) }).toEqual({
        coordinate,
        published: expect.objectContaining({ listSize: { assumedSize: 10 } }),
      });
    }
  }
});
