// npm run bench: the CPU time of Event Graph compared with a plain server that returns the same data. README.md explains the method.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { availableParallelism, cpus } from 'node:os';
import { resolve } from 'node:path';
import { activityId } from './event.mjs';
import { bodiesOf, workloads } from './workloads.mjs';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
    warmup: { type: 'string', default: '1.5' },
    only: { type: 'string' },
    /** The entry point of another build of Event Graph, measured in the same rounds. */
    also: { type: 'string', multiple: true, default: [] },
    /** The folder for CPU profiles of the servers. */
    profile: { type: 'string' },
  },
});
const [rounds, seconds, warmup] = ['rounds', 'seconds', 'warmup'].map(positive);
const chosen = options.only?.split(',') ?? Object.keys(workloads);
const unknown = chosen.filter((name) => !(name in workloads));
if (unknown.length > 0) throw new Error(`--only takes ${Object.keys(workloads)}; not ${unknown}`);

function positive(name) {
  const number = Number(options[name]);
  if (number > 0) return number;
  throw new Error(`--${name} takes a positive number`);
}

const beside = (name) => fileURLToPath(new URL(name, import.meta.url));
const children = [];

/** Starts a program as a child process. Of this environment it gets PATH only. */
function start(file, { env = {}, measured = false } = {}) {
  const profiling = options.profile && measured ? ['--cpu-prof', `--cpu-prof-dir=${resolve(options.profile)}`] : [];
  const child = fork(file, {
    cwd: beside('.'),
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    execArgv: measured ? ['--import', new URL('usage.mjs', import.meta.url).href, ...profiling] : [],
    stdio: ['ignore', measured ? 'pipe' : 'inherit', 'inherit', 'ipc'],
  });
  children.push(child);
  return child;
}

/** Resolves with the next message of a process. Rejects if the process ends first. */
function nextMessage(child, channel, event) {
  return new Promise((done, fail) => {
    const onExit = (code) => fail(new Error(`${child.spawnargs.at(-1)} ended with ${code}`));
    child.once('exit', onExit);
    channel.once(event, (message) => {
      child.off('exit', onExit);
      done(message);
    });
  });
}

/** Sends a message to a process and resolves with its reply. @throws Error that the process reports */
async function request(child, message = {}) {
  child.send(message);
  const reply = await nextMessage(child, child, 'message');
  if (reply.error) throw new Error(reply.error);
  return reply;
}

/** Starts a measured server, which prints a line of JSON with its address when it is ready, perhaps after other lines. */
async function startServer(name, file, env, path, headers) {
  const child = start(file, { measured: true, env });
  child.stdout.setEncoding('utf8');
  let printed = '';
  let url;
  while (url === undefined) {
    printed += await nextMessage(child, child.stdout, 'data');
    const complete = printed
      .slice(0, printed.lastIndexOf('\n') + 1)
      .split('\n')
      .filter(Boolean);
    url = complete.map((line) => JSON.parse(line).url).find(Boolean);
  }
  return { name, child, url: new URL(path, url).href, headers: { 'content-type': 'application/json', ...headers } };
}

const startGraph = (name, file, serviceUrl, settings) =>
  startServer(
    name,
    file,
    {
      ...settings,
      EVENT_SERVICE_URL: serviceUrl,
      EVENT_SERVICE_PUBLIC_KEY: 'bench',
      EVENT_SERVICE_PRIVATE_KEY: 'bench',
      EVENT_SERVICE_ACTIVITY_IDS: String(activityId),
      AUTH_API_KEYS: `bench:${createHash('sha256').update('bench-key').digest('hex')}:content:read content:meeting attendees:read attendees:pii`,
      UPSTREAM_REPORT: 'false',
      PORT: '0',
      ADMIN_PORT: '0',
      LOG_FORMAT: 'json',
    },
    '/graphql',
    { authorization: 'Bearer bench-key' },
  );

/** Starts a build of Event Graph with its default cache, and without a cache for workloads that compare equal work. */
async function startBuild(name, file, serviceUrl) {
  const caching = chosen.some((workload) => workloads[workload].cached) ? await startGraph(name, file, serviceUrl, {}) : null;
  const uncached = chosen.some((workload) => !workloads[workload].cached)
    ? await startGraph(name, file, serviceUrl, { CACHE_TTL: 'off' })
    : null;
  return { name, serverFor: (workload) => (workloads[workload].cached ? caching : uncached) };
}

async function dataOf({ name, url, headers }, body) {
  const response = await fetch(url, { method: 'POST', headers, body });
  const { data, errors } = await response.json();
  if (response.status !== 200 || errors) throw new Error(`${name}: status ${response.status}, ${JSON.stringify(errors)}`);
  return data;
}

/** Sends every set of variables to both servers. @throws Error unless the counts are as expected, the values equal, and errors absent */
async function verify(build, plain, name) {
  const graph = build.serverFor(name);
  const { count, expectedCount, inGraph } = workloads[name];
  for (const body of bodiesOf(workloads[name])) {
    const data = await dataOf(graph, body);
    if (!isDeepStrictEqual(count(data), expectedCount))
      throw new Error(`${graph.name}, ${name}: ${count(data)} instead of ${expectedCount}`);
    if (!isDeepStrictEqual(data, inGraph(await dataOf(plain, body))))
      throw new Error(`${graph.name}, ${name}: other values than ${plain.name}`);
  }
}

/** Measures a server with a workload: CPU milliseconds per request (user and system, all threads), requests per second, calls per request. */
async function measure(measured, workload, load, upstream, duration) {
  const { name, child, url, headers } = measured.serverFor(workload);
  const { connections } = workloads[workload];
  const [before, served] = [await request(child), await request(upstream)];
  const result = await request(load, { url, headers, bodies: bodiesOf(workloads[workload]), connections, seconds: duration });
  const [after, servedAfter] = [await request(child), await request(upstream)];
  if (result.bad > 0) throw new Error(`${name}, ${workload}: ${result.bad} bad responses`);
  const used = (after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / 1000;
  return {
    cpuMs: used / result.requests,
    perSecond: result.requests / result.seconds,
    upstream: (servedAfter.requests - served.requests) / result.requests,
  };
}

function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
const medianOf = (samples, key) => median(samples.map((sample) => sample[key]));
const range = (numbers, places) => `${Math.min(...numbers).toFixed(places)}–${Math.max(...numbers).toFixed(places)}`;

function report(servers, samples) {
  const [plain, ...graphs] = servers;
  const lines = [];
  for (const name of chosen) {
    const rows = Object.fromEntries(
      servers.map((server) => [
        server.name,
        {
          'CPU ms/request': medianOf(samples[name][server.name], 'cpuMs').toFixed(3),
          'lowest–highest': range(
            samples[name][server.name].map(({ cpuMs }) => cpuMs),
            3,
          ),
          'requests/s': Math.round(medianOf(samples[name][server.name], 'perSecond')),
          'upstream calls/request': medianOf(samples[name][server.name], 'upstream').toFixed(2),
        },
      ]),
    );
    console.log(`\n${name}: ${workloads[name].label}`);
    console.table(rows);
    for (const graph of graphs) {
      const ratios = samples[name][graph.name].map(({ cpuMs }, round) => cpuMs / samples[name][plain.name][round].cpuMs);
      lines.push(`${name} ratio ${median(ratios).toFixed(2)} (${range(ratios, 2)})${graphs.length > 1 ? ` ${graph.name}` : ''}`);
    }
  }
  console.log(`\nCPU time per request, Event Graph to plain; median of ${rounds} rounds (lowest–highest):`);
  console.log(lines.join('\n'));
}

try {
  console.log(`node ${process.version}, ${availableParallelism()} × ${cpus()[0].model}; ${rounds} rounds of ${seconds} s`);
  const load = start(beside('load.mjs'));
  const upstream = start(beside('upstream.mjs'));
  const { url: serviceUrl } = await nextMessage(upstream, upstream, 'message');
  const plainServer = await startServer('plain', beside('plain.mjs'), { EVENT_SERVICE_URL: serviceUrl }, '/', {});
  const plain = { name: 'plain', serverFor: () => plainServer };
  const graphs = [];
  for (const [name, file] of [['Event Graph', beside('../dist/main.js')], ...options.also.map((path) => [path, resolve(path)])]) {
    graphs.push(await startBuild(name, file, serviceUrl));
  }
  const servers = [plain, ...graphs];
  for (const name of chosen) for (const graph of graphs) await verify(graph, plainServer, name);
  console.log('All responses are correct. Warming up …');
  for (const name of chosen) for (const server of servers) await measure(server, name, load, upstream, warmup);
  const samples = Object.fromEntries(chosen.map((name) => [name, Object.fromEntries(servers.map((server) => [server.name, []]))]));
  for (let round = 0; round < rounds; round += 1) {
    // Every second round runs backwards: a server's figures depend on which one ran before it.
    const order = round % 2 === 0 ? servers : servers.toReversed();
    for (const name of chosen)
      for (const server of order) samples[name][server.name].push(await measure(server, name, load, upstream, seconds));
  }
  report(servers, samples);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  for (const child of children) child.disconnect();
}
