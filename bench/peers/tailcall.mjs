// Starts Tailcall in one configuration. This process prints its address and replies with its CPU time and memory, in place of usage.mjs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { CONFIGURATION: configuration, EVENT_SERVICE_URL: serviceUrl, PATH } = process.env;
const binary = process.env.TAILCALL || fileURLToPath(new URL('node_modules/@tailcallhq/core-linux-x64-gnu/bin/tailcall', import.meta.url));

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/*
 * `batches`: the lookups of a request, and of requests within a millisecond, become one call. `dedupe`: also, equal calls in flight become
 * one. `neither`: each request makes its own calls, and there are no lookups.
 * The configuration differs from the interface of the service where Tailcall cannot do what it asks for: bodies are form-encoded, attendees
 * and categories by id are read with GET, and the day of the schedule is /bench/schedule.
 */
function schemaOf(port) {
  const batches = configuration !== 'neither';
  const http = (path, options) =>
    `@http(url: "${serviceUrl}${path}", headers: [{ key: "Service-Auth", value: "bench" }]${
      configuration === 'dedupe' ? ', dedupe: true' : ''
    }, ${options})`;
  const post = (path, options) => http(path, `method: "POST", ${options}`);
  const form = (fields) => `encoding: "ApplicationXWwwFormUrlencoded", body: { ${fields} }`;
  const lookUp = (path, key, value) =>
    batches ? http(path, `query: [{ key: "${key}", value: "{{.value.${value}}}" }], batchKey: ["data", "id"]`) : '';
  return `
schema
  @server(port: ${port}, hostname: "127.0.0.1", workers: 1, enableFederation: true, queryValidation: false, responseValidation: false, introspection: false)
  @upstream(poolMaxIdlePerHost: 200, tcpKeepAlive: 60, keepAliveWhileIdle: true${batches ? ', batch: { delay: 1, maxSize: 100 }' : ''}) {
  query: Query
}
type Query {
  attendees(page: Int!, pageSize: Int!): [Attendee!]!
    ${post('/api/participant/getList', `${form('page: "{{.args.page}}", pagesize: "{{.args.pageSize}}"')}, select: "{{.data}}"`)}
  attendee(id: Int!): Attendee ${post('/api/participant/get', `${form('id: "{{.args.id}}"')}, select: "{{.data}}"`)}
  schedule: [ScheduleItem!]! ${post('/bench/schedule', 'select: "{{.data.day1}}"')}
  articles: [Article!]! ${post('/api/article/getList', 'select: "{{.data.data}}"')}
  categories: [Category!]! ${post('/api/article/getCategoryList', 'select: "{{.data}}"')}
  tickets: [StockItem!]! ${post('/api/ticket/data', 'select: "{{.data}}"')}
  goods: [StockItem!]! ${post('/api/goods/data', 'select: "{{.data}}"')}
}
type Attendee ${lookUp('/api/participant/getList', 'ids', 'id')} {
  id: Int! contact: String mobile: String email: String company: String sign_code: String source: Int time: Int
}
type ScheduleItem { id: Int! title: String start_time: Int }
type Article {
  id: Int! post_title: String post_author: String ca_category_id: Int
  ${batches ? `category: Category ${lookUp('/api/article/getCategoryList', 'id', 'ca_category_id')}` : ''}
}
type Category { id: Int! name: String count: Int }
type StockItem { id: Int! name: String num: Int sold_num: Int }
`;
}

const port = await freePort();
const folder = mkdtempSync(join(tmpdir(), 'bench-tailcall-'));
const file = join(folder, 'tailcall.graphql');
writeFileSync(file, schemaOf(port));
const tailcall = spawn(binary, ['start', file], {
  env: { PATH, TAILCALL_LOG_LEVEL: 'error', TAILCALL_TRACKER: 'false', NO_COLOR: '1' },
  stdio: ['ignore', 'ignore', 'inherit'],
});
tailcall.once('error', (error) => ended(error.message));
tailcall.once('close', (code) => ended(`it ended with ${code}`));
process.removeAllListeners('disconnect').on('disconnect', () => {
  tailcall.removeAllListeners('close').kill();
  rmSync(folder, { recursive: true });
  process.exit();
});

function ended(reason) {
  console.error(`Tailcall (${binary}): ${reason}. If it asks for another GLIBC, see bench/peers/README.md.`);
  rmSync(folder, { recursive: true });
  process.exit(1);
}

const url = `http://127.0.0.1:${port}`;
const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{ __typename }"}' };
while (!(await fetch(`${url}/graphql`, request).catch(() => null))?.ok) await new Promise((resolve) => setTimeout(resolve, 50));

/** What Linux reports of a process. Its clock has ticks of 10 ms. */
const ofTailcall = (name) => readFileSync(`/proc/${tailcall.pid}/${name}`, 'latin1');
process.removeAllListeners('message').on('message', () => {
  const [user, system] = ofTailcall('stat').replace(/.*\) /, '').split(' ').slice(11, 13);
  process.send({ cpuMs: (Number(user) + Number(system)) * 10, peakMb: Number(/^VmHWM:\s+(\d+)/m.exec(ofTailcall('status'))[1]) / 1024 });
});
console.log(JSON.stringify({ url }));
