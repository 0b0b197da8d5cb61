/* The page of the explorer over HTTP: its size, headers and examples, and who is led to it. In a browser: test/browser. */

import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { exampleOperations } from '../../../src/server/explorer/example-operations.js';
import { createExplorer } from '../../../src/server/explorer/explorer.js';
import { graphiql } from '../../../src/server/explorer/pages.js';
import type { HttpRequest } from '../../../src/server/http/request.js';
import { temporaryFolder } from '../../support/temporary-files.js';
import { call, startToyServer } from '../toy-server.js';

const raw = (url: string, headers: Record<string, string>) =>
  new Promise<{ status?: number | undefined; headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve, reject) => {
    request(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }));
    })
      .on('error', reject)
      .end();
  });

test('GraphiQL is a small page that sends requests to the graph only, and fits the window of a phone', async () => {
  const examples = [
    { query: 'query First { hello }' },
    { query: '# A comment.\nmutation Second { hello } # </script>', variables: '{}' },
    { query: 'query Third { hello }' },
  ];
  const server = await startToyServer({ explorer: 'graphiql' }, { explorerContent: { examples, authenticated: false } });
  const zipped = await raw(`${server.url}/`, { 'accept-encoding': 'gzip, deflate, br' });
  expect({
    status: zipped.status,
    contentEncoding: zipped.headers['content-encoding'],
    contentType: zipped.headers['content-type'],
    cacheControl: zipped.headers['cache-control'],
  }).toEqual({ status: 200, contentEncoding: 'gzip', contentType: 'text/html; charset=utf-8', cacheControl: 'no-store' });
  const policy = String(zipped.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/https?:|\*/);
  const html = gunzipSync(zipped.body).toString();
  expect(html.length).toBeLessThan(20_000);
  expect(html).toContain('<title>Event Graph</title>');
  expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
  expect(html).toContain(
    '"endpoint":"/graphql","method":"POST","defaultTabs":[{"query":"query First { hello }"},{"query":"# A comment.\\nmutation Second { hello } # \\u003c/script>","variables":"{}"},{"query":"query Third { hello }"}],"shouldPersistHeaders":false',
  );
  expect(html).not.toContain('<form id="key"');
  for (const encodings of ['gzip;q=0, identity', 'gzip;q=0 , br']) {
    const plain = await raw(`${server.url}/?x=1`, { 'accept-encoding': encodings });
    expect({ contentEncoding: plain.headers['content-encoding'], isSamePage: plain.body.toString() === html }).toEqual({
      contentEncoding: undefined,
      isSamePage: true,
    });
  }
  expect((await call(`${server.url}/`, { method: 'POST' })).status).toBe(405);

  // The script is loaded once: its address contains its hash.
  const [, path, hash] = /<script src="([^"?]+)\?([^"]+)"/.exec(html)!;
  const script = await raw(`${server.url}${path}?${hash}`, { 'accept-encoding': 'gzip' });
  expect(script.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
    // A shared cache stores the header that permits one origin, too.
    vary: 'accept-encoding, origin',
  });
  expect(script.body.length).toBeLessThan(4_000_000);
  expect(createHash('sha256').update(gunzipSync(script.body)).digest('base64url')).toBe(hash);
  const other = await raw(`${server.url}${path}?older`, {});
  expect({ cacheControl: other.headers['cache-control'], isSame: other.body.equals(gunzipSync(script.body)) }).toEqual({
    cacheControl: 'no-store',
    isSame: true,
  });
});

test('page and script are in memory once, however many clients do not read them', async () => {
  const explorers = Object.values(createExplorer('graphiql', { examples: [], authenticated: false }));
  for (const headers of [{}, { 'accept-encoding': 'gzip' }]) {
    const get = { method: 'GET', headers, search: '' } as Partial<HttpRequest> as HttpRequest;
    for (const explorer of explorers) {
      const [first, second] = await Promise.all([explorer(get), explorer(get)]);
      expect(Buffer.isBuffer(first.body)).toBe(true);
      expect((await explorer(get)).body === first.body && second.body === first.body).toBe(true);
    }
  }
});

test('/graphql in a browser leads to the explorer; requests with a document are executed', async () => {
  const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
  const server = await startToyServer({ explorer: 'graphiql' });
  const response = await fetch(`${server.url}/graphql`, { headers: browser, redirect: 'manual' });
  expect({ status: response.status, location: response.headers.get('location'), vary: response.headers.get('vary') }).toEqual({
    status: 303,
    location: '/',
    vary: 'accept',
  });
  const query = await fetch(`${server.url}/graphql?query={hello}`, { headers: browser, redirect: 'manual' });
  expect(await query.json()).toHaveProperty('data.hello');
  for (const accept of ['application/json', '*/*', 'application/json, text/html', 'text/html;q=0, */*', 'text/event-stream'])
    expect((await fetch(`${server.url}/graphql`, { headers: { accept }, redirect: 'manual' })).status).toBe(400);
});

test("Apollo's Sandbox contains the address of the graph, and may run Apollo's script and its own one only", async () => {
  const examples = [{ query: '{ hello } # </script>', variables: '{"a":1}' }];
  const server = await startToyServer({ explorer: 'sandbox' }, { explorerContent: { examples, authenticated: true } });
  const { status, text, headers } = await call(`${server.url}/`);
  expect({ status, contentType: headers.get('content-type') }).toEqual({ status: 200, contentType: 'text/html; charset=utf-8' });
  expect(text).toContain("initialEndpoint:location.origin+'/graphql'");
  expect(text).not.toContain('# </script>');
  expect(text).toContain('"variables":{"a":1},"sharedHeaders":{"authorization":"Bearer "},"includeCookies":false');
  const directives = headers.get('content-security-policy')!.split('; ');
  const policy = Object.fromEntries(directives.map((each) => [each.split(' ')[0]!, each.split(' ').slice(1)]));
  const scripts = [...text.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)];
  const apollos = 'https://embeddable-sandbox.cdn.apollographql.com/v2/embeddable-sandbox.umd.production.min.js';
  expect(scripts.map(([, attributes]) => attributes)).toEqual([` src="${apollos}"`, '']);
  expect(policy).toMatchObject({
    'script-src': [apollos, `'sha256-${createHash('sha256').update(scripts[1]![2]!).digest('base64')}'`],
    'default-src': ["'none'"],
    'connect-src': ["'self'"],
    'frame-src': ['https://sandbox.embed.apollographql.com'],
    'frame-ancestors': ["'none'"],
  });
  expect(text.replaceAll(/<script.*?<\/script>/gs, '')).not.toMatch(/<(?:img|iframe|object|embed|base|script)\b|https?:/);
});

test('if the graph requires a credential, the page has an input for it', async () => {
  expect((await graphiql({ examples: [], authenticated: true })).html).toContain('<form id="key"');
});

test('with EXPLORER=off no page is served, and /graphql leads nowhere', async () => {
  const server = await startToyServer({ explorer: 'off' });
  expect((await fetch(`${server.url}/graphql`, { headers: { accept: 'text/html, */*;q=0.8' }, redirect: 'manual' })).status).toBe(400);
  const { status, headers, body } = await call(`${server.url}/`, { headers: { accept: 'text/html' } });
  expect({ status, contentType: headers.get('content-type'), errors: body.errors?.length }).toEqual({
    status: 404,
    contentType: 'application/json; charset=utf-8',
    errors: 1,
  });
});

test('the examples beside an operations file are its files and links to files; anything else is left out', () => {
  const folder = temporaryFolder();
  const examples = (file: string | null) => exampleOperations(file, new Map());
  const own = (name: string) => examples(join(folder, name)).slice(examples(null).length);
  mkdirSync(join(folder, 'own', 'folder.graphql'), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('text', '{ linked }');
  symlinkSync('../text', join(folder, 'own/linked.graphql'));
  symlinkSync('nowhere', join(folder, 'own/.#edited.graphql'));
  symlinkSync('nowhere', join(folder, 'own/broken.graphql'));
  write('own/.hidden.graphql', '{ hidden }');
  write('own/a.graphql', '{ a }');
  write('own/a.variables.json', '{}');
  expect(own('own.json')).toEqual([{ query: '{ a }', variables: '{}' }, { query: '{ linked }' }]);
  expect([own('text.json'), own('missing.json')]).toEqual([[], []]);
});
