import { parse } from 'graphql';
import { ParsedDocuments, PersistedQueries } from '../../../src/server/operations/apollo-caches.js';

test('the least recently used entry is evicted first', async () => {
  const queries = new PersistedQueries(2, 1000);
  await queries.set('a', '1');
  await queries.set('b', '2');
  await queries.get('a');
  await queries.set('c', '3');
  expect([await queries.get('a'), await queries.get('b'), await queries.get('c')]).toEqual(['1', undefined, '3']);
});

test('the characters of all entries are limited too, and a text beyond the limit is not stored', async () => {
  const queries = new PersistedQueries(100, 50);
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) await queries.set(key, key.repeat(9));
  expect([await queries.get('a'), await queries.get('b')]).toEqual([undefined, 'b'.repeat(9)]);
  await queries.set('g', 'g'.repeat(60));
  expect(await queries.get('g')).toBeUndefined();
});

test('an entry that is set again counts once, and one that is deleted not at all', async () => {
  const queries = new PersistedQueries(100, 20);
  for (let i = 0; i < 10; i++) await queries.set('a', '123456789');
  await queries.set('b', '12345678');
  expect([await queries.get('a'), await queries.delete('a'), await queries.delete('a'), await queries.get('a')]).toEqual([
    '123456789',
    true,
    false,
    undefined,
  ]);
});

test('parsed documents are held up to a bound, those used last the longest', async () => {
  const documents = new ParsedDocuments(null, 2);
  const [one, two, three] = ['{ a }', '{ b }', '{ c }'].map((text) => parse(text));
  await documents.set('1', one!);
  await documents.set('2', two!);
  await documents.get('1');
  await documents.set('3', three!);
  expect([await documents.get('1'), await documents.get('2'), await documents.get('3')]).toEqual([one, undefined, three]);
  const few = new ParsedDocuments(null, 100, 11);
  await few.set('1', one!);
  await few.set('2', two!);
  expect([await few.get('1'), await few.get('2')]).toEqual([undefined, two]);
});
