/* The SDL of bound operations. */

import { isObjectType, validateSchema } from 'graphql';
import { typeAccessOf } from '../../../src/graph/access/access.js';
import { createSubgraph } from '../../../src/graph/schema/schema.js';
import { bound } from '../../support/bound.js';

const read = { on: 'Activity', method: 'GET', scope: 'content:read' };
const operations = bound({
  types: { BoundGuest: { description: 'A "guest"\nof honour.', fields: { name: { type: '[String]!', description: 'Its \\ names.' } } } },
  operations: {
    boundGuests: {
      ...read,
      path: '/api/guests',
      parameters: {
        tags: { type: '[String!]', default: ['a"b'] },
        limit: { type: 'Int', default: 3, description: 'At most.' },
        key: { value: 'x' },
      },
      result: '[BoundGuest!]',
      description: 'The guests.',
      deprecated: 'Use "hosts".',
    },
    hosts: { ...read, path: '/api/hosts', result: 'BoundGuest', scope: 'attendees:pii' },
    constructor: { ...read, path: '/api/c' },
    toString: { on: 'Mutation', method: 'POST', path: '/api/t', result: 'FormField' },
  },
});
const options = { maxPageSize: 100, authDirectives: true };
const { sdl, schema } = createSubgraph({ ...options, operations });

test('descriptions, defaults and the reason of a deprecation are in the SDL, and constants are not', () => {
  expect(validateSchema(schema)).toEqual([]);
  expect(sdl).toContain('"""\nA "guest"\nof honour.\n"""\ntype BoundGuest {');
  expect(sdl).toMatch(/"""Its \\ names\."""\s+name: \[String\]!/);
  expect(sdl).toMatch(
    /"""\s+The guests\.\s+Requires the scope `content:read`\.\s+"""\s+boundGuests\(\s*tags: \[String!\] = \["a\\"b"\]\s+"""At most\."""\s+limit: Int = 3\s*\): \[BoundGuest!\] @deprecated\(reason: "Use \\"hosts\\"\."\) @requiresScopes/,
  );
  expect(sdl).toMatch(
    /"""\s+The operation hosts of the event service, which the operator bound\.\s+Requires the scope `attendees:pii`\.\s+"""\s+hosts: BoundGuest /,
  );
  const activity = schema.getType('Activity');
  expect(isObjectType(activity) && activity.getFields()['boundGuests']!.args.map(({ name }) => name)).toEqual(['tags', 'limit']);
});

test('a type that operations of several scopes return requires a credential, and its fields no scope of their own', () => {
  expect(typeAccessOf(schema.getType('BoundGuest')!)).toEqual({ scope: 'authenticated', people: 'covered by parent' });
  expect(sdl).toMatch(/name: \[String\]! @authenticated/);
});

test('names of members of Object.prototype are names like others', () => {
  const fieldsOf = (name: string) => {
    const type = schema.getType(name);
    return isObjectType(type) ? Object.keys(type.getFields()) : [];
  };
  expect(fieldsOf('Activity')).toContain('constructor');
  expect(fieldsOf('Mutation')).toContain('toString');
  expect(fieldsOf('ToStringPayload')).toEqual(['result', 'userErrors']);
});

test('prefix and Relay node are independent of bound operations', () => {
  const { schema: other, sdl: otherSdl } = createSubgraph({ ...options, operations, typePrefix: 'Event', relayNode: true });
  expect(validateSchema(other)).toEqual([]);
  expect(otherSdl).toMatch(/^type EventBoundGuest \{/m);
  expect(otherSdl).toMatch(
    /toString\([^)]*activityId: ID\s*\): EventToStringPayload @requiresScopes\(scopes: \[\["operations:toString"\]\]\)/,
  );
});

test('without bound operations the schema is the documented one', () => {
  expect(createSubgraph({ ...options, operations: bound({ operations: {} }) }).sdl).toBe(createSubgraph(options).sdl);
});
