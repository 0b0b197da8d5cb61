// node bench/workers.mjs, after npm run build: the CPU time of a request with WORKERS=2, compared with one program and with two programs of
// one worker each, in the same rounds. README.md explains the method.
import { once } from 'node:events';
import { get } from 'node:http';
import { availableParallelism, cpus } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from './free-port.mjs';
import { cpuTimeOf } from './proc.mjs';
import { beside, nextMessage, request, start, startServer, stopAll } from './processes.mjs';
import { graphHeaders, graphSettings } from './servers.mjs';
import { median, range } from './statistics.mjs';
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

const started = [];

/** Starts one program. @param count the number of its workers */
async function startProgram(count, serviceUrl, profile) {
  const adminPort = await freePort();
  const { child, url } = await startServer(beside('../dist/main.js'), {
    env: {
      ...graphSettings(serviceUrl),
      WORKERS: String(count),
      STATE_FILE: ':memory:',
      AUDIT_LOG: 'off',
      CACHE_TTL: workload.cached ? '' : 'off',
      ADMIN_PORT: String(adminPort),
    },
    nodeOptions: options.profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(options.profile, profile)}`] : [],
  });
  started.push(child);
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
  const connections = workload.connections * each;
  const urls = programs.map(({ url }) => url);
  const result = await request(load, { urls, headers: graphHeaders, bodies: bodiesOf(workload), connections, seconds: duration });
  if (result.bad > 0) throw new Error(`${result.bad} bad responses`);
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
    new Promise((done, fail) => {
      get(address, { agent: false }, (response) => response.resume().on('end', done)).on('error', fail);
    });
  const inTurn = async () => {
    for (let opened = 0; opened < count / 16; opened += 1) await open();
  };
  const before = cpuOfParent(program);
  await Promise.all(Array.from({ length: 16 }, inTurn));
  return ((cpuOfParent(program) - before) * 1_000_000) / count;
}

try {
  console.log(`node ${process.version}, ${availableParallelism()} × ${cpus()[0].model}; ${rounds} rounds of ${seconds} s; ${options.only}`);
  const load = start(beside('load.mjs'));
  const upstream = start(beside('upstream.mjs'));
  const { url: serviceUrl } = await nextMessage(upstream);
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
  stopAll();
  for (const child of started) child.kill();
  // A profile is written when its process ends.
  if (options.profile) await Promise.all(started.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
}
