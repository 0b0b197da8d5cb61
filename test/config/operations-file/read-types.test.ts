import { FileProblems } from '../../../src/config/operations-file/problems.js';
import { readTypes } from '../../../src/config/operations-file/read-types.js';
import { extractDocumentedGraph } from '../../../src/graph/schema/extract-documented-graph.js';

const graph = extractDocumentedGraph();

function readAll(types: Readonly<Record<string, unknown>>) {
  const problems = new FileProblems();
  return { types: readTypes(types, graph, problems), pointers: problems.all.map(({ pointer }) => pointer) };
}

const single = { nonNull: false, list: null };

test('a field is read from the member of its own name, or by the path that `from` states', () => {
  const fields = { name: { type: 'String' }, avatar: { type: 'String', from: 'picture.small.url' } };
  const { types, pointers } = readAll({ BoundGuest: { description: 'A guest.', fields } });
  expect(types).toEqual([
    {
      name: 'BoundGuest',
      description: 'A guest.',
      fields: [
        { name: 'name', type: { name: 'String', ...single }, from: ['name'], description: null },
        { name: 'avatar', type: { name: 'String', ...single }, from: ['picture', 'small', 'url'], description: null },
      ],
    },
  ]);
  expect(pointers).toEqual([]);
});

test.each([
  ['Int', { name: 'Int', nonNull: false, list: null }],
  ['Int!', { name: 'Int', nonNull: true, list: null }],
  ['[Int]', { name: 'Int', nonNull: false, list: { nonNullItems: false } }],
  ['[Int!]', { name: 'Int', nonNull: false, list: { nonNullItems: true } }],
  ['[Int]!', { name: 'Int', nonNull: true, list: { nonNullItems: false } }],
  ['[Int!]!', { name: 'Int', nonNull: true, list: { nonNullItems: true } }],
])('the notation %s means the type %j', (type, expected) => {
  expect(readAll({ BoundGuest: { fields: { age: { type } } } }).types[0]!.fields[0]!.type).toEqual(expected);
});

test('the fields of two types may refer to each other, in whichever order the file has the types', () => {
  const types = { BoundGuest: { fields: { table: { type: 'Table!' } } }, Table: { fields: { guests: { type: '[BoundGuest!]!' } } } };
  expect(readAll(types).pointers).toEqual([]);
});

test('a field with a problem of its form is left out; the other fields of its type and the other types are read', () => {
  const types = {
    BoundGuest: { fields: { name: { type: 'String' }, age: { type: '[[Int]]' } } },
    Table: { fields: { size: { type: 'Int' } } },
  };
  const read = readAll(types);
  expect(read.types.map(({ name, fields }) => [name, fields.map((field) => field.name)])).toEqual([
    ['BoundGuest', ['name']],
    ['Table', ['size']],
  ]);
  expect(read.pointers).toEqual(['/BoundGuest/fields/age/type'].map((end) => `/types${end}`));
});
