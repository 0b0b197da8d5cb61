import { parse } from 'graphql';
import { ParsedDocuments, PersistedQueries } from '../../../src/server/operations/apollo-caches.js';

test('of the persisted queries, the least recently used one is evicted first', async () => {
  const queries = new PersistedQueries(2, 1000);
  await queries.set('a', '1');
  await queries.set('b', '2');
  await queries.get('a');
  await queries.set('c', '3');
  expect({ a: await queries.get('a'), b: await queries.get('b'), c: await queries.get('c') }).toEqual({ a: '1', b: undefined, c: '3' });
});

test('the characters of all persisted queries are limited too, and a text beyond the limit is not stored', async () => {
  const queries = new PersistedQueries(100, 50);
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) await queries.set(key, key.repeat(9));
  expect({ a: await queries.get('a'), b: await queries.get('b') }).toEqual({ a: undefined, b: 'b'.repeat(9) });
  await queries.set('g', 'g'.repeat(60));
  expect(await queries.get('g')).toBeUndefined();
});

test('a persisted query that is set again counts once, and one that is deleted not at all', async () => {
  const queries = new PersistedQueries(100, 20);
  for (let i = 0; i < 10; i++) await queries.set('a', '123456789');
  await queries.set('b', '12345678');
  expect({
    found: await queries.get('a'),
    deleted: await queries.delete('a'),
    deletedAgain: await queries.delete('a'),
    foundAfterwards: await queries.get('a'),
  }).toEqual({ found: '123456789', deleted: true, deletedAgain: false, foundAfterwards: undefined });
});

test('parsed documents are held up to a bound, those used last the longest', async () => {
  const documents = new ParsedDocuments(null, 2);
  const [one, two, three] = ['{ a }', '{ b }', '{ c }'].map((text) => parse(text));
  await documents.set('1', one!);
  await documents.set('2', two!);
  await documents.get('1');
  await documents.set('3', three!);
  expect({ first: await documents.get('1'), second: await documents.get('2'), third: await documents.get('3') }).toEqual({
    first: one,
    second: undefined,
    third: three,
  });
  const few = new ParsedDocuments(null, 100, 11);
  await few.set('1', one!);
  await few.set('2', two!);
  expect({ first: await few.get('1'), second: await few.get('2') }).toEqual({ first: undefined, second: two });
});
