import { createHash } from 'node:crypto';
import { Audit } from '../../../src/graph/audit/audit.js';
import type { RunningServer } from '../../../src/server/server.js';
import { codeOf, get, post, seen, startToyServer, strict } from '../toy-server.js';

describe('limits', () => {
  let server: RunningServer;
  beforeAll(async () => (server = await startToyServer({ maxTokens: 100 })));

  test('a document of more tokens than MAX_TOKENS gets 400 QUERY_TOO_COMPLEX', async () => {
    const response = await post(server, { query: `{ ${'hello '.repeat(101)} }` }, strict);
    expect({ status: response.status, extensions: response.body.errors?.[0]?.extensions }).toEqual({
      status: 400,
      extensions: { code: 'QUERY_TOO_COMPLEX', limit: 'MAX_TOKENS', maximum: 100, actual: 101 },
    });
  });

  test('fragments that multiply are refused before they run', async () => {
    const fragments = Array.from({ length: 18 }, (_, i) => `fragment F${i} on Item { items { ...F${i + 1} } items { ...F${i + 1} } }`);
    const bomb = await startToyServer();
    const response = await post(bomb, { query: `{ item { ...F0 } } ${fragments.join(' ')} fragment F18 on Item { id }` }, strict);
    await bomb.close();
    expect({ status: response.status, code: codeOf(response) }).toEqual({ status: 400, code: 'GRAPHQL_VALIDATION_FAILED' });
  });

  test('a document that is nested deeper than the stack allows gets 400, which does not mention the stack', async () => {
    const deep = await startToyServer({ maxTokens: 1_000_000 });
    const response = await post(deep, { query: `{ echo(texts: ${'['.repeat(40_000)}` }, strict);
    await deep.close();
    expect({ status: response.status, code: codeOf(response), mentionsStack: /stack/i.test(response.text) }).toEqual({
      status: 400,
      code: 'GRAPHQL_PARSE_FAILED',
      mentionsStack: false,
    });
  });
});

describe('introspection off', () => {
  let server: RunningServer;
  beforeAll(async () => (server = await startToyServer({ introspection: false })));

  test.each(['{ __schema { types { name } } }', '{ __type(name: "Query") { name } }'])(
    '%s is refused, and the message does not say how to enable introspection',
    async (query) => {
      const response = await post(server, { query }, strict);
      expect(response.status).toBe(400);
      expect(response.body.errors?.[0]).toMatchObject({
        message: 'Introspection is off. Read the schema from its file, or ask the operator to turn on INTROSPECTION.',
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED', validationErrorCode: 'INTROSPECTION_DISABLED' },
      });
    },
  );

  test('the SDL for composition is served', async () => {
    expect((await post(server, { query: '{ _service { sdl } }' })).body.data).toEqual({ _service: { sdl: 'type Query' } });
  });

  test.each([
    ['{ helo }', undefined],
    ['{ echo(txt: "a") }', undefined],
    ['{ echo(color: REDD) }', undefined],
    ['{ echo(person: { nam: "a", name: "b" }) }', undefined],
    ['{ ... on Quer { hello } }', undefined],
    ['{ hello @skp(if: true) }', undefined],
    ['query($p: Person) { echo(person: $p) }', { p: { nam: 'a', name: 'b' } }],
    ['query($c: Color) { echo(color: $c) }', { c: 'REDD' }],
    ['query($p: Persn) { echo(person: $p) }', {}],
  ])('the error of %s suggests no name', async (query, variables) => {
    const response = await post(server, { query, variables }, strict);
    expect(response.status).toBe(400);
    expect(response.text).not.toMatch(/did you mean/i);
  });
});

describe('persisted queries', () => {
  const query = '{ hello }';
  const sha256Hash = 'c1ca2b5eecbff2a4e7cc5e8e2a0e8b7b4d6b1d3a0f2d6d6a6a3f7f0c1b7f0f0e';
  let server: RunningServer;
  beforeAll(async () => (server = await startToyServer()));

  test('the hash of a query is unknown until the query is registered with it, and then suffices, by POST and by GET', async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') } };
    const unknown = await post(server, { extensions }, strict);
    expect({ status: unknown.status, code: codeOf(unknown), message: unknown.body.errors?.[0]?.message }).toEqual({
      status: 200,
      code: 'PERSISTED_QUERY_NOT_FOUND',
      message: 'PersistedQueryNotFound',
    });
    expect((await post(server, { query, extensions })).body.data).toEqual({ hello: 'world' });
    expect((await post(server, { extensions })).body.data).toEqual({ hello: 'world' });
    expect((await get(server, { extensions: JSON.stringify(extensions) })).body.data).toEqual({ hello: 'world' });
  });

  test.each([
    [
      'a hash of something else',
      { version: 1, sha256Hash },
      '"extensions.persistedQuery.sha256Hash" must be the SHA-256 of "query" in hex.',
    ],
    ['another version', { version: 2, sha256Hash }, '"extensions.persistedQuery.version" must be 1.'],
    [
      'a hash that is no string',
      { version: 1, sha256Hash: { toString: 1 } },
      'The parameter "extensions.persistedQuery.sha256Hash" must be a string.',
    ],
  ])('%s gets 400, and the message names what is wrong', async (_what, persistedQuery, message) => {
    const response = await post(server, { query, extensions: { persistedQuery } }, strict);
    expect({ status: response.status, code: codeOf(response), message: response.body.errors?.[0]?.message }).toEqual({
      status: 400,
      code: 'BAD_USER_INPUT',
      message,
    });
  });
});

test('the message of an unknown `documentId` names it', async () => {
  const response = await post(await startToyServer(), { documentId: 'none' }, strict);
  expect(codeOf(response)).toBe('PERSISTED_QUERY_NOT_FOUND');
  expect(response.body.errors?.[0]?.message).toMatch(/"documentId"/);
});

describe('signals', () => {
  test('the signal of an operation aborts at the timeout, and the response is still sent', async () => {
    const server = await startToyServer({ requestTimeoutMs: 50 });
    const response = await post(server, { query: '{ hello untilAborted }' });
    expect(response.body.data).toEqual({ hello: 'world', untilAborted: null });
    expect(seen.signal!.reason).toBe('timeout');
  });

  test('the signal of an operation aborts when the client disconnects', async () => {
    const server = await startToyServer();
    const gone = new AbortController();
    delete seen.signal;
    const pending = fetch(`${server.url}/graphql?query={untilAborted}`, { signal: gone.signal }).catch(() => 'gone');
    await until(() => seen.signal !== undefined);
    gone.abort();
    expect(await pending).toBe('gone');
    await until(() => seen.signal!.reason !== undefined);
    expect(seen.signal!.reason).toBe('cancelled');
  });
});

test('an error of `createContext` is a hidden defect with status 500 under graphql-response+json', async () => {
  const server = await startToyServer(
    {},
    {
      createContext: () => {
        throw new Error('canary');
      },
    },
  );
  const response = await post(server, { query: '{ hello }' }, strict);
  expect({ status: response.status, code: codeOf(response), containsCanary: response.text.includes('canary') }).toEqual({
    status: 500,
    code: 'INTERNAL_SERVER_ERROR',
    containsCanary: false,
  });
  expect((await post(server, { query: '{ hello }' })).status).toBe(200);
});

test('extensions of the context are part of the response', async () => {
  const server = await startToyServer(
    {},
    {
      createContext: ({ caller }) =>
        ({
          caller,
          audit: new Audit(),
          activities: { defaultId: null },
          usage: seen.usage,
          readGeneration: () => 0,
          responseExtensions: () => ({ upstream: { calls: 1 } }),
          over: () => {},
        }) as never,
    },
  );
  expect((await post(server, { query: '{ hello }' })).text).toBe('{"data":{"hello":"world"},"extensions":{"upstream":{"calls":1}}}');
});

/** Waits until a condition holds. The limit of the test ends a wait that is in vain. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}
