// The servers that npm run bench compares. Each has a name, the process that gets a workload (none if it cannot do the workload),
// the bodies of its requests, and the data that it must return if the plain server returns `rows`.
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { activityId } from './event.mjs';
import { peers } from './peers/peers.mjs';
import { peerWorkloads } from './peers/workloads.mjs';
import { beside, startServer } from './processes.mjs';
import { bodiesOf, workloads } from './workloads.mjs';

const graphBodies = (workload) => bodiesOf(workloads[workload]);

/** Options of Node for a server that reports its CPU time and memory, and perhaps writes a profile. */
const measured = (profile) => [
  '--import',
  new URL('usage.mjs', import.meta.url).href,
  ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(profile)}`] : []),
];

async function startMeasured(file, env, { path = '/', headers = {}, nodeOptions }) {
  const { child, url } = await startServer(file, { env, nodeOptions });
  return { child, url: new URL(path, url).href, headers: { 'content-type': 'application/json', ...headers } };
}

/** Starts the plain server, which all others are compared with. */
export async function startPlain(serviceUrl, { profile } = {}) {
  const running = await startMeasured(beside('plain.mjs'), { EVENT_SERVICE_URL: serviceUrl }, { nodeOptions: measured(profile) });
  return { name: 'plain', processFor: () => running, bodiesFor: graphBodies, dataFor: (_workload, rows) => rows };
}

/** The settings of Event Graph over a service, in live mode with an API key. */
export const graphSettings = (serviceUrl) => ({
  EVENT_SERVICE_URL: serviceUrl,
  EVENT_SERVICE_PUBLIC_KEY: 'bench',
  EVENT_SERVICE_PRIVATE_KEY: 'bench',
  EVENT_SERVICE_ACTIVITY_IDS: String(activityId),
  AUTH_API_KEYS: `bench:${createHash('sha256').update('bench-key').digest('hex')}:content:read content:meeting attendees:read attendees:pii`,
  PORT: '0',
  ADMIN_PORT: '0',
  LOG_FORMAT: 'json',
});
/** The headers of a request with that key. */
export const graphHeaders = { 'content-type': 'application/json', authorization: 'Bearer bench-key' };

/** Starts Event Graph. @param settings further ones */
export const startGraph = (file, serviceUrl, settings, { profile } = {}) =>
  startMeasured(
    file,
    { ...graphSettings(serviceUrl), ...settings },
    {
      path: '/graphql',
      headers: graphHeaders,
      nodeOptions: ['--max-semi-space-size=8', '--heap-growing-percent=100', ...measured(profile)],
    },
  );

/** Starts a build of Event Graph with its default cache, and without a cache for workloads that compare equal work. */
export async function startBuild(name, file, serviceUrl, { chosen, profile }) {
  const withCache = (cached, settings) =>
    chosen.some((workload) => Boolean(workloads[workload].cached) === cached) ? startGraph(file, serviceUrl, settings, { profile }) : null;
  const caching = await withCache(true, {});
  const uncached = await withCache(false, { CACHE_TTL: 'off' });
  return {
    name,
    processFor: (workload) => (workloads[workload].cached ? caching : uncached),
    bodiesFor: graphBodies,
    dataFor: (workload, rows) => workloads[workload].inGraph(rows),
  };
}

/** Starts a peer in each of its configurations that can do one of the workloads. */
export async function startPeer(peer, serviceUrl, { chosen, profile }) {
  const servers = [];
  for (const { name, file, configuration = '', reportsUsage = false, without = [] } of peers[peer].servers) {
    if (chosen.every((workload) => without.includes(workload))) continue;
    const running = await startMeasured(
      beside(`peers/${file}`),
      { EVENT_SERVICE_URL: serviceUrl, CONFIGURATION: configuration, TAILCALL: process.env.TAILCALL ?? '' },
      { path: '/graphql', nodeOptions: reportsUsage ? [] : measured(profile) },
    );
    const leftOut = new Set(without);
    servers.push({
      name,
      processFor: (workload) => (leftOut.has(workload) ? null : running),
      leaveOut: (workload) => leftOut.add(workload),
      bodiesFor: (workload) => bodiesOf({ ...workloads[workload], ...peerWorkloads[workload] }),
      dataFor: (workload, rows) => peerWorkloads[workload].inPeer(rows),
    });
  }
  return servers;
}
