import { buildSchema, getOperationAST, parse } from 'graphql';
import { KnownQueries } from '../../../src/server/operations/known-queries.js';

const schema = buildSchema('type Query { a: String b: String } type Mutation { a: String }');

function resolved(text: string, operationName?: string) {
  const document = parse(text);
  return { document, definition: getOperationAST(document, operationName)!, text, sha256: '' };
}

test('a query is known by its text and the name that was requested, and a mutation never is', () => {
  const known = new KnownQueries(schema);
  const text = 'query A { a } query B { b }';
  known.add(resolved(text, 'A'), 'A');
  expect({
    sameName: known.find(text, 'A')?.definition.name?.value,
    otherName: known.find(text, 'B'),
    noName: known.find(text, undefined),
  }).toEqual({ sameName: 'A', otherName: undefined, noName: undefined });
  known.add(resolved(text, 'B'), 'B');
  expect(['A', 'B'].map((name) => known.find(text, name)?.definition.name?.value)).toEqual(['A', 'B']);
  known.add(resolved('mutation { a }'), undefined);
  expect(known.find('mutation { a }', undefined)).toBeUndefined();
});

test.each([
  ['number', 2, 1000],
  ['characters', 100, 2 * '{ a }'.length],
])('known queries are bounded by their %s, and those that are used stay', (_what, maxDocuments, maxCharacters) => {
  const known = new KnownQueries(schema, maxDocuments, maxCharacters);
  const isKnown = (text: string) => known.find(text, undefined) !== undefined;
  known.add(resolved('{ a }'), undefined);
  known.add(resolved('{ b }'), undefined);
  expect(isKnown('{ a }')).toBe(true);
  known.add(resolved('{b a}'), undefined);
  expect(['{ a }', '{ b }', '{b a}'].map(isKnown)).toEqual([true, false, true]);
});
