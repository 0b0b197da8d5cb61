import { PersistedQueries } from '../../../src/server/operations/persisted-queries.js';

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

test('the text of a persisted query is found by its hash alone', async () => {
  const queries = new PersistedQueries();
  await queries.set('apq:abc', '{ a }');
  expect([queries.textOf('abc'), queries.textOf('apq:abc')]).toEqual(['{ a }', undefined]);
});
