import { graphql } from 'graphql';
import { createSubgraph } from '../../../src/graph/schema/schema.js';

test('_service returns the SDL that composes', async () => {
  const { schema, sdl } = createSubgraph({ maxPageSize: 100, authDirectives: true });
  const { data } = await graphql({ schema, source: '{ _service { sdl } }' });
  expect(data).toEqual({ _service: { sdl } });
});
