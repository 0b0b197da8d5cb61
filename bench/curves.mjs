// npm run bench:curves, after npm run build: how the cost of a request grows with lists, references, callers and the service's latency,
// the latency at half of the greatest load, and the memory. Writes docs/performance.md. README.md explains the method.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { attendeeCount } from './event.mjs';
import { performancePage } from './performance-page.mjs';
import { beside, pinProcesses, request, start, startUpstream, stopAll } from './processes.mjs';
import { measure, median, startGraph, startPlain } from './servers.mjs';
import { bodiesFor, bodiesOf, fullFields, referencesFrom } from './workloads.mjs';

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '1' } },
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const halfLoadRounds = rounds + 2;
pinProcesses(); // so that a busy load generator does not delay the responses of the server that it measures
const load = start(beside('load.mjs'));

/** Starts the program over a stub of the service. */
async function startProgram() {
  const upstream = await startUpstream();
  const program = await startGraph(beside('../dist/main.js'), upstream.url, {
    EVENT_SERVICE_MAX_PAGE_SIZE: '1000',
    MAX_COST: '100000',
    CACHE_TTL: 'off',
  });
  return { ...program, upstream };
}

/** Loads a program once. @returns CPU milliseconds per request, requests per second and latencies */
const measured = (program, bodies, connections = 16) => measure(program, load, { bodies, connections, seconds });

/** Measures each point in every round, after one that is not counted. @returns the median of each figure at each point, in their order */
async function medians(points, measurePoint, count = rounds) {
  const samples = points.map(() => []);
  for (let round = 0; round <= count; round += 1)
    for (const [index, point] of points.entries()) {
      const sample = await measurePoint(point);
      if (round > 0) samples[index].push(sample);
    }
  return samples.map((ofPoint) =>
    Object.fromEntries(Object.keys(ofPoint[0]).map((figure) => [figure, median(ofPoint.map((sample) => sample[figure]))])),
  );
}
const curve = async (points, measurePoint) =>
  (await medians(points, measurePoint)).map((figures, index) => ({ x: points[index], ...figures }));

const pageOf = (size) =>
  bodiesFor(
    `query page($first: Int!, $offset: Int!) { activity { attendees(first: $first, offset: $offset) { nodes { ${fullFields} } } } }`,
    (variant) => ({ first: size, offset: (variant * size) % attendeeCount }),
  );
const referencesOf = (count) =>
  bodiesFor(`query refs($r: [_Any!]!) { _entities(representations: $r) { ... on Attendee { ${fullFields} } } }`, (variant) => ({
    r: referencesFrom((variant * count) % (attendeeCount - count), count),
  }));

/**
 * The latencies of both servers at half of the rate that the plain server reaches with 16 connections, and those of Event Graph at half
 * of its own.
 */
async function atHalfLoad(running) {
  const { running: plain } = await startPlain(running.upstream.url);
  const contenders = [];
  for (const [workload, label] of [
    ['list', 'a page of 100 attendees, 8 fields each'],
    ['one', 'one attendee by id, 8 fields'],
  ]) {
    const bodies = bodiesOf(workload);
    const halfRateOf = async (program) => {
      const greatest = () => measure(program, load, { bodies, connections: 16, seconds: 2 });
      await greatest();
      return (await greatest()).perSecond / 2;
    };
    const [plainRate, ownRate] = [await halfRateOf(plain), await halfRateOf(running)];
    const contender = (server, program, rate) => contenders.push({ request: label, server, program, bodies, rate });
    contender('plain', plain, plainRate);
    contender('Event Graph', running, plainRate);
    contender('Event Graph', running, ownRate);
  }
  const figures = await medians(
    contenders,
    async ({ program, bodies, rate }) => {
      const { p50, p99 } = await measure(program, load, { bodies, connections: 64, perSecond: rate, seconds: 2 });
      return { p50, p99 };
    },
    halfLoadRounds,
  );
  return contenders.map(({ request: label, server, rate }, index) => ({ request: label, server, rate, ...figures[index] }));
}

try {
  const running = await startProgram();
  // With more connections than pages, some would share a read.
  const sizes = await curve([10, 30, 100, 300, 1000], (size) => measured(running, pageOf(size), Math.min(16, attendeeCount / size)));
  const references = await curve([1, 10, 50, 100, 150], (count) => measured(running, referencesOf(count)));
  const one = bodiesOf('one');
  const callers = await curve([1, 4, 16, 64, 250, 500], (connections) => measured(running, one, connections));
  const half = await atHalfLoad(running);
  const { peakMb } = await request(running.child);
  const delays = await curve([0, 20, 50, 100, 200], async (delayMs) => {
    await request(running.upstream.child, { delayMs });
    return measured(running, one);
  });

  const page = performancePage({ rounds, seconds, halfLoadRounds, sizes, references, callers, delays, half, peakMb });
  writeFileSync(beside('../docs/performance.md'), page);
  console.log(page);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  stopAll();
}
