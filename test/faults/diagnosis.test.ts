import { readConfig } from '../../src/config/config.js';
import { start } from '../../src/program/start.js';
import { sandboxKeys } from '../../src/sandbox/sandbox.js';
import { createLog } from '../../src/server/telemetry/log.js';
import { alteredService, type Alteration } from '../support/altered-service.js';

/** Runs the whole program over a service with a fault, and one query. */
async function diagnosed(alteration: Alteration, query: string, env: Record<string, string> = {}) {
  const service = await alteredService(alteration);
  const lines: Record<string, unknown>[] = [];
  const config = readConfig({
    PORT: '0',
    ADMIN_PORT: '0',
    AUTH_DISABLED: 'true',
    EVENT_SERVICE_URL: service.url,
    EVENT_SERVICE_PUBLIC_KEY: sandboxKeys.publicKey,
    EVENT_SERVICE_PRIVATE_KEY: sandboxKeys.privateKey,
    EVENT_SERVICE_ACTIVITY_IDS: '1001',
    EVENT_SERVICE_RETRIES: '0',
    CACHE_TTL: 'off',
    STATE_FILE: '',
    ...env,
  });
  const log = createLog(
    { level: 'info', format: 'json' },
    { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const program = await start({ ...config, stateFile: null }, log);
  const ask = async () => {
    const response = await fetch(`${program.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return (await response.json()) as { errors?: { extensions: { upstream?: Record<string, unknown> } }[] };
  };
  const metrics = async () => (await fetch(`${program.adminUrl}/metrics`)).text();
  return { lines, ask, metrics, close: () => program.close().then(() => service.close()) };
}

const tickets = '{ activity { tickets { id } } }';

test('a wrong signature is counted as rejected, and logged after five calls', async () => {
  const { lines, ask, metrics, close } = await diagnosed({ template: '{PrivateKey}{Time}' }, tickets);
  for (let call = 0; call < 5; call += 1) await ask();
  expect(await metrics()).toContain('event_graph_upstream_calls_total{operation="/api/ticket/data",outcome="rejected"} 5');
  expect(lines.filter(({ outcome }) => outcome === 'rejected')).toHaveLength(1);
  await close();
});

test('a lookup that finds nobody counts as accepted if its message matches EVENT_SERVICE_NOT_FOUND_PATTERN', async () => {
  const pattern = { EVENT_SERVICE_NOT_FOUND_PATTERN: '^No such attendee' };
  const { lines, ask, metrics, close } = await diagnosed({}, '{ attendee(by: { mobile: "1" }) { id } }', pattern);
  for (let call = 0; call < 10; call += 1) expect(await ask()).not.toHaveProperty('errors');
  expect(await metrics()).toContain('event_graph_upstream_calls_total{operation="/api/participant/get",outcome="ok"} 10');
  expect(lines.filter(({ outcome }) => outcome === 'rejected')).toEqual([]);
  await close();
});

const closedPort = 'http://127.0.0.1:1';

test.each<[fault: string, outcome: string, cause: string, alteration: Alteration, env?: Record<string, string>]>([
  ['a rate limit of the service', 'rate_limited', 'HTTP_429', { alter: (_path, reply) => void (reply.status = 429) }],
  ['a failure of the service', 'unavailable', 'HTTP_503', { alter: (_path, reply) => void (reply.status = 503) }],
  ['a closed port', 'unavailable', 'ECONNREFUSED', {}, { EVENT_SERVICE_URL: closedPort }],
  ['a service that never replies', 'timeout', 'TIMEOUT', { alter: () => false }, { EVENT_SERVICE_TIMEOUT_MS: '300' }],
  ['a page of a proxy', 'invalid_response', 'NOT_JSON', { alter: (_path, reply) => void (reply.body = '<h1>Welcome</h1>') }],
  [
    'a reply in another charset',
    'invalid_response',
    'CHARSET',
    {
      alter: (_path, reply) => {
        reply.headers['content-type'] = 'application/json; charset=gbk';
        reply.body = Buffer.from([...Buffer.from('{"code":1,"msg":"'), 0xcd, 0xf5, ...Buffer.from('","data":[]}')]);
      },
    },
  ],
  [
    'a busy service',
    'rate_limited',
    'BUSY',
    { alter: (_path, reply) => void (reply.body = '{"code":0,"msg":"busy"}') },
    { EVENT_SERVICE_BUSY_PATTERN: '^busy' },
  ],
  ['JSON that is no object', 'invalid_response', 'NOT_AN_ENVELOPE', { alter: (_path, reply) => void (reply.body = '[]') }],
  ['JSON that is no envelope', 'invalid_response', 'NOT_AN_ENVELOPE', { alter: (_path, reply) => void (reply.body = '{}') }],
])('%s is counted as %s, and the log has the cause %s with a hint', async (_fault, outcome, cause, alteration, env = {}) => {
  const { lines, ask, metrics, close } = await diagnosed(alteration, tickets, env);
  await ask();
  expect(await metrics()).toContain(`event_graph_upstream_calls_total{operation="/api/ticket/data",outcome="${outcome}"} 1`);
  expect(lines.filter((line) => 'cause' in line)).toEqual([
    expect.objectContaining({
      level: 40,
      operation: '/api/ticket/data',
      outcome,
      cause,
      hint: expect.stringContaining('event-graph doctor'),
    }),
  ]);
  await close();
});

test('a redirect is logged with its target, without the query', async () => {
  const alter: Alteration['alter'] = (_path, reply) => {
    reply.status = 302;
    reply.headers['location'] = 'https://sso.example/login?token=SECRET';
  };
  const { lines, ask, close } = await diagnosed({ alter }, tickets);
  expect(JSON.stringify(await ask())).not.toContain('sso.example');
  expect(lines.filter((line) => 'cause' in line)).toEqual([
    expect.objectContaining({ cause: 'HTTP_302', location: 'https://sso.example/login' }),
  ]);
  await close();
});

test('a Retry-After writes one line to the log, although many calls wait or are refused', async () => {
  const alter: Alteration['alter'] = (_path, reply) => {
    reply.status = 503;
    reply.headers['retry-after'] = '30';
  };
  const { lines, ask, metrics, close } = await diagnosed({ alter }, tickets);
  for (let call = 0; call < 5; call += 1)
    expect((await ask()).errors).toMatchObject([{ extensions: { retryAfterMs: expect.any(Number) } }]);
  expect(lines.filter((line) => 'cause' in line)).toEqual([
    expect.objectContaining({ cause: 'HTTP_503', retryAfterMs: 30_000, hint: expect.stringContaining('wait or are refused') }),
  ]);
  expect(await metrics()).toContain('event_graph_upstream_calls_total{operation="/api/ticket/data",outcome="unavailable"} 1');
  await close();
});

test('text before an envelope is skipped, and writes one line with the operation to the log', async () => {
  const { lines, ask, close } = await diagnosed(
    { alter: (_path, reply) => void (reply.body = `<b>Notice</b>: x\n${JSON.stringify(reply.json)}`) },
    tickets,
  );
  for (let call = 0; call < 3; call += 1) expect((await ask()).errors).toBeUndefined();
  expect(lines.filter((line) => 'where' in line)).toEqual([
    expect.objectContaining({ level: 40, operation: '/api/ticket/data', where: 'before' }),
  ]);
  await close();
});

test('an HTML page under 404 is an invalid response whose status shows in the error, the log and the metrics', async () => {
  const { lines, ask, metrics, close } = await diagnosed(
    {
      alter: (_path, reply) => {
        reply.status = 404;
        reply.headers['content-type'] = 'text/html; charset=utf-8';
        reply.body = '<h1>Not found</h1>';
      },
    },
    tickets,
  );
  expect((await ask()).errors![0]!.extensions.upstream).toEqual({ operation: '/api/ticket/data', path: '$', status: 404 });
  await ask();
  expect(await metrics()).toContain('event_graph_upstream_calls_total{operation="/api/ticket/data",outcome="invalid_response"} 2');
  expect(lines.filter(({ cause }) => cause !== undefined)).toEqual([
    expect.objectContaining({
      operation: '/api/ticket/data',
      outcome: 'invalid_response',
      cause: 'HTTP_404',
      status: 404,
      contentType: 'text/html',
    }),
  ]);
  await close();
});

test('a broken field inside a record leaves the call ok, and carries the status where it is not 200', async () => {
  const { ask, metrics, lines, close } = await diagnosed(
    {
      alter: (_path, reply) => {
        reply.status = 400;
        reply.json.data[0].num = 'many';
      },
    },
    '{ activity { tickets { totalStock } } }',
  );
  expect((await ask()).errors![0]!.extensions.upstream).toMatchObject({ path: '$.data[0].num', status: 400 });
  expect(await metrics()).toContain('event_graph_upstream_calls_total{operation="/api/ticket/data",outcome="ok"} 1');
  expect(lines.filter(({ cause }) => cause !== undefined)).toEqual([]);
  await close();
});
