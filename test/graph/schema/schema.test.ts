import { createSubgraph, schemaSteps } from '../../../src/graph/schema/schema.js';

test('the steps of the schema have different names, and check before they change resolvers', () => {
  const names = schemaSteps.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.indexOf('check of reads')).toBeLessThan(names.indexOf('audit of reads'));
  expect(names.indexOf('audit of reads')).toBeLessThan(names.indexOf('access'));
});

test('exactly the inputs whose class has the extension `oneOf` are `@oneOf`', () => {
  const { sdl } = createSubgraph({ maxPageSize: 100, authDirectives: true });
  expect([...sdl.matchAll(/^input (\w+) @oneOf/gm)].map(([, name]) => name)).toEqual(['AttendeeLookup']);
});

test('the schema describes the root types, and the SDL for composition leaves that out', () => {
  const { schema, sdl } = createSubgraph({ maxPageSize: 100, authDirectives: true });
  expect(schema.getQueryType()!.description).toMatch(/^Reads of the event service\./);
  expect(sdl).not.toContain('Reads of the event service.');
});

test('a schema that GraphQL does not allow does not start', () => {
  expect(() => createSubgraph({ maxPageSize: 100, authDirectives: true, typePrefix: '__' })).toThrow('must not begin with "__"');
});
