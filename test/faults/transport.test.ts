/* Broken connections and replies: which error each becomes, and how often a call is attempted. */

import type { Socket } from 'node:net';
import { canaries, expectNoLeak, programOver } from '../support/program.js';
import { always, http, once, rawService, success, type RawScript } from '../support/raw-service.js';

/** The deadline of a call. The response to a fault must arrive soon after it at the latest. */
const deadlineMs = 1_500;
const soonAfterMs = deadlineMs + 1_500;

const articles = '/api/article/getList';
/** The bytes of a reply that succeeds, and the same without the last ones. */
const good = success({ msg: 'ok', data: { data: [], itemsCount: 0, total: 7, currentPage: 1 } });
const cut = good.slice(0, -10);
/** Sends bytes and ends the connection. */
const end =
  (bytes: string): RawScript =>
  (socket) =>
    void socket.end(bytes);
/** Sends bytes, if any, and resets the connection. */
const reset =
  (bytes = ''): RawScript =>
  (socket) => {
    if (bytes) socket.write(bytes, () => socket.resetAndDestroy());
    else socket.resetAndDestroy();
  };
/** Sends a character at a time, again and again. */
const drip =
  (text: string, everyMs: number): RawScript =>
  (socket: Socket) => {
    let at = 0;
    const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(text[at++ % text.length]!)), everyMs);
    socket.on('close', () => clearInterval(timer));
  };
const status = (line: string, headers: Record<string, string> = {}, body = '<html>oops 13800138000</html>') =>
  always(http(body, { status: line, headers: { 'content-type': 'text/html', ...headers } }));
/** The beginning of a reply whose headers go on. */
const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

interface Fault {
  readonly name: string;
  readonly script: RawScript;
  /** The error code; null if the call succeeds nevertheless. */
  readonly code: string | null;
  /** The exact number of requests that the service receives. */
  readonly hits: number;
}

const faults: readonly Fault[] = [
  { name: 'a hang before the headers', script: () => {}, code: 'UPSTREAM_TIMEOUT', hits: 1 },
  { name: 'headers that drip', script: drip('x-a: b\r\n', 50), code: 'UPSTREAM_INVALID_RESPONSE', hits: 1 },
  {
    name: 'headers that drip after a status line',
    script: (socket, nth, hit) => (socket.write(head), drip('x-a: b\r\n', 50)(socket, nth, hit)),
    code: 'UPSTREAM_TIMEOUT',
    hits: 1,
  },
  {
    name: 'a body that drips',
    script: (socket, nth, hit) => (socket.write(`${head}content-length: 9999\r\n\r\n`), drip(' ', 50)(socket, nth, hit)),
    code: 'UPSTREAM_TIMEOUT',
    hits: 1,
  },

  { name: 'a reset before the headers, once', script: once(reset(), good), code: null, hits: 2 },
  { name: 'a reset before the headers, always', script: reset(), code: 'UPSTREAM_UNAVAILABLE', hits: 3 },
  { name: 'a reset in the body, once', script: once(reset(cut), good), code: null, hits: 2 },
  { name: 'a reset in the body, always', script: reset(cut), code: 'UPSTREAM_UNAVAILABLE', hits: 3 },
  { name: 'an end before the length that was announced, once', script: once(end(cut), good), code: null, hits: 2 },
  { name: 'an end before the length that was announced, always', script: end(cut), code: 'UPSTREAM_UNAVAILABLE', hits: 3 },
  {
    name: 'a chunked body that ends early',
    script: end(`${head}transfer-encoding: chunked\r\n\r\n5\r\n{"cod\r\n`),
    code: 'UPSTREAM_UNAVAILABLE',
    hits: 3,
  },
  {
    name: 'a body cut off where the connection ends it',
    script: end(`${head}connection: close\r\n\r\n{"code":1,"data":{"da`),
    code: 'UPSTREAM_INVALID_RESPONSE',
    hits: 1,
  },

  {
    name: '429 with a time within the deadline',
    script: once(status('429 Too Many Requests', { 'retry-after': '0' }), good),
    code: null,
    hits: 2,
  },
  {
    name: '429 with a time beyond the deadline',
    script: status('429 Too Many Requests', { 'retry-after': '3600' }),
    code: 'UPSTREAM_RATE_LIMITED',
    hits: 1,
  },
  { name: '503 once', script: once(status('503 Service Unavailable'), good), code: null, hits: 2 },
  { name: '502 always', script: status('502 Bad Gateway'), code: 'UPSTREAM_UNAVAILABLE', hits: 3 },
  { name: '500 with a page of HTML', script: status('500 Internal Server Error'), code: 'UPSTREAM_UNAVAILABLE', hits: 1 },
  {
    name: '500 with a body that reports success',
    script: status('500 Internal Server Error', {}, '{"code":1,"data":{}}'),
    code: 'UPSTREAM_UNAVAILABLE',
    hits: 1,
  },

  { name: '200 with a page of HTML', script: status('200 OK'), code: 'UPSTREAM_INVALID_RESPONSE', hits: 1 },
  { name: '200 with an empty body', script: always(http('')), code: 'UPSTREAM_INVALID_RESPONSE', hits: 1 },
  { name: '204', script: always('HTTP/1.1 204 No Content\r\n\r\n'), code: 'UPSTREAM_INVALID_RESPONSE', hits: 1 },
  { name: '404 with a page of HTML', script: status('404 Not Found'), code: 'UPSTREAM_INVALID_RESPONSE', hits: 1 },
  { name: 'JSON with the content type of HTML', script: always(good.replace('application/json', 'text/html')), code: null, hits: 1 },
  { name: 'success under status 400', script: always(good.replace('200 OK', '400 Bad Request')), code: null, hits: 1 },
  { name: 'success under status 403', script: always(good.replace('200 OK', '403 Forbidden')), code: null, hits: 1 },

  {
    name: 'a compressed reply',
    script: always(http('\u001f\u008b', { headers: { 'content-encoding': 'gzip' } })),
    code: 'UPSTREAM_INVALID_RESPONSE',
    hits: 1,
  },
  {
    name: 'six encodings at once',
    script: always(http('x', { headers: { 'content-encoding': 'gzip, gzip, gzip, gzip, gzip, gzip' } })),
    code: 'UPSTREAM_INVALID_RESPONSE',
    hits: 1,
  },
  {
    name: 'an announced length of 10 GB',
    script: always(`${head}content-length: 10000000000\r\n\r\n{`),
    code: 'UPSTREAM_INVALID_RESPONSE',
    hits: 1,
  },
  {
    name: 'more bytes than allowed',
    script: (socket) => void socket.write(`${head}connection: close\r\n\r\n${' '.repeat(200_000)}`),
    code: 'UPSTREAM_INVALID_RESPONSE',
    hits: 1,
  },
  {
    name: 'headers of 40 kB',
    script: always(http('{}', { headers: { 'x-long': 'a'.repeat(40_000) } })),
    code: 'UPSTREAM_INVALID_RESPONSE',
    hits: 1,
  },
  { name: 'bytes of another protocol', script: end('SSH-2.0-OpenSSH_9.2\r\n'), code: 'UPSTREAM_INVALID_RESPONSE', hits: 1 },
  {
    name: 'two lengths that differ',
    script: always('HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 9\r\n\r\n{"a":1}'),
    code: 'UPSTREAM_INVALID_RESPONSE',
    hits: 1,
  },
  { name: 'a hundred early hints first', script: always('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100) + good), code: null, hits: 1 },
];

test.each(faults)('$name: fails its own field at most, after the documented number of calls', async ({ script, code, hits }) => {
  const service = await rawService({
    [articles]: script,
    '/api/ticket/data': always(success({ data: [{ id: 1, name: 'T', num: 2, sold_num: 1, money: 9 }] })),
  });
  const program = await programOver(service.url, {
    EVENT_SERVICE_MAX_RESPONSE_BYTES: '100000',
    EVENT_SERVICE_TIMEOUT_MS: String(deadlineMs),
  });
  try {
    const response = await program.run('{ activity { articles { total } tickets { name } } }');
    expect(response.data!.activity.tickets).toEqual([{ name: 'T' }]);
    expect(response.data!.activity.articles).toEqual(code === null ? { total: 7 } : null);
    expect(response.errors.map(({ extensions, path }) => [extensions.code, path])).toEqual(
      code === null ? [] : [[code, ['activity', 'articles']]],
    );
    expect(service.hitsOf(articles)).toHaveLength(hits);
    expect(response.ms).toBeLessThan(soonAfterMs);
    await expectNoLeak(program, response);
  } finally {
    await program.close();
    await service.close();
  }
});

test.each(['302', '307'])('a redirect by %s is not followed: no other server receives the signature', async (redirect) => {
  const other = await rawService({ '*': always(good) });
  const service = await rawService({
    '*': always(http('', { status: `${redirect} Elsewhere`, headers: { location: `${other.url}${articles}` } })),
  });
  const program = await programOver(service.url);
  try {
    const response = await program.run('{ activity { articles { total } } }');
    expect(response.errors[0]!.extensions.code).toBe('UPSTREAM_INVALID_RESPONSE');
    expect({ hits: service.hits.length, otherHits: other.hits.length }).toEqual({ hits: 1, otherHits: 0 });
  } finally {
    await program.close();
    await service.close();
    await other.close();
  }
});

test.each([
  ['a closed port', 'http://127.0.0.1:9'],
  ['a name that does not exist', 'http://nope.invalid'],
])('%s: the service is unavailable, and fields that do not need it have values', async (_name, url) => {
  const program = await programOver(url, { EVENT_SERVICE_TIMEOUT_MS: String(deadlineMs), EVENT_SERVICE_ALLOW_HTTP: 'true' });
  try {
    const response = await program.run('{ activity { id articles { total } } }');
    expect(response.data!.activity).toEqual({ id: '1001', articles: null });
    expect(response.errors[0]!.extensions.code).toBe('UPSTREAM_UNAVAILABLE');
    expect(JSON.stringify(response.errors)).not.toMatch(/127\.0\.0\.1|nope\.invalid|ECONN|ENOTFOUND/);
    expect(response.ms).toBeLessThan(soonAfterMs);
    await expectNoLeak(program, response);
  } finally {
    await program.close();
  }
});

test('TLS to a port without TLS: the service is unavailable, and nothing readable was sent', async () => {
  const service = await rawService({ '*': always(good) });
  const program = await programOver(service.url.replace('http:', 'https:'), { EVENT_SERVICE_TIMEOUT_MS: String(deadlineMs) });
  try {
    const response = await program.run('{ activity { articles { total } } }');
    expect(['UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT']).toContain(response.errors[0]!.extensions.code);
    expect(service.hits).toHaveLength(0);
  } finally {
    await program.close();
    await service.close();
  }
});

test('a reply without a request, left on an idle socket, is not taken for the next reply', async () => {
  const foreign = success({ data: [{ id: 8, form_id: 1001, contact: canaries.name, review: 1 }], total: 1 });
  const mine = success({ data: [{ id: 7, form_id: 1001, contact: 'Mine', review: 1 }], total: 1 });
  const service = await rawService({ '/api/participant/getList': (socket) => void socket.write(mine + foreign) });
  const program = await programOver(service.url);
  try {
    for (let round = 0; round < 5; round += 1) {
      const response = await program.run('{ attendee(by: { id: "7" }) { name } }');
      expect(JSON.stringify(response)).not.toContain(canaries.name);
      if (response.errors.length === 0) expect(response.data).toEqual({ attendee: { name: 'Mine' } });
    }
  } finally {
    await program.close();
    await service.close();
  }
});

test('a retry has a signature and a time of its own', async () => {
  const service = await rawService({ [articles]: once(status('503 Service Unavailable', { 'retry-after': '1' }), good) });
  const program = await programOver(service.url, { EVENT_SERVICE_TIMEOUT_MS: '3000' });
  try {
    const response = await program.run('{ activity { articles { total } } }');
    expect(response.errors).toEqual([]);
    const [first, second] = service.hits.map(
      ({ head: sent }) => JSON.parse(/service-auth: (.*)/i.exec(sent)![1]!) as { Time: number; Signature: string },
    );
    expect(second!.Time).toBeGreaterThan(first!.Time);
    expect(second!.Signature).not.toBe(first!.Signature);
  } finally {
    await program.close();
    await service.close();
  }
});

test('a caller that disconnects cancels its reads', async () => {
  const service = await rawService({ '*': () => {} });
  const program = await programOver(service.url, { EVENT_SERVICE_TIMEOUT_MS: '20000' });
  try {
    const controller = new AbortController();
    const pending = program.run('{ activity { articles { total } } }', {}, { signal: controller.signal });
    while (service.hits.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const [socket] = service.sockets;
    const closed = new Promise((resolve) => socket!.once('close', resolve));
    controller.abort();
    await expect(pending).rejects.toThrow();
    await closed;
    expect(service.hits).toHaveLength(1);
  } finally {
    await program.close();
    await service.close();
  }
});
