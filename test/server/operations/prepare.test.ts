/* What is prepared once and kept, within which bounds; and what is refused before its validation could take long. */

import { buildSchema } from 'graphql';
import { createPrepare } from '../../../src/server/operations/prepare.js';
import { errorsOf } from '../../../src/server/operations/request-errors.js';
import { unlimited } from '../../support/measured.js';

const schema = buildSchema('type Query { a: String b: String } type Mutation { a: String } type Subscription { a: String }');

const preparing = ({ maxBytes = 1_000_000, maxTokens = 2000, of: graph = schema } = {}) =>
  createPrepare({ schema: graph, limits: unlimited, introspection: true, maxTokens, maxBytes });

test.each([
  ['query { a }', undefined],
  ['mutation A { a }', undefined],
  ['mutation A { a }', 'A'],
  ['subscription A { a }', 'A'],
])('an operation is prepared once for all requests, which may name the only one of a document: %s', (text, name) => {
  const of = preparing();
  const prepared = of(text, name);
  expect(prepared).toMatchObject({ text, operation: { operation: text.split(' ')[0] } });
  expect(of(text)).toBe(prepared);
  expect(of(text, prepared.operation.name?.value)).toBe(prepared);
  expect(() => of(text, 'B')).toThrow('no operation with the name');
});

test('each operation of a document is prepared by its name', () => {
  const of = preparing();
  const text = 'query A { a } query B { b }';
  const prepared = [of(text, 'A'), of(text, 'B')];
  expect(prepared.map(({ operation }) => operation.name?.value)).toEqual(['A', 'B']);
  expect(of(text, 'A')).toBe(prepared[0]);
  expect(of(text, 'B')).toBe(prepared[1]);
});

const nested = buildSchema('type Query { q: Query a(of: [Int]): String }');

test.each([
  [
    'whose fragments multiply',
    'GRAPHQL_VALIDATION_FAILED',
    `{ ...F0 } ${Array.from({ length: 18 }, (_, i) => `fragment F${i} on Query { q { ...F${i + 1} } q { ...F${i + 1} } }`).join(' ')} fragment F18 on Query { a }`,
  ],
  ['that is nested deeper than the stack allows', 'GRAPHQL_PARSE_FAILED', `{ a(of: ${'['.repeat(40_000)}`],
])('a document %s is refused, and its error does not mention the stack', (_what, code, text) => {
  const of = preparing({ of: nested, maxTokens: 1_000_000 });
  const refusals = () => {
    try {
      return of(text);
    } catch (error) {
      return errorsOf(error);
    }
  };
  expect(refusals()).toMatchObject([{ message: expect.not.stringMatching(/stack/i), extensions: { code } }]);
});

test('prepared operations are bounded by their bytes, and those used last stay', () => {
  const of = preparing({ maxBytes: 2 * (400 * 5 + 4 * '{b a}'.length + 1024 * 2) });
  const first = of('{ a }');
  const second = of('{ b }');
  expect(of('{ a }')).toBe(first);
  of('{b a}');
  expect(of('{ a }')).toBe(first);
  expect(of('{ b }')).not.toBe(second);
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

  test('plans are bounded with the documents, by their fields', () => {
    const of = preparing({ of: nested, maxBytes: 1200 * 1024 });
    const first = of(multiplied(8));
    const { plan } = first.planWithinLimits({});
    expect(first.planWithinLimits({}).plan).toBe(plan);
    of(`${multiplied(8)} # another`);
    expect(of(multiplied(8))).not.toBe(first);
  });

  test.each([
    ['with more fields than a plan may have', multiplied(13)],
    ['of introspection, whose fields are not counted', '{ __schema { types { name } } }'],
  ])('%s are not stored, but their document is', (_, text) => {
    const of = preparing({ of: nested, maxBytes: 100_000_000 });
    const prepared = of(text);
    expect(prepared.planWithinLimits({}).plan).not.toBe(prepared.planWithinLimits({}).plan);
    expect(of(text)).toBe(prepared);
  });
});
