// node bench/workers.mjs, after npm run build: the CPU time of a request with WORKERS=2, compared with one program and with two programs of
// one worker each, in the same rounds. README.md explains the method.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { activityId } from './event.mjs';
import { freePort } from './free-port.mjs';
import { cpuTimeOf } from './proc.mjs';
import { bodiesOf, workloads } from './workloads.mjs';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
    warmup: { type: 'string', default: '6' },
    workers: { type: 'string', default: '2' },
    only: { type: 'string', default: Object.keys(workloads)[0] },
    profile: { type: 'string' },
  },
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const warmup = Number(options.warmup);
const workers = Number(options.workers);
const workload = workloads[options.only];
if (!workload) throw new Error(`--only takes one of ${Object.keys(workloads)}`);

const beside = (name) => fileURLToPath(new URL(name, import.meta.url));
const children = [];

function start(file, env = {}, stdout = 'inherit', execArgv = []) {
  const child = fork(file, {
    cwd: beside('.'),
    execArgv,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  });
  children.push(child);
  return child;
}

/** Starts one program. @param count the number of its workers */
async function startProgram(count, serviceUrl, profile) {
  const adminPort = await freePort();
  const env = {
    WORKERS: String(count),
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
  const profiling = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${options.profile}/${profile}`] : [];
  const child = start(beside('../dist/main.js'), env, 'pipe', profiling);
  let output = '';
  const url = await new Promise((ready, failed) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const match = /"url":"([^"]+)"/.exec(output);
      if (match) ready(match[1]);
    });
    child.once('exit', () => failed(new Error(output)));
  });
  return { pid: child.pid, url, adminUrl: `http://127.0.0.1:${adminPort}` };
}

/** Seconds of CPU time of all processes of a program, the parent of the workers included. */
async function cpuOf({ adminUrl }) {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)[1]);
}

/** Seconds of CPU time of the process that was started: of the parent, where there are several workers. Linux only, else NaN. */
function cpuOfParent({ pid }) {
  try {
    const { user, system } = cpuTimeOf(pid);
    return (user + system) / 1_000_000;
  } catch {
    return NaN;
  }
}

const sum = async (numbers) => (await Promise.all(numbers)).reduce((total, number) => total + number, 0);

/** Sends the workload over as many connections for each worker: requests that arrive together share work, so each needs the same company. */
async function measure({ programs, each }, load, duration) {
  const cpu = async () => ({ all: await sum(programs.map(cpuOf)), parent: each > 1 ? cpuOfParent(programs[0]) : 0 });
  const before = await cpu();
  const headers = { 'content-type': 'application/json', authorization: 'Bearer bench-key' };
  const connections = workload.connections * each;
  load.send({ urls: programs.map(({ url }) => url), headers, bodies: bodiesOf(workload), connections, seconds: duration });
  const [result] = await once(load, 'message');
  if (result.error || result.bad > 0) throw new Error(result.error ?? `${result.bad} bad responses`);
  const after = await cpu();
  return {
    cpuMs: ((after.all - before.all) * 1000) / result.requests,
    parentMs: ((after.parent - before.parent) * 1000) / result.requests,
    perSecond: result.requests / result.seconds,
  };
}

/** The CPU time of the parent for each new connection, in µs: it gives each to a worker. */
async function connectionCost(program, count = 4000) {
  const address = new URL('/healthz', program.url);
  const open = () =>
    new Promise((resolve, reject) => {
      get(address, { agent: false }, (response) => response.resume().on('end', resolve)).on('error', reject);
    });
  const inTurn = async () => {
    for (let opened = 0; opened < count / 16; opened += 1) await open();
  };
  const before = cpuOfParent(program);
  await Promise.all(Array.from({ length: 16 }, inTurn));
  return ((cpuOfParent(program) - before) * 1_000_000) / count;
}

const median = (numbers) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1];
const range = (numbers, places) => `${Math.min(...numbers).toFixed(places)}–${Math.max(...numbers).toFixed(places)}`;

try {
  console.log(`node ${process.version}, ${availableParallelism()} × ${cpus()[0].model}; ${rounds} rounds of ${seconds} s; ${options.only}`);
  const load = start(beside('load.mjs'));
  const upstream = start(beside('upstream.mjs'));
  const [{ url: serviceUrl }] = await once(upstream, 'message');
  const single = [await startProgram(1, serviceUrl, 'one')];
  const several = [];
  for (let count = 0; count < workers; count += 1) several.push(await startProgram(1, serviceUrl, 'several'));
  const contenders = [
    { name: 'WORKERS=1', programs: single, each: 1 },
    { name: `${workers} programs`, programs: several, each: 1 },
    { name: `WORKERS=${workers}`, programs: [await startProgram(workers, serviceUrl, 'workers')], each: workers },
  ];
  for (const contender of contenders) await measure(contender, load, warmup);
  const samples = contenders.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const index = (round + turn) % contenders.length;
      samples[index].push(await measure(contenders[index], load, seconds));
    }
  }
  const rows = contenders.map(({ name }, index) => {
    const cpu = samples[index].map(({ cpuMs }) => cpuMs);
    const perSecond = Math.round(median(samples[index].map((sample) => sample.perSecond)));
    return [name, { 'CPU ms/request': median(cpu).toFixed(3), 'lowest–highest': range(cpu, 3), 'requests/s': perSecond }];
  });
  console.table(Object.fromEntries(rows));
  const [, , ofWorkers] = samples;
  for (const index of [1, 0]) {
    const ratios = ofWorkers.map(({ cpuMs }, round) => cpuMs / samples[index][round].cpuMs);
    console.log(
      `CPU time per request, ${contenders[2].name} to ${contenders[index].name}: ${median(ratios).toFixed(2)} (${range(ratios, 2)})`,
    );
  }
  const parentUs = median(ofWorkers.map(({ parentMs }) => parentMs)) * 1000;
  console.log(`The parent of the workers: ${parentUs.toFixed(1)} µs per request, included above`);
  console.log(`The parent of the workers: ${(await connectionCost(contenders[2].programs[0])).toFixed(0)} µs per new connection`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  for (const child of children) child.kill();
  // A profile is written when its process ends.
  if (options.profile) await Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
}
