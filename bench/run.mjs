// npm run bench: the CPU time of Event Graph, and perhaps of other servers, compared with a plain server that returns the same data.
// README.md explains the method.
import { availableParallelism, cpus } from 'node:os';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { measure } from './measure.mjs';
import { optionsOf } from './options.mjs';
import { requireInstalled } from './peers/peers.mjs';
import { beside, nextMessage, pinProcesses, request, start, stopAll } from './processes.mjs';
import { report } from './report.mjs';
import { startBuild, startPeer, startPlain } from './servers.mjs';
import { workloads } from './workloads.mjs';

async function dataOf({ name, processFor }, workload, body) {
  const { url, headers } = processFor(workload);
  const response = await fetch(url, { method: 'POST', headers, body });
  const { data, errors } = await response.json();
  if (response.status !== 200 || errors) throw new Error(`${name}, ${workload}: status ${response.status}, ${JSON.stringify(errors)}`);
  return data;
}

/** Sends every set of variables to a server and to the plain one. @throws Error if a count or a value differs, or a response has errors */
async function verify(server, plain, workload) {
  const { count, expectedCount, inGraph } = workloads[workload];
  const plainBodies = plain.bodiesFor(workload);
  for (const [variant, body] of server.bodiesFor(workload).entries()) {
    const rows = await dataOf(plain, workload, plainBodies[variant]);
    if (!isDeepStrictEqual(count(inGraph(rows)), expectedCount))
      throw new Error(`${plain.name}, ${workload}: ${count(inGraph(rows))} instead of ${expectedCount}`);
    if (!isDeepStrictEqual(await dataOf(server, workload, body), server.dataFor(workload, rows)))
      throw new Error(`${server.name}, ${workload}: other values than ${plain.name}`);
  }
}

/** Verifies a server. A peer with wrong responses is left out of the workload, with a line that says so. @throws Error for Event Graph */
async function verifyOrLeaveOut(server, plain, workload) {
  try {
    await verify(server, plain, workload);
  } catch (error) {
    if (!server.leaveOut) throw error;
    server.leaveOut(workload);
    console.log(`Left out: ${error.message}.`);
  }
}

/** Measures a server with a workload. @returns CPU milliseconds per request, requests per second, calls to the service per request */
async function measureWorkload({ name, processFor, bodiesFor }, workload, { load, upstream }, seconds) {
  const work = { bodies: bodiesFor(workload), connections: workloads[workload].connections, seconds };
  const before = await request(upstream);
  const { cpuMs, perSecond, requests } = await measure(processFor(workload), load, work, `${name}, ${workload}`);
  const after = await request(upstream);
  return { cpuMs, perSecond, upstream: (after.requests - before.requests) / requests };
}

/** The peak memory of each process of a server, in MB, in ascending order. */
async function peakMemory({ processFor }, chosen) {
  const children = new Set(chosen.map((workload) => processFor(workload)?.child).filter(Boolean));
  const peaks = await Promise.all([...children].map(async (child) => Math.round((await request(child)).rss / 1024)));
  return peaks.sort((one, other) => one - other);
}

try {
  const options = optionsOf(process.argv.slice(2));
  const { rounds, seconds, warmup, chosen } = options;
  requireInstalled(options.peers);
  console.log(`node ${process.version}, ${availableParallelism()} × ${cpus()[0].model}; ${rounds} rounds of ${seconds} s`);
  if (options.pin && !pinProcesses())
    console.log('--pin is ignored: it needs the program taskset (Linux) and two processors, and one of them is missing.');

  const load = start(beside('load.mjs'));
  const upstream = start(beside('upstream.mjs'));
  const { url: serviceUrl } = await nextMessage(upstream);
  const plain = await startPlain(serviceUrl, options);
  const servers = [plain];
  for (const [name, file] of [['Event Graph', beside('../dist/main.js')], ...options.also.map((path) => [path, resolve(path)])])
    servers.push(await startBuild(name, file, serviceUrl, options));
  for (const peer of options.peers) servers.push(...(await startPeer(peer, serviceUrl, options)));
  const able = (workload) => servers.filter((server) => server.processFor(workload));

  for (const name of chosen) for (const server of able(name).slice(1)) await verifyOrLeaveOut(server, plain, name);
  console.log('The responses are correct. Warming up …');
  for (const name of chosen) for (const server of able(name)) await measureWorkload(server, name, { load, upstream }, warmup);
  const samples = Object.fromEntries(chosen.map((name) => [name, Object.fromEntries(able(name).map((server) => [server.name, []]))]));
  for (let round = 0; round < rounds; round += 1)
    for (const name of chosen) {
      // Every second round runs backwards: a server's figures depend on which one ran before it.
      const order = round % 2 === 0 ? able(name) : able(name).toReversed();
      for (const server of order) samples[name][server.name].push(await measureWorkload(server, name, { load, upstream }, seconds));
    }
  const memory = {};
  for (const server of servers) memory[server.name] = await peakMemory(server, chosen);
  report(samples, memory, rounds);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  stopAll();
}
