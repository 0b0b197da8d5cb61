// npm run bench: what Event Graph costs beside the shortest server that gives the same data. README.md says how it is measured.
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
    /** Another build of Event Graph's main.js, measured beside the one in dist. */
    also: { type: 'string', multiple: true, default: [] },
    /** Where to leave a CPU profile of each server. */
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

/** Starts a program as a process of its own, with nothing of this environment but what finds programs. */
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

/** What a process says next; it fails where the process ends instead. */
function heard(child, channel, event) {
  return new Promise((done, fail) => {
    const onExit = (code) => fail(new Error(`${child.spawnargs.at(-1)} ended with ${code}`));
    child.once('exit', onExit);
    channel.once(event, (message) => {
      child.off('exit', onExit);
      done(message);
    });
  });
}

async function asked(child, message = {}) {
  child.send(message);
  const answer = await heard(child, child, 'message');
  if (answer.error) throw new Error(answer.error);
  return answer;
}

/** A measured server writes its address as a line of JSON when it is ready. */
async function startServer(name, file, env, path, headers) {
  const child = start(file, { measured: true, env });
  child.stdout.setEncoding('utf8');
  const { url } = JSON.parse((await heard(child, child.stdout, 'data')).split('\n')[0]);
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

/** A build of Event Graph: with its usual settings for what may be kept, and with nothing kept, so that equal work is compared. */
async function startBuild(name, file, serviceUrl) {
  const keeping = chosen.some((workload) => workloads[workload].keeps) ? await startGraph(name, file, serviceUrl, {}) : null;
  const plainly = chosen.some((workload) => !workloads[workload].keeps)
    ? await startGraph(name, file, serviceUrl, { CACHE_TTL: 'off' })
    : null;
  return { name, serverFor: (workload) => (workloads[workload].keeps ? keeping : plainly) };
}

async function answerOf({ name, url, headers }, body) {
  const response = await fetch(url, { method: 'POST', headers, body });
  const answer = await response.json();
  if (response.status !== 200 || answer.errors) throw new Error(`${name}: status ${response.status}, ${JSON.stringify(answer.errors)}`);
  return answer.data;
}

/** Every variant, by both: the right number of things, no errors, the same values. */
async function verify(build, plain, name) {
  const graph = build.serverFor(name);
  const { count, expectedCount, inGraph } = workloads[name];
  for (const body of bodiesOf(workloads[name])) {
    const data = await answerOf(graph, body);
    if (!isDeepStrictEqual(count(data), expectedCount))
      throw new Error(`${graph.name}, ${name}: ${count(data)} instead of ${expectedCount}`);
    if (!isDeepStrictEqual(data, inGraph(await answerOf(plain, body))))
      throw new Error(`${graph.name}, ${name}: other values than ${plain.name}`);
  }
}

/** CPU milliseconds of the server per request, user and system, all threads. */
async function measure(measured, workload, load, upstream, duration) {
  const { name, child, url, headers } = measured.serverFor(workload);
  const { connections } = workloads[workload];
  const [before, served] = [await asked(child), await asked(upstream)];
  const result = await asked(load, { url, headers, bodies: bodiesOf(workloads[workload]), connections, seconds: duration });
  const [after, servedAfter] = [await asked(child), await asked(upstream)];
  if (result.bad > 0) throw new Error(`${name}, ${workload}: ${result.bad} bad answers`);
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
  const { url: serviceUrl } = await heard(upstream, upstream, 'message');
  const plainServer = await startServer('plain', beside('plain.mjs'), { EVENT_SERVICE_URL: serviceUrl }, '/', {});
  const plain = { name: 'plain', serverFor: () => plainServer };
  const graphs = [];
  for (const [name, file] of [['Event Graph', beside('../dist/main.js')], ...options.also.map((path) => [path, resolve(path)])]) {
    graphs.push(await startBuild(name, file, serviceUrl));
  }
  const servers = [plain, ...graphs];
  for (const name of chosen) for (const graph of graphs) await verify(graph, plainServer, name);
  console.log('All answers are right. Warming up …');
  for (const name of chosen) for (const server of servers) await measure(server, name, load, upstream, warmup);
  const samples = Object.fromEntries(chosen.map((name) => [name, Object.fromEntries(servers.map((server) => [server.name, []]))]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of chosen)
      for (const server of servers) samples[name][server.name].push(await measure(server, name, load, upstream, seconds));
  }
  report(servers, samples);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  for (const child of children) child.disconnect();
}
