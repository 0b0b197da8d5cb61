// npm run bench:curves, after npm run build: how the cost of a request grows with lists, references, callers and the service's latency,
// the latency at half of the greatest load, and the memory. Writes docs/performance.md with its pictures. README.md explains the method.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { activityId, attendeeCount, firstId } from './event.mjs';
import { measureHalfLoad } from './half-load.mjs';
import { measure } from './measure.mjs';
import { performancePage } from './performance-page.mjs';
import { curvePicture } from './picture.mjs';
import { beside, nextMessage, request, start, stopAll } from './processes.mjs';
import { graphHeaders, startGraph, startPlain } from './servers.mjs';
import { median } from './statistics.mjs';
import { bodiesOf, workloads } from './workloads.mjs';

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '1' } },
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);

/** Starts the program over a stub of the service whose replies wait. */
async function startProgram(delayMs = 0) {
  const upstream = start(beside('upstream.mjs'), { env: { DELAY_MS: String(delayMs) } });
  const { url: service } = await nextMessage(upstream);
  const program = await startGraph(beside('../dist/main.js'), service, {
    EVENT_SERVICE_MAX_PAGE_SIZE: '1000',
    MAX_COST: '100000',
    CACHE_TTL: 'off',
    STATE_FILE: ':memory:',
  });
  return { ...program, service, stop: () => [program.child, upstream].forEach((child) => child.disconnect()) };
}

const load = start(beside('load.mjs'));
const bodiesFor = (query, variables) => bodiesOf({ operation: /query (\w+)/.exec(query)[1], query, variables });

/** Loads a program once. @returns CPU milliseconds per request, requests per second and latencies */
const measured = (program, bodies, connections = 16) => measure(program, load, { bodies, connections, seconds });
/** Measures each point in every round. @returns the median of each figure at each point */
async function curve(points, measurePoint) {
  for (const point of points) await measurePoint(point);
  const samples = points.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, point] of points.entries()) samples[index].push(await measurePoint(point));
  return points.map((x, index) => ({
    x,
    ...Object.fromEntries(Object.keys(samples[index][0]).map((figure) => [figure, median(samples[index].map((sample) => sample[figure]))])),
  }));
}

const fields = 'id name mobile email company signCode sourceCode registeredAt';
const pageOf = (size) =>
  bodiesFor(
    `query page($first: Int!, $offset: Int!) { activity { attendees(first: $first, offset: $offset) { nodes { ${fields} } } } }`,
    (variant) => ({
      first: size,
      offset: (variant * size) % attendeeCount,
    }),
  );
const referencesOf = (count) =>
  bodiesFor(`query refs($r: [_Any!]!) { _entities(representations: $r) { ... on Attendee { ${fields} } } }`, (variant) => ({
    r: Array.from({ length: count }, (_, index) => ({
      __typename: 'Attendee',
      id: `attendee:${activityId}:${firstId + ((variant * count + index) % attendeeCount)}`,
    })),
  }));
const one = bodiesOf(workloads.one);

try {
  const running = await startProgram();
  // With more connections than pages, some would share a read.
  const sizes = await curve([10, 30, 100, 300, 1000], (size) => measured(running, pageOf(size), Math.min(16, attendeeCount / size)));
  const references = await curve([1, 10, 50, 100, 150], (count) => measured(running, referencesOf(count)));
  const callers = await curve([1, 4, 16, 64, 250, 500], (connections) => measured(running, one, connections));
  const plain = await startPlain(running.service);
  const halfLoadRounds = rounds + 2;
  const half = await measureHalfLoad(
    { service: running.service, plain: plain.processFor().url, graph: running.url, headers: graphHeaders },
    (work) => request(load, work),
    halfLoadRounds,
  );
  const { rss } = await request(running.child);
  running.stop();
  const latencies = [0, 20, 50, 100, 200];
  const programs = new Map();
  for (const delayMs of latencies) programs.set(delayMs, await startProgram(delayMs));
  const delays = await curve(latencies, (delayMs) => measured(programs.get(delayMs), one));
  for (const program of programs.values()) program.stop();

  const picture = (name, title, xLabel, yLabel, points) =>
    writeFileSync(beside(`../docs/performance-${name}.svg`), curvePicture({ title, xLabel, yLabel, points }));
  picture(
    'attendees',
    'CPU time per attendee by page size',
    'attendees in a page',
    'µs',
    sizes.map(({ x, cpuMs }) => [x, (cpuMs * 1000) / x]),
  );
  picture(
    'references',
    'CPU time per request by number of references',
    'references',
    'ms',
    references.map(({ x, cpuMs }) => [x, cpuMs]),
  );
  picture(
    'callers',
    'CPU time per request by number of connections',
    'connections',
    'ms',
    callers.map(({ x, cpuMs }) => [x, cpuMs]),
  );
  picture(
    'latency',
    'Latency of a request by latency of the service',
    'latency of the service, ms',
    'ms',
    delays.map(({ x, p50 }) => [x, p50]),
  );
  const page = performancePage({ rounds, seconds, halfLoadRounds, sizes, references, callers, delays, half, peakMb: rss / 1024 });
  writeFileSync(beside('../docs/performance.md'), page);
  console.log(page);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  stopAll();
}
