/* What is prepared once and kept, within which bounds; and what is refused before its validation could take long. */

import { buildSchema } from 'graphql';
import { sha256Of } from '../../../src/server/operations/documents.js';
import { startPrepare } from '../../../src/server/operations/prepare.js';
import { closedAfterwards } from '../../support/afterwards.js';
import { unlimited } from '../../support/measured.js';

const schema = buildSchema('type Query { a: String b: String } type Mutation { a: String } type Subscription { a: String }');

async function underTest({ maxBytes = 1_000_000, maxTokens = 2000, of: graph = schema } = {}) {
  const { prepare, stop } = await startPrepare({
    schema: graph,
    limits: unlimited,
    introspection: true,
    maxTokens,
    maxBytes,
  });
  closedAfterwards({ close: stop });
  return {
    of: (text: string | undefined, operationName?: string, hash?: string) => Promise.resolve(prepare({ text, hash }, operationName)),
  };
}
const withErrors = (...errors: readonly object[]) => ({ errors: errors.map((error) => expect.objectContaining(error) as unknown) });

test.each([
  ['query { a }', undefined],
  ['mutation A { a }', undefined],
  ['mutation A { a }', 'A'],
  ['subscription A { a }', 'A'],
])('an operation is prepared once for all requests, which may name the only one of a document: %s', async (text, name) => {
  const { of } = await underTest();
  const prepared = await of(text, name);
  expect(prepared).toMatchObject({ text, operation: { operation: text.split(' ')[0] } });
  expect(await of(text)).toBe(prepared);
  expect(await of(text, prepared.operation.name?.value)).toBe(prepared);
  await expect(of(text, 'B')).rejects.toThrow('no operation with the name');
});

test('each operation of a document is prepared by its name', async () => {
  const { of } = await underTest();
  const text = 'query A { a } query B { b }';
  const prepared = [await of(text, 'A'), await of(text, 'B')];
  expect(prepared.map(({ operation }) => operation.name?.value)).toEqual(['A', 'B']);
  expect(await of(text, 'A')).toBe(prepared[0]);
  expect(await of(text, 'B')).toBe(prepared[1]);
});

const nested = buildSchema('type Query { q: Query a(of: [Int]): String }');

test.each([
  [
    'whose fragments multiply',
    'GRAPHQL_VALIDATION_FAILED',
    `{ ...F0 } ${Array.from({ length: 18 }, (_, i) => `fragment F${i} on Query { q { ...F${i + 1} } q { ...F${i + 1} } }`).join(' ')} fragment F18 on Query { a }`,
  ],
  ['that is nested deeper than the stack allows', 'GRAPHQL_PARSE_FAILED', `{ a(of: ${'['.repeat(40_000)}`],
])('a document %s is refused, and its error does not mention the stack', async (_what, code, text) => {
  const { of } = await underTest({ of: nested, maxTokens: 1_000_000 });
  await expect(of(text)).rejects.toMatchObject({
    errors: [{ message: expect.not.stringMatching(/stack/i), extensions: { code } }],
  });
});

test('prepared operations are bounded by their bytes, and those used last stay', async () => {
  const { of } = await underTest({ maxBytes: 2 * (64 * '{b a}'.length + 1024 * 2) });
  const first = await of('{ a }');
  const second = await of('{ b }');
  expect(await of('{ a }')).toBe(first);
  await of('{b a}');
  expect(await of('{ a }')).toBe(first);
  expect(await of('{ b }')).not.toBe(second);
});

describe('plans', () => {
  /** A text of some hundred characters, whose fragments make a plan of 2 ** depth fields. */
  const multiplied = (depth: number) => {
    const fragments = Array.from(
      { length: depth },
      (_, index) => `fragment F${index} on Query { x: q { ...F${index + 1} } y: q { ...F${index + 1} } }`,
    );
    return `{ ...F0 } ${fragments.join(' ')} fragment F${depth} on Query { a }`;
  };

  test('plans are bounded with the documents, by their fields', async () => {
    const { of } = await underTest({ of: nested, maxBytes: 1200 * 1024 });
    const first = await of(multiplied(8));
    const { plan } = first.planWithinLimits({});
    expect(first.planWithinLimits({}).plan).toBe(plan);
    await of(`${multiplied(8)} # another`);
    // An operation that is not stored any more, such as that of a subscription, is planned for each of its uses.
    expect(first.planWithinLimits({}).plan).not.toBe(plan);
    expect(first.planWithinLimits({}).plan).not.toBe(first.planWithinLimits({}).plan);
    expect(await of(multiplied(8))).not.toBe(first);
  });

  test.each([
    ['with more fields than a plan may have', multiplied(13)],
    ['of introspection, whose fields are not counted', '{ __schema { types { name } } }'],
  ])('%s are not stored, but their document is', async (_, text) => {
    const { of } = await underTest({ of: nested, maxBytes: 100_000_000 });
    const prepared = await of(text);
    expect(prepared.planWithinLimits({}).plan).not.toBe(prepared.planWithinLimits({}).plan);
    expect(await of(text)).toBe(prepared);
  });
});

test('a persisted query is prepared by its hash once its text was sent with it, and shares the operation of its text', async () => {
  const { of } = await underTest();
  const text = '{ a b }';
  const hash = sha256Of(text);
  const unknown = withErrors({ extensions: expect.objectContaining({ code: 'PERSISTED_QUERY_NOT_FOUND' }) });
  const prepared = await of(text);
  await expect(of(undefined, undefined, hash)).rejects.toMatchObject(unknown);
  for (const given of [text, undefined, text]) expect(await of(given, undefined, hash)).toBe(prepared);
});

test('persisted queries are bounded by their number and their characters, and those used last stay', async () => {
  const { of } = await underTest();
  const isKnown = (text: string) =>
    of(undefined, undefined, sha256Of(text)).then(
      () => true,
      () => false,
    );
  const register = (text: string) => of(text, undefined, sha256Of(text));
  const texts = Array.from({ length: 2001 }, (_, index) => `{ a } #${index}`);
  await Promise.all(texts.map(register));
  expect(await Promise.all([texts[0]!, texts[1]!, texts[2000]!].map(isKnown))).toEqual([false, true, true]);
  const long = Array.from({ length: 9 }, (_, index) => `{ a } #${index}${'x'.repeat(1024 * 1024)}`);
  await Promise.all(long.map(register));
  expect([await isKnown(long[0]!), await isKnown(long[8]!)]).toEqual([false, true]);
});
