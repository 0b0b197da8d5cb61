import { PersistedQueries } from '../../../src/server/operations/prepare.js';

const megabyte = 1024 * 1024;

test('of the persisted queries, the least recently used one is evicted first', async () => {
  const queries = new PersistedQueries();
  for (let index = 0; index < 2000; index += 1) await queries.set(`apq:${index}`, '{ a }');
  expect(queries.textOf('0')).toBe('{ a }');
  await queries.set('apq:2000', '{ a }');
  expect([queries.textOf('0'), queries.textOf('1'), queries.textOf('2000')]).toEqual(['{ a }', undefined, '{ a }']);
});

test('the characters of all persisted queries are limited too, and a text beyond the limit is not stored', async () => {
  const queries = new PersistedQueries();
  for (let index = 0; index < 8; index += 1) await queries.set(`apq:${index}`, 'x'.repeat(megabyte));
  await queries.set('apq:large', 'x'.repeat(8 * megabyte));
  expect([queries.textOf('0'), queries.textOf('1')?.length, queries.textOf('large')]).toEqual([undefined, megabyte, undefined]);
});

test('the text of a persisted query is found by its hash alone', async () => {
  const queries = new PersistedQueries();
  await queries.set('apq:abc', '{ a }');
  expect([queries.textOf('abc'), queries.textOf('apq:abc')]).toEqual(['{ a }', undefined]);
});
