// The servers that are measured, and one measurement. A server has a name, the process for each workload that it can do, and its
// operations: the query, the variables, and the data that it must return if the plain server returns `rows`.
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { activityId } from './event.mjs';
import { peerOperations } from './peers/operations.mjs';
import { peers } from './peers/peers.mjs';
import { beside, request, startServer } from './processes.mjs';
import { workloads } from './workloads.mjs';

/** Starts a server that reports its CPU time and memory, and perhaps writes a profile. */
async function startMeasured(file, { env, path = '/', headers = {}, nodeOptions = [], profile }) {
  const measured = ['--import', new URL('usage.mjs', import.meta.url).href];
  const profiled = profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(profile)}`] : [];
  const { child, url } = await startServer(file, { env, nodeOptions: [...nodeOptions, ...measured, ...profiled] });
  return { child, url: new URL(path, url).href, headers: { 'content-type': 'application/json', ...headers } };
}

const forAll = (chosen, processOf) => Object.fromEntries(chosen.map((workload) => [workload, processOf(workload)]));

/** Starts the plain server, which all others are compared with. */
export async function startPlain(serviceUrl, { chosen = [], profile } = {}) {
  const running = await startMeasured(beside('plain.mjs'), { env: { EVENT_SERVICE_URL: serviceUrl }, profile });
  return { name: 'plain', running, processes: forAll(chosen, () => running), operations: workloads };
}

const key = 'bench-key';

/** Starts Event Graph over a service, in live mode with an API key. @param settings further ones */
export const startGraph = (file, serviceUrl, settings, options = {}) =>
  startMeasured(file, {
    env: {
      EVENT_SERVICE_URL: serviceUrl,
      EVENT_SERVICE_PUBLIC_KEY: 'bench',
      EVENT_SERVICE_PRIVATE_KEY: 'bench',
      EVENT_SERVICE_ACTIVITY_IDS: String(activityId),
      AUTH_API_KEYS: `bench:${createHash('sha256').update(key).digest('hex')}:content:read attendees:read attendees:pii attendees:write`,
      STATE_FILE: ':memory:',
      PORT: '0',
      ADMIN_PORT: '0',
      LOG_FORMAT: 'json',
      ...settings,
    },
    path: '/graphql',
    headers: { authorization: `Bearer ${key}` },
    nodeOptions: ['--max-semi-space-size=8', '--no-allocation-site-pretenuring'],
    ...options,
  });

/** Starts a build of Event Graph with its default cache, and without a cache for workloads that compare equal work. */
export async function startBuild(name, file, serviceUrl, { chosen, profile }) {
  const isCached = (workload) => workloads[workload].cached === true;
  const startFor = (cached, settings) =>
    chosen.some((workload) => isCached(workload) === cached) ? startGraph(file, serviceUrl, settings, { profile }) : undefined;
  const caching = await startFor(true, {});
  const uncached = await startFor(false, { CACHE_TTL: 'off' });
  return { name, processes: forAll(chosen, (workload) => (isCached(workload) ? caching : uncached)), operations: workloads };
}

/** Starts a peer in each of its configurations that can do one of the workloads. */
export async function startPeer(peer, serviceUrl, { chosen, profile }) {
  const servers = [];
  for (const { name, file, configuration = '', without = [] } of peers[peer].servers) {
    const able = chosen.filter((workload) => !without.includes(workload));
    if (able.length === 0) continue;
    const env = { EVENT_SERVICE_URL: serviceUrl, CONFIGURATION: configuration, TAILCALL: process.env.TAILCALL ?? '' };
    const running = await startMeasured(beside(`peers/${file}`), { env, path: '/graphql', profile });
    servers.push({ name, processes: forAll(able, () => running), operations: peerOperations, isPeer: true });
  }
  return servers;
}

/**
 * Loads a server once.
 *
 * @param load the process of load.mjs
 * @param work what load.mjs sends, besides the address and the headers of the server
 * @returns what load.mjs reports, with CPU milliseconds per request (user and system, all threads)
 * @throws Error if a response is not as expected
 */
export async function measure({ child, url, headers }, load, work) {
  const before = await request(child);
  const result = await request(load, { url, headers, ...work });
  const after = await request(child);
  return { ...result, cpuMs: (after.cpuMs - before.cpuMs) / result.requests };
}

export function median(numbers) {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
