// npm run bench: the CPU time of Event Graph, and perhaps of other servers, compared with a plain server that returns the same data.
// README.md explains the method.
import { availableParallelism, cpus } from 'node:os';
import { resolve } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { peers, requireInstalled } from './peers/peers.mjs';
import { beside, pinProcesses, request, start, startUpstream, stopAll } from './processes.mjs';
import { measure, median, startBuild, startPeer, startPlain } from './servers.mjs';
import { bodiesOf, workloads } from './workloads.mjs';

/** The options, checked. @throws Error that states what an option takes */
function readOptions() {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '1' },
      warmup: { type: 'string', default: '1.5' },
      only: { type: 'string', default: Object.keys(workloads).join() },
      peers: { type: 'string', default: '' },
      pin: { type: 'boolean', default: false },
      also: { type: 'string', multiple: true, default: [] },
      profile: { type: 'string' },
    },
  });
  const positive = (option) => {
    const number = Number(values[option]);
    if (number > 0) return number;
    throw new Error(`--${option} takes a positive number`);
  };
  const namesOf = (option, known) => {
    const names = values[option].split(',').filter(Boolean);
    const unknown = names.filter((name) => !Object.hasOwn(known, name));
    if (unknown.length > 0) throw new Error(`--${option} takes ${Object.keys(known)}; not ${unknown}`);
    return names;
  };
  return {
    ...values,
    rounds: positive('rounds'),
    seconds: positive('seconds'),
    warmup: positive('warmup'),
    chosen: namesOf('only', workloads),
    peers: namesOf('peers', peers),
  };
}

/** The data of a server's responses to all sets of variables of a workload. @throws Error for a failed response */
async function dataOf({ name, processes, operations }, workload) {
  const { url, headers } = processes[workload];
  const all = [];
  for (const body of bodiesOf(workload, operations)) {
    const response = await fetch(url, { method: 'POST', headers, body });
    const { data, errors } = await response.json();
    if (response.status !== 200 || errors) throw new Error(`${name}, ${workload}: status ${response.status}, ${JSON.stringify(errors)}`);
    all.push(data);
  }
  return all;
}

/** Whether no list in a value is empty, and nothing is null. */
const isFilled = (value) =>
  typeof value === 'object' ? value !== null && Object.values(value).length > 0 && Object.values(value).every(isFilled) : true;

/**
 * Compares the responses of all servers with those of the plain server, value by value. A peer with wrong responses is left out of the
 * workload, with a line that says so.
 * @throws Error for Event Graph
 */
async function verify([plain, ...others], workload) {
  const rows = await dataOf(plain, workload);
  if (!isFilled(rows)) throw new Error(`${plain.name}, ${workload}: a list is empty`);
  for (const server of others.filter(({ processes }) => processes[workload])) {
    try {
      const expected = rows.map(server.operations[workload].expected);
      if (!isDeepStrictEqual(await dataOf(server, workload), expected))
        throw new Error(`${server.name}, ${workload}: other values than ${plain.name}`);
    } catch (error) {
      if (!server.isPeer) throw error;
      server.processes[workload] = undefined;
      console.log(`Left out: ${error.message}.`);
    }
  }
}

/** The figures of a server: the medians of its rounds, and the median, lowest and highest ratio to the plain server in the same round. */
function figures(samples, ofPlain, peakMb) {
  const of = (figure) => median(samples.map((sample) => sample[figure]));
  const ratios = samples.map(({ cpuMs }, round) => cpuMs / ofPlain[round].cpuMs);
  return {
    'to plain': `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
    'CPU ms': of('cpuMs').toFixed(3),
    'requests/s': Math.round(of('perSecond')),
    'upstream calls': of('calls').toFixed(2),
    'peak MB': Math.round(peakMb),
  };
}

try {
  const options = readOptions();
  const { rounds, seconds, warmup, chosen } = options;
  requireInstalled(options.peers);
  console.log(`node ${process.version}, ${availableParallelism()} × ${cpus()[0].model}; ${rounds} rounds of ${seconds} s`);
  if (options.pin && !pinProcesses())
    console.log('--pin is ignored: it needs the program taskset (Linux) and two processors, and one of them is missing.');

  const load = start(beside('load.mjs'));
  const upstream = await startUpstream();
  const servers = [await startPlain(upstream.url, options)];
  for (const [name, file] of [['Event Graph', beside('../dist/main.js')], ...options.also.map((path) => [path, resolve(path)])])
    servers.push(await startBuild(name, file, upstream.url, options));
  for (const peer of options.peers) servers.push(...(await startPeer(peer, upstream.url, options)));

  for (const workload of chosen) await verify(servers, workload);
  console.log('The responses are correct. Warming up …');
  const able = (workload) => servers.filter(({ processes }) => processes[workload]);
  const sample = async ({ processes, operations }, workload, duration) => {
    const work = { bodies: bodiesOf(workload, operations), connections: workloads[workload].connections ?? 16, seconds: duration };
    const before = await request(upstream.child);
    const measured = await measure(processes[workload], load, work);
    const after = await request(upstream.child);
    return { ...measured, calls: (after.requests - before.requests) / measured.requests };
  };
  for (const workload of chosen) for (const server of able(workload)) await sample(server, workload, warmup);
  const samples = new Map(servers.map((server) => [server, Object.fromEntries(chosen.map((workload) => [workload, []]))]));
  for (let round = 0; round < rounds; round += 1)
    for (const workload of chosen) {
      // Every second round runs backwards: a server's figures depend on which one ran before it.
      const order = round % 2 === 0 ? able(workload) : able(workload).toReversed();
      for (const server of order) samples.get(server)[workload].push(await sample(server, workload, seconds));
    }

  const table = {};
  for (const workload of chosen)
    for (const server of able(workload)) {
      const { peakMb } = await request(server.processes[workload].child);
      table[`${workload}, ${server.name}`] = figures(samples.get(server)[workload], samples.get(servers[0])[workload], peakMb);
    }
  console.table(table);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  stopAll();
}
