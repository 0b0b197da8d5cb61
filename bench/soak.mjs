// Runs the program for minutes under mixed load while one call in twenty fails, and prints whether memory, sockets and
// timers reach a steady level. Some clients are abusive: resets, half requests, refused upgrades, broken frames.
// Uses loopback addresses only: npm run soak [-- --seconds 120 --connections 16 --abusers 4]
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    connections: { type: 'string', default: '16' },
    abusers: { type: 'string', default: '4' },
  },
});
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const abusers = Number(values.abusers);
const faultShare = 0.05;
const key = 'soak-key';

// ---- the service: one call in twenty fails
const attendee = (id) => ({
  id,
  form_id: 1001,
  contact: `Attendee ${id}`,
  mobile: `100${id}`,
  review: 2,
  avatar_status: 0,
  time: 1775001600,
  content: '{"name1":"x"}',
});
const replies = {
  '/api/participant/getList': (body) => {
    const ids = /name="ids"\r\n\r\n([\d,]+)/.exec(body)?.[1]?.split(',').map(Number);
    const size = Number(/name="pagesize"\r\n\r\n(\d+)/.exec(body)?.[1] ?? 20);
    const data = (ids ?? Array.from({ length: size }, (_, index) => index + 1)).map(attendee);
    return { code: 1, data, total: ids ? data.length : 1000 };
  },
  '/api/participant/get': () => ({ code: 1, data: attendee(7) }),
  '/api/participant/add': () => ({ code: 1, url: 'ok', ids: [1], sign_code_arr: ['A'], order_ids: ['B'] }),
  '/api/activity/getFields': () => ({
    code: 1,
    data: [
      { name: 'name', type: 'input' },
      { name: 'mobile', type: 'input' },
    ],
  }),
  '/api/article/getList': () => ({ code: 1, data: { data: [], itemsCount: 0, total: 0, currentPage: 1 } }),
  '/api/ticket/data': () => ({ code: 1, data: [{ id: 1, name: 'T', num: 2, sold_num: 1, money: 9 }] }),
};
const faults = [
  (response) => response.socket.resetAndDestroy(),
  (response) => response.writeHead(503, { 'retry-after': '0' }).end(),
  (response) => response.writeHead(200, { 'content-length': '500' }).write('{"code":1', () => response.socket.destroy()),
  (response) => response.end('<html>'),
  () => {}, // hangs until the deadline
];
let faultsMade = 0;
const service = createServer((request, response) => {
  let body = '';
  request.setEncoding('latin1').on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    if (Math.random() < faultShare) return faults[faultsMade++ % faults.length](response);
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(replies[request.url.split('?')[0]]?.(body) ?? { code: 0, msg: '' }));
  });
}).listen(0, '127.0.0.1');
await once(service, 'listening');

// ---- the program
const child = spawn(process.execPath, ['--expose-gc', '--import', './bench/heap-probe.mjs', 'dist/main.js'], {
  env: {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PORT: '0',
    ADMIN_PORT: '0',
    LOG_FORMAT: 'json',
    LOG_LEVEL: 'info',
    STATE_FILE: ':memory:',
    EVENT_SERVICE_URL: `http://127.0.0.1:${service.address().port}`,
    EVENT_SERVICE_PUBLIC_KEY: 'p',
    EVENT_SERVICE_PRIVATE_KEY: 's',
    EVENT_SERVICE_ACTIVITY_IDS: '1001',
    EVENT_SERVICE_TIMEOUT_MS: '1000',
    CACHE_TTL: 'articles=1,tickets=1',
    AUTH_API_KEYS: `soak:${createHash('sha256').update(key).digest('hex')}:content:read attendees:read attendees:pii attendees:write`,
  },
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
});
let logged = '';
child.stdout.on('data', (chunk) => (logged = (logged + chunk).slice(-100_000)));
while (!/"url":"([^"]+)"/.test(logged)) await new Promise((resolve) => setTimeout(resolve, 20));
const origin = new URL(/"url":"([^"]+)"/.exec(logged)[1]).origin;

// ---- the load: six operations, each time with other variables
const operations = [
  [
    'query Page($offset: Int) { activity { attendees(first: 50, offset: $offset) { nodes { id name mobile content } pageInfo { hasNextPage } } } }',
    (n) => ({ offset: n % 900 }),
  ],
  ['query ById($id: ID!) { attendee(by: { id: $id }) { name email } }', (n) => ({ id: String(1 + (n % 999)) })],
  ['query ByMobile($mobile: String!) { attendee(by: { mobile: $mobile }) { name points } }', (n) => ({ mobile: `1000${n}` })],
  ['{ activity { articles { total } tickets { name unitPrice } formFields { name } } }', () => ({})],
  [
    `mutation Add($key: String!) {
      addAttendees(input: { contact: { name: "A", mobile: "1" }, attendees: [{ name: "A", mobile: "1" }], idempotencyKey: $key }) { registrations { attendeeId } userErrors { code } }
    }`,
    (n) => ({ key: `soak-registration-${n}` }),
  ],
  ['{ nonsense }', () => ({})],
];
const pool = new Pool(origin, { connections });
const ends = performance.now() + seconds * 1000;
let sent = 0;
let failed = 0;
const outcomes = {};
const bodyOf = (n) => {
  const [query, variables] = operations[n % operations.length];
  return JSON.stringify({ query, variables: variables(n) });
};
async function caller() {
  while (performance.now() < ends) {
    const n = sent++;
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/graphql',
      body: bodyOf(n),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    });
    const response = await body.json();
    const code = response.errors?.[0]?.extensions?.code ?? 'ok';
    outcomes[code] = (outcomes[code] ?? 0) + 1;
    if (statusCode >= 500 || code === 'INTERNAL_SERVER_ERROR') failed += 1;
  }
}

// ---- the abuse: raw connections that break off, never finish a request, or request a refused upgrade
const upgrade =
  'connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-protocol: graphql-transport-ws\r\n';
const post = `POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nx-api-key: ${key}\r\n`;
const bad = [
  `GET /nope HTTP/1.1\r\nhost: x\r\n${upgrade}\r\n`,
  `GET /graphql HTTP/1.1\r\nhost: x\r\norigin: https://evil.example\r\n${upgrade}\r\n`,
  `GET /graphql HTTP/1.1\r\nhost: x\r\n${upgrade}\r\n\xff\xff\xff\xff`,
  `GET /graphql HTTP/1.1\r\nhost: x\r\n${upgrade}\r\n`,
  'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: h2c\r\n\r\n',
  `${post}content-length: 1000\r\n\r\n{"query":`,
  `${post}transfer-encoding: chunked\r\n\r\nfffff\r\n{`,
  `${post}content-length: 49\r\n\r\n{"query":"{ activity { attendees { totalCount } }}`,
  'POST /graphql HTTP/1.1\r\nhost: x\r\nx-slow: ',
  'SSH-2.0-x\r\n\r\n',
  '',
];
const endings = [(socket) => socket.resetAndDestroy(), (socket) => socket.destroy(), (socket) => socket.end()];
let abused = 0;
async function abuser() {
  while (performance.now() < ends) {
    const n = abused++;
    const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
    socket.write(Buffer.from(bad[n % bad.length], 'latin1'));
    await new Promise((resolve) => setTimeout(resolve, n % 20));
    endings[n % endings.length](socket);
    // Until then the program must have closed the connections whose client only ended its side.
    setTimeout(() => socket.destroy(), 40_000).unref();
  }
}
const samples = [];
const sockets = () => (existsSync(`/proc/${child.pid}/fd`) ? readdirSync(`/proc/${child.pid}/fd`).length : NaN);
/** Heap after a full garbage collection, resident size, and the number of timers. */
const usage = async () => {
  child.send('probe');
  const [{ heapUsed, rss, timers }] = await once(child, 'message');
  return { heapMb: heapUsed / 1048576, rssMb: Math.round(rss / 1048576), timers };
};
const sampling = setInterval(
  async () => {
    const sample = { at: Math.round(seconds - (ends - performance.now()) / 1000), sent, files: sockets(), ...(await usage()) };
    samples.push(sample);
    console.log(
      `${String(sample.at).padStart(4)} s  ${String(sample.sent).padStart(7)} requests  ${sample.heapMb.toFixed(1)} MB live  ${sample.rssMb} MB resident  ${sample.files} open files  ${sample.timers} timers`,
    );
  },
  Math.max(1, seconds / 24) * 1000,
);
await Promise.all([...Array.from({ length: connections }, caller), ...Array.from({ length: abusers }, abuser)]);
clearInterval(sampling);
await pool.close();

// ---- the verdict: the last third against the middle third
const idleNow = async () => ({ ...(await usage()), files: sockets() });
const isIdle = ({ files, timers }) => files <= 60 && timers <= 10;
let idle = await idleNow();
// The program closes an incomplete request after 30 seconds. After 45 seconds no connection may be open.
for (const until = performance.now() + 45_000; performance.now() < until && !isIdle(idle); idle = await idleNow()) {
  await new Promise((resolve) => setTimeout(resolve, 3_000));
}
const third = Math.floor(samples.length / 3);
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)].map((part) => median(part.map(({ heapMb }) => heapMb)));
const perTenThousand = ((last - middle) / ((sent + abused) / 3)) * 10_000;
console.log('outcomes', outcomes, `faults made ${faultsMade}, abusive connections ${abused}`);
console.log(
  `live heap: ${middle.toFixed(1)} MB in the middle third, ${last.toFixed(1)} MB in the last: ${perTenThousand.toFixed(2)} MB for 10,000 requests`,
);
console.log(`afterwards: ${idle.heapMb.toFixed(1)} MB live, ${idle.files} open files, ${idle.timers} timers`);
const drained = once(child, 'exit');
child.kill('SIGTERM');
const [code] = await drained;
service.closeAllConnections();
service.close();
const problems = [
  failed > 0 && `${failed} responses were defects`,
  perTenThousand > 2 && 'memory grows',
  idle.files > 60 && 'sockets stay open',
  idle.timers > 10 && 'timers stay',
  code !== 0 && `the program ended with ${code}`,
].filter(Boolean);
console.log(problems.length === 0 ? 'levelled off' : `NOT level: ${problems.join('; ')}`);
process.exit(problems.length === 0 ? 0 : 1);
