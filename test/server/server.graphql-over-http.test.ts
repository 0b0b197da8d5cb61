/* GraphQL over HTTP: methods, media types, statuses and headers. */

import { call, get, post, postTo, startToyServer, strict, type ToyServer } from './toy-server.js';

describe('GraphQL over HTTP', () => {
  let server: ToyServer;
  beforeAll(async () => (server = await startToyServer()));

  test.each([
    ['application/jsonp'],
    ['text/plain; application/json'],
    ['application/json, text/plain'],
    ['text/plain; x="a;", application/json'],
  ])('a POST of %s gets 415, and nothing runs', async (type) => {
    const before = server.seen.calls;
    const response = await post(server, { query: 'mutation { add(person: { name: "x" }) }' }, { 'content-type': type });
    expect(response).toMatchObject({ status: 415, code: 'BAD_USER_INPUT' });
    expect(server.seen.calls).toBe(before);
  });

  test.each([
    'Application/JSON; charset=UTF-8',
    'application/json;charset="utf-8"',
    'application/json; charset=utf8',
    'application/json;',
    'application/json; charset=utf-8; profile="a;b=c"; version=2',
  ])('a POST of %s is read', async (type) => {
    expect((await post(server, { query: '{ hello }' }, { 'content-type': type })).status).toBe(200);
  });

  test('a GET that names a foreign content type gets 415', async () => {
    expect((await get(server, { query: '{ hello }' }, { 'content-type': 'text/plain' })).status).toBe(415);
  });

  test.each(['PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'])('%s gets 405, which lists the allowed methods', async (method) => {
    const response = await call(`${server.url}/graphql`, { method });
    expect({ status: response.status, allow: response.headers.get('allow') }).toEqual({ status: 405, allow: 'GET, POST' });
    if (method !== 'HEAD') expect(response.text).toContain('This path accepts GET and POST only.');
  });

  test.each(['/graphql', '/graphql/stream'])('a body that is not UTF-8 gets 400 at %s, and nothing runs', async (path) => {
    const before = server.seen.calls;
    const body = JSON.stringify({ query: 'mutation { add(person: { name: "M\u00fcller" }) }' });
    const send = (encoding: BufferEncoding) => postTo(server.url + path, Buffer.from(body, encoding));
    const response = await send('latin1');
    expect(response).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' });
    expect(server.seen.calls).toBe(before);
    expect(response.body.errors![0]!.message).toBe('The body is not UTF-8. Encode its text in UTF-8.');
    if (path === '/graphql') expect((await send('utf8')).body.data!['add']).toContain('M\u00fcller');
  });

  test.each(['%FC', '%fc', '%C3', '%ED%A0%80'])('a query string with the invalid UTF-8 %s gets 400', async (letter) => {
    const response = await call(`${server.url}/graphql?query={echo(text:"M${letter}ller")}`);
    expect(response).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' });
    expect(response.body.errors![0]!.message).toBe('The query string is not UTF-8. Encode its text in UTF-8.');
  });

  test.each([
    ['%C3%BC', 'ü'],
    ['%F0%9F%98%80', '😀'],
    ['%EF%BF%BD', '\ufffd'],
    ['100%', '100%'],
    ['%C3%BC%zz', 'ü%zz'],
  ])('the query string %s has the text %s', async (encoded, text) => {
    const response = await call(`${server.url}/graphql?query={echo(text:"${encoded}")}`);
    expect(response.body.data).toEqual({ echo: JSON.stringify({ text }) });
  });

  test.each(['{', '{ nothing }', 'query($n: Int!) { must(number: $n) }', '{ must }', 'query A { hello } query B { hello }'])(
    '%s fails before it runs: 400 under graphql-response+json, 200 under json',
    async (query) => {
      const [loose, exact] = [await post(server, { query }), await post(server, { query }, strict)];
      expect({ looseStatus: loose.status, exactStatus: exact.status, exactData: exact.body.data }).toEqual({
        looseStatus: 200,
        exactStatus: 400,
        exactData: undefined,
      });
      expect(loose.text).toBe(exact.text);
    },
  );

  test('a response with one failed field is partial: 200', async () => {
    const response = await post(server, { query: '{ hello broken }' }, strict);
    expect(response).toMatchObject({ status: 200, code: 'INTERNAL_SERVER_ERROR', body: { data: { hello: 'world', broken: null } } });
  });

  test('an unexpected error that ends the whole operation gets 500 under graphql-response+json, 200 under json', async () => {
    expect((await post(server, { query: '{ wholly }' }, strict)).status).toBe(500);
    expect((await post(server, { query: '{ wholly }' })).status).toBe(200);
  });

  test.each([
    [undefined, 'application/json'],
    ['application/graphql-response+json, application/json;q=0.9', 'application/graphql-response+json'],
    ['application/graphql-response+json, application/json', 'application/graphql-response+json'],
    ['application/json;q=0.2, application/graphql-response+json;q=0.3', 'application/graphql-response+json'],
    [' , ', 'application/json'],
    ['application/*+json', 'application/json'],
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 'application/json'],
    ['application/json; charset=iso-8859-1, application/json', 'application/json'],
    ['application/json;v=2;q=0, application/json', 'application/json'],
    ['application/graphql-response+json;profile="a,b;q=0", text/plain', 'application/graphql-response+json'],
    ['application/*;q=0.1, application/graphql-response+json;q=0.2', 'application/graphql-response+json'],
    ['application/graphql-response+json, application/json, text/event-stream', 'application/graphql-response+json'],
    ['text/event-stream;q=0, */*', 'application/json'],
    ['TEXT/EVENT-STREAM; charset=utf8', 'text/event-stream'],
    ['text/*', 'text/event-stream'],
    ['application/json;q=0.8, text/event-stream;q=0.9', 'text/event-stream'],
  ])('Accept: %s gets %s', async (accept, type) => {
    const response = await post(server, { query: '{ hello }' }, accept === undefined ? {} : { accept });
    expect({ status: response.status, contentType: response.headers.get('content-type') }).toEqual({
      status: 200,
      contentType: `${type}; charset=utf-8`,
    });
  });

  test.each(['application/json; charset=utf-16', 'text/event-streams', 'application/json;q=2;q=0'])(
    'Accept: %s gets 406',
    async (accept) => {
      expect((await post(server, { query: '{ hello }' }, { accept })).status).toBe(406);
    },
  );

  test('every response has its own id, no-store and nosniff', async () => {
    const responses = await Promise.all([
      post(server, { query: '{ hello }' }),
      post(server, '{'),
      call(`${server.url}/nothing`),
      call(`${server.url}/healthz`),
    ]);
    for (const { headers } of responses) {
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('vary')).toBe('accept, authorization, x-api-key, origin');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect(new Set(responses.map(({ headers }) => headers.get('x-request-id'))).size).toBe(responses.length);
  });

  test.each([
    ['abcd-1234_EF', true],
    ['short', false],
    ['x'.repeat(65), false],
    ['with space 123', false],
    ['quote"1234567', false],
    ['138-0013-8000', false],
    ['11010119900307851X', false],
  ])("the client's id %s is used: %s", async (id, isUsed) => {
    expect((await post(server, { query: '{ hello }' }, { 'x-request-id': id })).headers.get('x-request-id') === id).toBe(isUsed);
  });
});
