/*
 * The life of a request: the order of its steps, its signal, and a defect before its execution. Each step has a suite of its own; limits,
 * which come before execution, have theirs in prepare.limits.program.test.ts, and the rate limit in rate-limit.test.ts.
 */

import { dataScopes } from '../../../src/records/caller.js';
import { until } from '../../support/until.js';
import { call, post, startToyServer, strict, toyOptions } from '../toy-server.js';

describe('the order of the steps', () => {
  const credential = { 'x-api-key': 'key' };
  const json = 'application/json';
  const tooLong = `{"query":${' '.repeat(200)}`;
  const authenticate = (headers: { readonly 'x-api-key'?: readonly string[] | undefined }) =>
    headers['x-api-key']?.[0] === 'key' ? { name: 'app', scopes: dataScopes } : null;

  test.each([
    [405, 'PUT', 'wrong', 'image/png', 'text/plain', tooLong],
    [401, 'POST', 'wrong', 'image/png', 'text/plain', tooLong],
    [406, 'POST', 'key', 'image/png', 'text/plain', tooLong],
    [415, 'POST', 'key', json, 'text/plain', tooLong],
    [413, 'POST', 'key', json, json, tooLong],
    [400, 'POST', 'key', json, json, '{"query":'],
    [200, 'POST', 'key', json, json, '{"query":"{ hello }"}'],
  ])('a request gets %d by its first fault, whatever faults follow: %s, key %s, accept %s, content type %s', async (status, ...parts) => {
    const [method, key, accept, type, body] = parts;
    const { url } = await startToyServer({ maxBodyBytes: 100 }, { authenticate });
    const headers = { accept, 'content-type': type, 'x-api-key': key };
    expect((await call(`${url}/graphql`, { method, headers, body })).status).toBe(status);
  });

  test('a stored response is sent after authentication, and before the request is parsed and its operation gets a context', async () => {
    let contexts = 0;
    const { createContext } = toyOptions();
    const counting: typeof createContext = (operation) => {
      contexts += 1;
      return createContext(operation);
    };
    const server = await startToyServer({}, { authenticate, createContext: counting });
    for (let time = 0; time < 3; time += 1)
      expect((await post(server, { query: '{ __typename }' }, credential)).text).toBe('{"data":{"__typename":"Query"}}');
    expect(contexts).toBe(1);
    expect((await post(server, { query: '{ __typename }' })).status).toBe(401);
  });
});

describe('signals', () => {
  test('the signal of an operation aborts at the timeout, and the response is still sent', async () => {
    const server = await startToyServer({ requestTimeoutMs: 50 });
    const response = await post(server, { query: '{ hello untilAborted }' });
    expect(response.body.data).toEqual({ hello: 'world', untilAborted: null });
    expect(server.seen.signal!.reason).toBe('timeout');
  });

  test('the signal of an operation aborts when the client disconnects', async () => {
    const server = await startToyServer();
    const gone = new AbortController();
    const pending = fetch(`${server.url}/graphql?query={untilAborted}`, { signal: gone.signal }).catch(() => 'gone');
    await until(() => server.seen.signal !== undefined);
    gone.abort();
    expect(await pending).toBe('gone');
    await until(() => server.seen.signal!.reason !== undefined);
    expect(server.seen.signal!.reason).toBe('cancelled');
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
  expect(response).toMatchObject({ status: 500, code: 'INTERNAL_SERVER_ERROR' });
  expect(response.text).not.toContain('canary');
  expect((await post(server, { query: '{ hello }' })).status).toBe(200);
});
