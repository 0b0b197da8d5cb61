/* From a request to its operation: every combination of its members, modes and callers, against a plain statement of the rule. */

import fc from 'fast-check';
import { buildSchema, parse } from 'graphql';
import type { Caller, Scope } from '../../../src/records/caller.js';
import { Documents, isSdlOperation, sha256Of, type TrustedDocumentsMode } from '../../../src/server/operations/documents.js';
import { createPrepare, type PreparedOperation } from '../../../src/server/operations/prepare.js';
import { unlimited } from '../../support/measured.js';
import { times } from '../../support/times.js';
import { post, startToyServer } from '../toy-server.js';

const [untrusted, mistaken] = ['{ c }', '{ d }'] as const;
const trustedTexts = new Map([
  ['a', '{ a }'],
  ['b', '{ b }'],
  // An id that is the hash of another text does not stand for that text.
  [sha256Of(mistaken), '{ a }'],
]);
const trusted = [...trustedTexts].map(([id, text]) => ({ file: 'app.json', id, text }));

const caller = (...scopes: Scope[]): Caller => ({ name: 'app', scopes: new Set(scopes) });
const nothing = { documentId: undefined, extensions: undefined, operationName: undefined, variables: undefined };
const preparedOf = (text: string) => {
  const [operation] = parse(text).definitions;
  return { text, operation } as PreparedOperation;
};
const idOf = (text: string) => [...trustedTexts].flatMap(([id, body]) => (body === text ? [id] : []));
const documentIdsOf = (text: string) => [`sha256:${sha256Of(text)}`, ...idOf(text)];
const hashesOf = (text: string) => [sha256Of(text), ...idOf(text)];
const texts = ['{ a }', '{ b }', untrusted, mistaken];

interface Request {
  readonly query?: string;
  readonly documentId?: string;
  readonly sha256Hash?: string;
}

/** The outcome of a request: the text that runs, or a code. */
function expectedOf({ query, documentId, sha256Hash }: Request, mode: TrustedDocumentsMode, exempt: boolean): string {
  const known = [...trustedTexts.values(), ...(query === undefined ? [] : [query])];
  const named = known.find(
    (text) =>
      (query === undefined || query === text) &&
      (documentId === undefined || documentIdsOf(text).includes(documentId)) &&
      (sha256Hash === undefined || hashesOf(text).includes(sha256Hash)),
  );
  if (named === undefined) {
    if (query !== undefined || known.some((text) => documentId !== undefined && documentIdsOf(text).includes(documentId)))
      return 'BAD_USER_INPUT';
    return 'PERSISTED_QUERY_NOT_FOUND';
  }
  return idOf(named).length > 0 || mode !== 'require' || exempt ? named : 'DOCUMENT_NOT_TRUSTED';
}

function outcomeIn(documents: Documents, { query, documentId, sha256Hash }: Request, exempt: boolean): string {
  const extensions = { other: 1, ...(sha256Hash !== undefined && { persistedQuery: { version: 1, sha256Hash } }) };
  const by = exempt ? caller('documents:any') : caller('content:read');
  const prepared = documents.operationOf({ ...nothing, query, documentId, extensions }, by);
  if (prepared.type !== 'unknown') return prepared.text;
  const { code, extensions: carried } = prepared.error as { code?: string; extensions?: { code?: string } };
  return code ?? carried!.code!;
}

test('a request runs the one document that all of its members name, and is refused by the rule otherwise', () => {
  const request = fc
    .record(
      {
        query: fc.constantFrom(...texts),
        documentId: fc.constantFrom('unknown', ...texts.flatMap(documentIdsOf), ...texts.map(sha256Of)),
        sha256Hash: fc.constantFrom('unknown', ...texts.flatMap(hashesOf)),
      },
      { requiredKeys: [] },
    )
    .filter((members) => Object.keys(members).length > 0);
  fc.assert(
    fc.property(request, fc.constantFrom('allow', 'report', 'require'), fc.boolean(), (members, mode, exempt) => {
      const documents = new Documents(preparedOf, trusted, mode, { warn: () => {} }, () => null);
      const outcome = outcomeIn(documents, members, exempt);
      expect(outcome).toBe(expectedOf(members, mode, exempt));
      const { sha256Hash } = members;
      if (sha256Hash === undefined) return;
      const registers = outcome === untrusted && mode !== 'require';
      expect(outcomeIn(documents, { sha256Hash }, exempt)).toBe(registers ? untrusted : expectedOf({ sha256Hash }, mode, exempt));
    }),
    { numRuns: 300 },
  );
});

describe('persisted queries', () => {
  const prepare = createPrepare({
    schema: buildSchema('type Query { a: String b: String }'),
    limits: unlimited,
    introspection: true,
    maxTokens: 2000,
  });
  const underTest = () => {
    const documents = new Documents(prepare, [], 'allow', { warn: () => {} }, () => null);
    const send = (query: string | undefined, sha256Hash: string) =>
      documents.operationOf({ ...nothing, query, extensions: { persistedQuery: { version: 1, sha256Hash } } }, caller());
    const register = (text: string) => send(text, sha256Of(text));
    const isKnown = (text: string) => send(undefined, sha256Of(text)).type !== 'unknown';
    return { send, register, isKnown };
  };

  test('one is prepared by its hash once its text was sent with it, and shares the operation of its text', () => {
    const { send, register, isKnown } = underTest();
    const text = '{ a b }';
    expect(isKnown(text)).toBe(false);
    for (const prepared of [register(text), send(undefined, sha256Of(text)), register(text)]) expect(prepared).toBe(prepare(text));
  });

  test('one that is refused is not registered', () => {
    const { register, isKnown } = underTest();
    expect(register('{ c }')).toMatchObject({ type: 'unknown' });
    expect(isKnown('{ c }')).toBe(false);
  });

  test('they are bounded by their number and their characters, and those used last stay', () => {
    const { register, isKnown } = underTest();
    const many = times(2001, (index) => `{ a } #${index}`);
    many.forEach(register);
    expect([many[0]!, many[1]!, many[2000]!].map(isKnown)).toEqual([false, true, true]);
    const long = times(9, (index) => `{ a } #${index}${'x'.repeat(1024 * 1024)}`);
    long.forEach(register);
    expect([isKnown(long[0]!), isKnown(long[8]!)]).toEqual([false, true]);
  });
});

test('no more than the maximum of documents are reported', () => {
  const reported: unknown[] = [];
  const log = { warn: (facts: unknown) => void reported.push(facts) };
  const documents = new Documents(preparedOf, trusted, 'report', log, (name) => name ?? null);
  for (let index = 0; index < 10_001; index += 1) documents.operationOf({ ...nothing, query: `{ x${index} }` }, caller('content:read'));
  expect(reported.slice(9_999)).toEqual([
    { sha256: sha256Of('{ x9999 }'), operationName: null },
    'Many operations are not trusted documents. No more are logged until the next start.',
  ]);
});

test('a document with a lone surrogate is a syntax error, even after the document with the same hash', async () => {
  const server = await startToyServer();
  const [valid, invalid] = ['\ufffd', '\ud800'].map((text) => ({ query: `{ echo(text: "${text}") }` }));
  expect(sha256Of(invalid!.query)).toBe(sha256Of(valid!.query));
  expect((await post(server, invalid)).code).toBe('GRAPHQL_PARSE_FAILED');
  expect((await post(server, valid)).body).toEqual({ data: { echo: '{"text":"\ufffd"}' } });
  expect((await post(server, invalid)).code).toBe('GRAPHQL_PARSE_FAILED');
});

test.each(['{_service{sdl}}', 'query { _service { sdl } }', '\uFEFF query,\n_Any1 # a comment { }\r\n{\t_service,{ sdl } } # another'])(
  'an operation that selects nothing but _service { sdl } is a request for the SDL, whatever its name and spaces: %s',
  (text) => {
    expect(isSdlOperation(text)).toBe(true);
  },
);

test.each([
  '',
  '{ _service { sdl } ',
  '{ _service { sdl } } { _service { sdl } }',
  '{ _service { sdl other } }',
  '{ _service { sdl } activities { id } }',
  '{ a: _service { sdl } }',
  '{ _service { ...F } } fragment F on _Service { sdl }',
  'mutation { _service { sdl } }',
  'query Q($a: Int) { _service { sdl } }',
  '{ _service @skip(if: true) { sdl } }',
  '{ _service { "sdl" } }',
  '{ "_service" { sdl } }',
  'query 1 { _service { sdl } }',
  'query One Two { _service { sdl } }',
  '{ _service { sdl } } \u0000',
  `{ _service { sdl } }${' '.repeat(5000)}`,
])('another operation, or a very long text, is none: %s', (text) => {
  expect(isSdlOperation(text)).toBe(false);
});
