// node bench/workers.mjs, after npm run build: the CPU time of a request with WORKERS=2 compared with WORKERS=1, in the same rounds. README.md explains the method.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { activityId } from './event.mjs';
import { bodiesOf, workloads } from './workloads.mjs';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
    warmup: { type: 'string', default: '6' },
    workers: { type: 'string', default: '2' },
    only: { type: 'string', default: Object.keys(workloads)[0] },
  },
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const warmup = Number(options.warmup);
const workload = workloads[options.only];
if (!workload) throw new Error(`--only takes one of ${Object.keys(workloads)}`);

const beside = (name) => fileURLToPath(new URL(name, import.meta.url));
const children = [];

function start(file, env = {}, stdout = 'inherit') {
  const child = fork(file, {
    cwd: beside('.'),
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  });
  children.push(child);
  return child;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function startGraph(workers, serviceUrl) {
  const adminPort = await freePort();
  const env = {
    WORKERS: String(workers),
    EVENT_SERVICE_URL: serviceUrl,
    EVENT_SERVICE_PUBLIC_KEY: 'bench',
    EVENT_SERVICE_PRIVATE_KEY: 'bench',
    EVENT_SERVICE_ACTIVITY_IDS: String(activityId),
    AUTH_API_KEYS: `bench:${createHash('sha256').update('bench-key').digest('hex')}:content:read content:meeting attendees:read attendees:pii`,
    STATE_FILE: ':memory:',
    AUDIT_LOG: 'off',
    CACHE_TTL: workload.cached ? '' : 'off',
    PORT: '0',
    ADMIN_PORT: String(adminPort),
    LOG_FORMAT: 'json',
  };
  const child = start(beside('../dist/main.js'), env, 'pipe');
  let output = '';
  const url = await new Promise((ready, failed) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const match = /"url":"([^"]+)"/.exec(output);
      if (match) ready(match[1]);
    });
    child.once('exit', () => failed(new Error(output)));
  });
  return { workers, url, adminUrl: `http://127.0.0.1:${adminPort}` };
}

/** Seconds of CPU time of all processes of a program, the parent of the workers included. */
async function cpuOf({ adminUrl }) {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)[1]);
}

/** Sends the workload over as many connections for each worker: requests that arrive together share work, so each needs the same company. */
async function measure(graph, load, duration) {
  const before = await cpuOf(graph);
  const headers = { 'content-type': 'application/json', authorization: 'Bearer bench-key' };
  load.send({ url: graph.url, headers, bodies: bodiesOf(workload), connections: workload.connections * graph.workers, seconds: duration });
  const [result] = await once(load, 'message');
  if (result.error || result.bad > 0) throw new Error(result.error ?? `${result.bad} bad responses`);
  const after = await cpuOf(graph);
  return { cpuMs: ((after - before) * 1000) / result.requests, perSecond: result.requests / result.seconds };
}

const median = (numbers) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1];
const range = (numbers, places) => `${Math.min(...numbers).toFixed(places)}–${Math.max(...numbers).toFixed(places)}`;

try {
  console.log(`node ${process.version}, ${availableParallelism()} × ${cpus()[0].model}; ${rounds} rounds of ${seconds} s; ${options.only}`);
  const load = start(beside('load.mjs'));
  const upstream = start(beside('upstream.mjs'));
  const [{ url: serviceUrl }] = await once(upstream, 'message');
  const graphs = [await startGraph(1, serviceUrl), await startGraph(Number(options.workers), serviceUrl)];
  for (const graph of graphs) await measure(graph, load, warmup);
  const samples = graphs.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const index of round % 2 === 0 ? [0, 1] : [1, 0]) samples[index].push(await measure(graphs[index], load, seconds));
  }
  const rows = graphs.map(({ workers }, index) => {
    const cpu = samples[index].map(({ cpuMs }) => cpuMs);
    const perSecond = Math.round(median(samples[index].map((sample) => sample.perSecond)));
    return [`WORKERS=${workers}`, { 'CPU ms/request': median(cpu).toFixed(3), 'lowest–highest': range(cpu, 3), 'requests/s': perSecond }];
  });
  console.table(Object.fromEntries(rows));
  const ratios = samples[1].map(({ cpuMs }, round) => cpuMs / samples[0][round].cpuMs);
  console.log(`CPU time per request, WORKERS=${options.workers} to 1: ${median(ratios).toFixed(2)} (${range(ratios, 2)})`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  for (const child of children) child.kill();
}
