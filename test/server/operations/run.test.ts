/*
 * The life of a request where no other suite has it: what is refused before it runs, its signal, and a defect before its execution. Methods, media
 * types and statuses are in ../server.graphql-over-http.test.ts, equal requests in shared-results.program.test.ts, limits in the folder `limits`.
 */

import { until } from '../../support/until.js';
import { codeOf, post, seen, startToyServer, strict } from '../toy-server.js';

describe('limits', () => {
  test('fragments that multiply are refused before they run', async () => {
    const fragments = Array.from({ length: 18 }, (_, i) => `fragment F${i} on Item { items { ...F${i + 1} } items { ...F${i + 1} } }`);
    const bomb = await startToyServer();
    const response = await post(bomb, { query: `{ item { ...F0 } } ${fragments.join(' ')} fragment F18 on Item { id }` }, strict);
    expect({ status: response.status, code: codeOf(response) }).toEqual({ status: 400, code: 'GRAPHQL_VALIDATION_FAILED' });
  });

  test('a document that is nested deeper than the stack allows gets 400, which does not mention the stack', async () => {
    const deep = await startToyServer({ maxTokens: 1_000_000 });
    const response = await post(deep, { query: `{ echo(texts: ${'['.repeat(40_000)}` }, strict);
    expect({ status: response.status, code: codeOf(response), mentionsStack: /stack/i.test(response.text) }).toEqual({
      status: 400,
      code: 'GRAPHQL_PARSE_FAILED',
      mentionsStack: false,
    });
  });
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
