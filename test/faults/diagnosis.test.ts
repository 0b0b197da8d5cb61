/* What the log, the metrics and the errors say about a service that fails. */

import { fakeService, type Script } from '../support/fake-service.js';
import { canaries, programOver } from '../support/program.js';

const operation = '/api/ticket/data';
const ticket = { id: 1, name: 'T', num: 2, sold_num: 1, money: 9 };
const tickets = '{ activity { id tickets { name totalStock } } }';
const replies =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): Script =>
  (_hit, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
const normal = JSON.stringify({ code: 1, data: [ticket] });
const html = { 'content-type': 'text/html; charset=utf-8' };

/** The program over a service whose tickets have a fault. */
async function diagnosed(script: Script, env: Record<string, string> = {}) {
  const service = await fakeService({ [operation]: script });
  const program = await programOver(service.url, { EVENT_SERVICE_RETRIES: '0', ...env });
  const count = (path: string, outcome: string) => program.metric(`upstream_calls_total{operation="${path}",outcome="${outcome}"}`);
  /** The lines about failures. */
  const lines = () => program.lines('"cause":');
  return { program, count, lines };
}

test.each<[fault: string, outcome: string, facts: object, script: Script, env?: Record<string, string>]>([
  ['a rate limit of the service', 'rate_limited', { cause: 'HTTP_429' }, replies(429, '')],
  ['a failure of the service', 'unavailable', { cause: 'HTTP_503' }, replies(503, '')],
  ['a closed port', 'unavailable', { cause: 'ECONNREFUSED' }, () => {}, { EVENT_SERVICE_URL: 'http://127.0.0.1:1' }],
  ['a service that never replies', 'timeout', { cause: 'TIMEOUT' }, () => {}, { EVENT_SERVICE_TIMEOUT_MS: '300' }],
  ['a page of a proxy', 'invalid_response', { cause: 'NOT_JSON' }, replies(200, '<h1>Welcome</h1>')],
  [
    'a page under 404',
    'invalid_response',
    { cause: 'HTTP_404', status: 404, contentType: 'text/html' },
    replies(404, '<h1>Not found</h1>', html),
  ],
  [
    'a redirect',
    'invalid_response',
    // Without the query.
    { cause: 'HTTP_302', location: 'https://sso.example/login' },
    replies(302, '', { location: 'https://sso.example/login?token=SECRET' }),
  ],
  [
    'a reply in another charset',
    'invalid_response',
    { cause: 'CHARSET', hint: expect.stringMatching(/UTF-8.*event-graph doctor/) },
    replies(200, Buffer.from('{"code":1,"msg":"\u00cd\u00f5","data":[]}', 'latin1'), { 'content-type': 'application/json; charset=gbk' }),
  ],
  ['a busy service', 'rate_limited', { cause: 'BUSY' }, replies(200, '{"code":0,"msg":"busy"}'), { EVENT_SERVICE_BUSY_PATTERN: '^busy' }],
  ['JSON that is no object', 'invalid_response', { cause: 'NOT_AN_ENVELOPE' }, replies(200, '[]')],
  [
    'data of the wrong kind',
    'invalid_response',
    {
      cause: 'INVALID_DATA',
      path: '$.data',
      hint: expect.stringMatching(/If OPERATIONS_FILE binds .* Otherwise report .*event-graph doctor/),
    },
    replies(200, '{"code":1,"data":"none"}'),
  ],
])('%s is counted as %s, and the log has %j with a hint', async (_fault, outcome, facts, script, env = {}) => {
  const { program, count, lines } = await diagnosed(script, env);
  const { data, errors } = await program.run(tickets);
  // What does not need the service has values.
  expect(data).toEqual({ activity: { id: '1001', tickets: null } });
  expect(JSON.stringify(errors)).not.toMatch(/sso\.example|127\.0\.0\.1|ECONN/);
  expect(await count(operation, outcome)).toBe(1);
  expect(lines()).toEqual([
    expect.objectContaining({ level: 40, operation, outcome, hint: expect.stringContaining('event-graph doctor'), ...facts }),
  ]);
});

test('rejections are counted, and logged after five, without the message of the service', async () => {
  const { program, count } = await diagnosed(replies(200, '{"code":0,"msg":"Signature error"}'));
  for (let call = 0; call < 5; call += 1) await program.run(tickets);
  expect(await count(operation, 'rejected')).toBe(5);
  expect(program.lines('"outcome":"rejected"')).toEqual([expect.objectContaining({ level: 40, hint: expect.stringContaining('keys') })]);
  expect(program.logs()).not.toContain('Signature error');
});

test('a lookup that finds nobody counts as accepted if its message matches EVENT_SERVICE_NOT_FOUND_PATTERN', async () => {
  const { program, count } = await diagnosed(() => {}, { EVENT_SERVICE_NOT_FOUND_PATTERN: '^no script' });
  for (let call = 0; call < 10; call += 1)
    expect((await program.run(`{ attendee(by: { mobile: "${canaries.mobile}" }) { id } }`)).errors).toEqual([]);
  expect(await count('/api/participant/get', 'ok')).toBe(10);
  expect(program.lines('"outcome":"rejected"')).toEqual([]);
});

test('a Retry-After writes one line to the log, although many calls wait or are refused, and each refusal is counted', async () => {
  const { program, count, lines } = await diagnosed(replies(503, '', { 'retry-after': '30' }));
  for (let call = 0; call < 5; call += 1)
    expect((await program.run(tickets)).errors).toMatchObject([{ extensions: { retryAfterMs: expect.any(Number) } }]);
  expect(lines()).toEqual([
    expect.objectContaining({ cause: 'HTTP_503', retryAfterMs: 30_000, hint: expect.stringContaining('wait or are refused') }),
  ]);
  expect(await count(operation, 'unavailable')).toBe(5);
});

test('text before an envelope is skipped, and writes one line with the operation to the log', async () => {
  const { program } = await diagnosed(replies(200, `<b>Notice</b>: x\n${normal}`));
  for (let call = 0; call < 3; call += 1) expect((await program.run(tickets)).errors).toEqual([]);
  expect(program.lines('"where":')).toEqual([expect.objectContaining({ level: 40, operation, where: 'before' })]);
});

test.each([
  ['an HTML page', '<h1>Not found</h1>', 404, '$', 'invalid_response'],
  ['a broken field inside a record', JSON.stringify({ code: 1, data: [{ ...ticket, num: 'many' }] }), 400, '$.data[0].num', 'ok'],
])('%s under another status than 200 has that status in its error, and is counted as it is', async (_what, body, status, path, outcome) => {
  const { program, count, lines } = await diagnosed(replies(status, body, html));
  const { errors } = await program.run(tickets);
  expect(errors[0]!.extensions.upstream).toEqual({ operation, path, status });
  expect(await count(operation, outcome)).toBe(1);
  expect(lines()).toHaveLength(outcome === 'ok' ? 0 : 1);
});
