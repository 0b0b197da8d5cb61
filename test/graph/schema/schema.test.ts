import { createSubgraph } from '../../../src/graph/schema/schema.js';

test('a schema that GraphQL does not allow does not start', () => {
  expect(() => createSubgraph({ maxPageSize: 100, authDirectives: true, typePrefix: '__' })).toThrow('must not begin with "__"');
});
