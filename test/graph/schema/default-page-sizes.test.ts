import { isObjectType, type GraphQLSchema } from 'graphql';
import { createSubgraph } from '../../../src/graph/schema/schema.js';
import { readsIn } from '../../support/measured.js';

/** The default of the length of each page. */
function defaultsOf(schema: GraphQLSchema): Readonly<Record<string, unknown>> {
  const pages = [...readsIn(schema)].flatMap(([coordinate, { page }]) => (page ? [[coordinate, page.first] as const] : []));
  return Object.fromEntries(
    pages.map(([coordinate, first]) => {
      const [typeName = '', fieldName = ''] = coordinate.split('.');
      const type = schema.getType(typeName);
      const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
      return [coordinate, field?.args.find(({ name }) => name === first)?.defaultValue];
    }),
  );
}

test.each([
  [10, 10],
  [20, 20],
  [100, 20],
])('with pages of at most %i records, the default length of a page is %i', (maxPageSize, expected) => {
  const { schema } = createSubgraph({ maxPageSize, authDirectives: true });
  expect(defaultsOf(schema)).toEqual({ 'Activity.attendees': expected });
});
