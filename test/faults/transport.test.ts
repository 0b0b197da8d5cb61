/* Broken connections and replies: which error each becomes, and how often a call is attempted. */

import { fakeService, http, success, writes, type Script } from '../support/fake-service.js';
import { canaries, expectNoLeak, programOver } from '../support/program.js';
import { until } from '../support/until.js';

/** The deadline of a call. The response to a fault must arrive soon after it at the latest. */
const EVENT_SERVICE_TIMEOUT_MS = '1500';
const soonAfterMs = 10_000;

const articles = '/api/article/getList';
const query = '{ activity { articles { total } } }';
/** The bytes of a reply that succeeds, and the same without the last ones. */
const good = success({ msg: 'ok', data: { data: [], itemsCount: 0, total: 7, currentPage: 1 } });
const cut = good.slice(0, -10);
/** The beginning of a reply whose headers go on. */
const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const closing = `${head}connection: close\r\n`;

/** Sends bytes and ends the connection. */
const end =
  (bytes: string): Script =>
  ({ socket }) =>
    void socket.end(bytes);
/** Sends bytes and resets the connection. */
const reset =
  (bytes: string): Script =>
  ({ socket }) =>
    void socket.write(bytes, () => socket.resetAndDestroy());
const resetAtOnce: Script = ({ socket }) => void socket.resetAndDestroy();
/** Sends the beginning of a reply and then a part of it again and again. */
const drip =
  (beginning: string, part: string): Script =>
  ({ socket }) => {
    socket.write(beginning);
    const timer = setInterval(() => socket.write(part), 50);
    socket.on('close', () => clearInterval(timer));
  };
const status = (line: string, headers: Record<string, string> = {}, body = '<html>oops 13800138000</html>') =>
  writes(http(body, { status: line, headers: { 'content-type': 'text/html', ...headers } }));
/** Fails the first time, and then succeeds. */
const once = (fault: Script): Script => {
  let count = 0;
  return (hit, response) => ((count += 1) === 1 ? fault(hit, response) : void hit.socket.write(good));
};

const [unavailable, invalid, timeout] = ['UPSTREAM_UNAVAILABLE', 'UPSTREAM_INVALID_RESPONSE', 'UPSTREAM_TIMEOUT'];

/** The code is null if the call succeeds nevertheless. `hits` is the exact number of requests that the service receives. */
test.each([
  ['a hang before the headers', () => {}, timeout, 1],
  ['headers that drip', drip(head, 'x-a: b\r\n'), timeout, 1],
  ['a body that drips', drip(`${head}content-length: 9999\r\n\r\n`, ' '), timeout, 1],

  ['a reset before the headers, once', once(resetAtOnce), null, 2],
  ['a reset before the headers, always', resetAtOnce, unavailable, 3],
  ['a reset in the body, always', reset(cut), unavailable, 3],
  ['an end before the length that was announced, always', end(cut), unavailable, 3],
  ['the same on a connection that is not reused', end(`${closing}content-length: 99\r\n\r\n{"code":1`), unavailable, 3],
  ['a reset in the body on a connection that is not reused', reset(`${closing}content-length: 99\r\n\r\n{`), unavailable, 3],
  ['a chunked body that ends early', end(`${closing}transfer-encoding: chunked\r\n\r\n5\r\n{"cod\r\n`), unavailable, 3],
  ['a body cut off where the connection ends it', end(`${closing}\r\n{"code":1,"data":{"da`), invalid, 1],

  ['429 with a time within the deadline', once(status('429 Too Many Requests', { 'retry-after': '0' })), null, 2],
  ['429 with a time beyond the deadline', status('429 Too Many Requests', { 'retry-after': '3600' }), 'UPSTREAM_RATE_LIMITED', 1],
  ['502 always', status('502 Bad Gateway'), unavailable, 3],
  ['500 with a body that reports success', status('500 Internal Server Error', {}, '{"code":1,"data":{}}'), unavailable, 1],

  ['204', writes('HTTP/1.1 204 No Content\r\n\r\n'), invalid, 1],
  ['JSON with the content type of HTML', writes(good.replace('application/json', 'text/html')), null, 1],
  ['success under status 400', writes(good.replace('200 OK', '400 Bad Request')), null, 1],

  ['an announced length of 10 GB', writes(`${head}content-length: 10000000000\r\n\r\n{`), invalid, 1],
  ['more bytes than allowed', writes(`${head}connection: close\r\n\r\n${' '.repeat(200_000)}`), invalid, 1],
  ['headers of 40 kB', writes(http('{}', { headers: { 'x-long': 'a'.repeat(40_000) } })), invalid, 1],
  ['interim headers of 40 kB', writes(`HTTP/1.1 103 Early Hints\r\nx: ${'a'.repeat(40_000)}`), invalid, 1],
  ['bytes of another protocol', end('SSH-2.0-OpenSSH_9.2\r\n'), invalid, 1],
  ['two lengths that differ', writes('HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 9\r\n\r\n{"a":1}'), invalid, 1],
  ['a hundred early hints first', writes('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100) + good), null, 1],
  ['100 and nothing else', writes('HTTP/1.1 100 Continue\r\n\r\n'), timeout, 1],
  ['101', writes('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'), unavailable, 3],
])(
  '%s: fails its own field at most, after the documented number of calls, and no call stays in progress',
  async (_name, script, code, hits) => {
    const tickets = [{ id: 1, name: 'T', num: 2, sold_num: 1, money: 9 }];
    const service = await fakeService({ [articles]: script, '/api/ticket/data': { code: 1, data: tickets } });
    const program = await programOver(service.url, { EVENT_SERVICE_MAX_RESPONSE_BYTES: '100000', EVENT_SERVICE_TIMEOUT_MS });
    const response = await program.run('{ activity { articles { total } tickets { name } } }');
    expect(response.data.activity).toEqual({ tickets: [{ name: 'T' }], articles: code === null ? { total: 7 } : null });
    expect(response.errors.map(({ extensions, path }) => [extensions.code, path])).toEqual(
      code === null ? [] : [[code, ['activity', 'articles']]],
    );
    expect(service.hitsOf(articles)).toHaveLength(hits);
    expect(response.ms).toBeLessThan(soonAfterMs);
    expect(await program.metrics()).toContain('\nevent_graph_upstream_active{lane="reads"} 0\n');
    await expectNoLeak(program, response);
  },
);

test.each(['302', '307'])('a redirect by %s is not followed: no other server receives the signature', async (redirect) => {
  const other = await fakeService({ '*': writes(good) });
  const location = `${other.url}${articles}`;
  const service = await fakeService({ '*': writes(http('', { status: `${redirect} Elsewhere`, headers: { location } })) });
  const { errors } = await (await programOver(service.url)).run(query);
  expect(errors[0]!.extensions.code).toBe(invalid);
  expect({ hits: service.hits.length, otherHits: other.hits.length }).toEqual({ hits: 1, otherHits: 0 });
});

test('TLS to a port without TLS: the service is unavailable, and nothing readable was sent', async () => {
  const service = await fakeService({ '*': writes(good) });
  const program = await programOver(service.url.replace('http:', 'https:'), { EVENT_SERVICE_TIMEOUT_MS });
  expect((await program.run(query)).errors[0]!.extensions.code).toBe(unavailable);
  expect(service.hits).toHaveLength(0);
});

test('a reply without a request, left on an idle socket, is not taken for the next reply', async () => {
  const [foreign, mine] = [canaries.name, 'Mine'].map((contact, index) =>
    success({ data: [{ id: 8 - index, form_id: 1001, contact, review: 1 }], total: 1 }),
  );
  const service = await fakeService({ '/api/participant/getList': writes(mine! + foreign!) });
  const program = await programOver(service.url);
  for (let round = 0; round < 5; round += 1) {
    const { data, errors } = await program.run('{ attendee(by: { id: "7" }) { name } }');
    expect({ data, errors }).toEqual({ data: { attendee: { name: 'Mine' } }, errors: [] });
  }
});

test('a retry has a signature and a time of its own', async () => {
  const service = await fakeService({ [articles]: once(status('503 Service Unavailable', { 'retry-after': '1' })) });
  const program = await programOver(service.url, { EVENT_SERVICE_TIMEOUT_MS: '3000' });
  expect((await program.run(query)).errors).toEqual([]);
  const [first, second] = service.hits.map(
    ({ headers }) => JSON.parse(headers['service-auth'] as string) as { Time: number; Signature: string },
  );
  expect(second!.Time).toBeGreaterThan(first!.Time);
  expect(second!.Signature).not.toBe(first!.Signature);
});

test('a caller that disconnects cancels its reads', async () => {
  const service = await fakeService({ '*': () => {} });
  const program = await programOver(service.url, { EVENT_SERVICE_TIMEOUT_MS: '20000' });
  const controller = new AbortController();
  const pending = program.run(query, {}, { signal: controller.signal });
  await until(() => service.hits.length > 0);
  controller.abort();
  await expect(pending).rejects.toThrow();
  await until(() => service.openSockets() === 0);
  expect(service.hits).toHaveLength(1);
});
