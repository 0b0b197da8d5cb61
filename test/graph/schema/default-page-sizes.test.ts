import { buildSchema, isObjectType, type GraphQLSchema } from 'graphql';
import { setCostRows, type FieldCost } from '../../../src/graph/cost/cost-rows.js';
import { lowerDefaultPageSizes } from '../../../src/graph/schema/default-page-sizes.js';

const page = (length: string): FieldCost => ({ reads: { kind: 'page', from: {} }, size: { pageOf: length } });
const costs = new Map<string, FieldCost>([
  ['Hall.guests', page('first')],
  ['Hall.rows', page('limit')],
  ['Hall.sponsors', { reads: { kind: 'content', list: 'articles', filters: ['first'] }, size: { pageOf: 'first' } }],
]);

/** The defaults of a schema in which the service returns pages of at most `maxPageSize` records. */
function defaultsWith(maxPageSize: number): readonly string[] {
  const schema = buildSchema(`
    type Query { hall: Hall }
    type Hall {
      guests(first: Int! = 20, offset: Int! = 50): Int
      rows(limit: Int! = 30, first: Int! = 40): Int
      sponsors(first: Int! = 20): Int
      chairs(first: Int! = 20): Int
    }`);
  setCostRows(schema, costs);
  lowerDefaultPageSizes(schema, maxPageSize);
  return defaultsOf(schema);
}

function defaultsOf(schema: GraphQLSchema): readonly string[] {
  const hall = schema.getType('Hall');
  if (!isObjectType(hall)) throw new Error('The schema has no type Hall.');
  return Object.values(hall.getFields()).flatMap(({ name, args }) => args.map((arg) => `${name}.${arg.name} ${String(arg.defaultValue)}`));
}

const others = ['sponsors.first 20', 'chairs.first 20'];

test('the length of every page that the service returns has a default of at most the largest page', () => {
  expect(defaultsWith(10)).toEqual(['guests.first 10', 'guests.offset 50', 'rows.limit 10', 'rows.first 40', ...others]);
});

test('a default page size below the largest page is not changed', () => {
  expect(defaultsWith(25)).toEqual(['guests.first 20', 'guests.offset 50', 'rows.limit 25', 'rows.first 40', ...others]);
});
