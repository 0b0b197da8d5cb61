// npm run bench:curves, after npm run build: how the cost of a request grows with lists, references, callers and the service's latency,
// the latency at half of the greatest load, and the memory. Writes docs/performance.md with its pictures. README.md explains the method.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { activityId, attendeeCount, firstId } from './event.mjs';
import { measureHalfLoad } from './half-load.mjs';
import { curvePicture } from './picture.mjs';
import { bodiesOf, workloads } from './workloads.mjs';

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '1' } },
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const beside = (name) => fileURLToPath(new URL(name, import.meta.url));
const children = [];
let fail;
/** Rejects when a process ends with an error. */
const failed = new Promise((_resolve, reject) => (fail = reject));

function start(file, env = {}, measured = false) {
  const child = fork(beside(file), {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    execArgv: measured ? ['--import', new URL('usage.mjs', import.meta.url).href] : [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  children.push(child);
  child.once('exit', (code) => {
    if (code) fail(new Error(`${file} ended with ${code}`));
  });
  return child;
}
const message = (child) => Promise.race([new Promise((resolve) => child.once('message', resolve)), failed]);
async function ask(child, question = {}) {
  child.send(question);
  const reply = await message(child);
  if (reply.error) throw new Error(reply.error);
  return reply;
}

/** Starts the program over a stub of the service whose replies wait. */
async function startProgram(delayMs = 0) {
  const upstream = start('upstream.mjs', { DELAY_MS: String(delayMs) });
  const { url: service } = await message(upstream);
  const program = start(
    '../dist/main.js',
    {
      EVENT_SERVICE_URL: service,
      EVENT_SERVICE_PUBLIC_KEY: 'bench',
      EVENT_SERVICE_PRIVATE_KEY: 'bench',
      EVENT_SERVICE_ACTIVITY_IDS: String(activityId),
      EVENT_SERVICE_MAX_PAGE_SIZE: '1000',
      MAX_COST: '100000',
      CACHE_TTL: 'off',
      AUTH_API_KEYS: `bench:${createHash('sha256').update('bench-key').digest('hex')}:content:read attendees:read attendees:pii`,
      STATE_FILE: ':memory:',
      PORT: '0',
      ADMIN_PORT: '0',
      LOG_FORMAT: 'json',
    },
    true,
  );
  let printed = '';
  program.stdout.setEncoding('utf8');
  const ready = new Promise((resolve) => {
    program.stdout.on('data', (text) => {
      const found = /"url":"([^"]+)"/.exec((printed = (printed + text).slice(-10_000)));
      if (found) resolve(found[1]);
    });
  });
  const url = await Promise.race([ready, failed]);
  return { url, service, program, stop: () => [program, upstream].forEach((child) => child.disconnect()) };
}

/** Starts the plain server. @returns its address */
async function startPlain(service) {
  const plain = start('plain.mjs', { EVENT_SERVICE_URL: service }, true);
  const [printed] = await Promise.race([once(plain.stdout, 'data'), failed]);
  return JSON.parse(printed.toString()).url;
}

const load = start('load.mjs');
const headers = { 'content-type': 'application/json', authorization: 'Bearer bench-key' };
const bodiesFor = (query, variables) => bodiesOf({ operation: /query (\w+)/.exec(query)[1], query, variables });

/** Loads the program once. @returns CPU milliseconds per request, requests per second and latencies */
async function measure({ url, program }, bodies, { connections = 16, perSecond, duration = seconds } = {}) {
  const before = await ask(program);
  const result = await ask(load, { url, headers, bodies, connections, seconds: duration, perSecond });
  const after = await ask(program);
  if (result.bad > 0) throw new Error(`${result.bad} bad responses`);
  const cpuMs = (after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / 1000 / result.requests;
  return { ...result, cpuMs, perSecond: result.requests / result.seconds, rssMb: after.rss / 1024 };
}
const median = (numbers) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1];
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
  const sizes = await curve([10, 30, 100, 300, 1000], (size) =>
    measure(running, pageOf(size), { connections: Math.min(16, attendeeCount / size) }),
  );
  const references = await curve([1, 10, 50, 100, 150], (count) => measure(running, referencesOf(count)));
  const callers = await curve([1, 4, 16, 64, 250, 500], (connections) => measure(running, one, { connections }));
  const half = await measureHalfLoad(
    { service: running.service, plain: await startPlain(running.service), graph: running.url, headers },
    (request) => ask(load, request),
    rounds + 2,
  );
  const { rss } = await ask(running.program);
  running.stop();
  const latencies = [0, 20, 50, 100, 200];
  const programs = new Map();
  for (const delayMs of latencies) programs.set(delayMs, await startProgram(delayMs));
  const delays = await curve(latencies, (delayMs) => measure(programs.get(delayMs), one));
  for (const program of programs.values()) program.stop();

  const rows = (points, ...figures) => points.map((point) => `| ${figures.map((figure) => figure(point)).join(' | ')} |`).join('\n');
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
  const ends = (points) => [points[0], points.at(-1)];
  const perAttendee = ({ x, cpuMs }) => ((cpuMs * 1000) / x).toFixed(1);
  const [smallPage, largePage] = ends(sizes);
  const [oneReference, allReferences] = ends(references);
  const fastest = callers.reduce((best, point) => (point.perSecond > best.perSecond ? point : best));
  const added = delays.map(({ x, p50 }) => p50 - x);
  const [halfPage, halfOne] = half.filter(({ server }) => server === 'Event Graph');
  const text = `# Performance

This page is for operators and developers who want to know how costs grow. For the load of one process, see [Size](operating.md#size).
\`npm run bench:curves\` writes this page and its pictures ([method](../bench/README.md)).

- Read shapes, not absolute values: program, service and load generator share the machine's processors.
- ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, load average ${loadavg()[0].toFixed(1)}. Medians of ${rounds} rounds of ${seconds} s.
- Settings that differ from the defaults: \`EVENT_SERVICE_MAX_PAGE_SIZE=1000\`, \`MAX_COST=100000\`, \`CACHE_TTL=off\`.

## Attendees in a page

An attendee costs ${perAttendee(smallPage)} µs in a page of ${smallPage.x}, and ${perAttendee(largePage)} µs in a page of ${largePage.x}: larger pages cost less.
Each request reads another page, with 8 fields of each attendee.

![CPU time per attendee by page size](performance-attendees.svg)

| Attendees | CPU ms per request | CPU µs per attendee | 5,000 attendees, page by page: CPU ms |
|---:|---:|---:|---:|
${rows(
  sizes,
  ({ x }) => x,
  ({ cpuMs }) => cpuMs.toFixed(2),
  perAttendee,
  ({ x, cpuMs }) => ((cpuMs * attendeeCount) / x).toFixed(0),
)}

## References in \`_entities\`

A request with ${allReferences.x} references costs ${(allReferences.cpuMs / oneReference.cpuMs).toFixed(0)} times as much as a request with one.

![CPU time per request by number of references](performance-references.svg)

| References | CPU ms per request |
|---:|---:|
${rows(
  references,
  ({ x }) => x,
  ({ cpuMs }) => cpuMs.toFixed(2),
)}

## Connections

One process serves up to ${fastest.perSecond.toFixed(0)} requests for one attendee in a second, with ${fastest.x} connections.
Each connection sends its next request as soon as it has the response. With more connections, more lookups share a call to the service
([decision 14](decisions/0014-lookups-share-calls.md)).

![CPU time per request by number of connections](performance-callers.svg)

| Connections | CPU ms per request | Requests per second | p50 ms | p99 ms |
|---:|---:|---:|---:|---:|
${rows(
  callers,
  ({ x }) => x,
  ({ cpuMs }) => cpuMs.toFixed(3),
  ({ perSecond }) => perSecond.toFixed(0),
  ({ p50 }) => p50.toFixed(1),
  ({ p99 }) => p99.toFixed(1),
)}

## Latency of the service

The median response takes ${Math.min(...added).toFixed(1)} to ${Math.max(...added).toFixed(1)} ms longer than the service.
16 connections send requests for one attendee. If the service is slow, fewer requests share a call, so each costs more.

![Latency of a request by latency of the service](performance-latency.svg)

| Service ms | p50 ms | p99 ms | CPU ms per request |
|---:|---:|---:|---:|
${rows(
  delays,
  ({ x }) => x,
  ({ p50 }) => p50.toFixed(1),
  ({ p99 }) => p99.toFixed(1),
  ({ cpuMs }) => cpuMs.toFixed(3),
)}

## Latency at half of the greatest load

99% of the pages of Event Graph take at most ${halfPage.p99.toFixed(0)} ms, and 99% of its single attendees at most ${halfOne.p99.toFixed(0)} ms.
Requests are sent at half of the rate that the server reaches with 16 connections, however long the responses take.

- The plain server is [plain.mjs](../bench/plain.mjs).
- The stub service alone gets the rate of Event Graph. Its slowest responses show the noise of the machine.
- All three take turns. Medians of ${rounds + 2} rounds of 2 s.

| Request | Server | Requests per second | p50 ms | p99 ms | p99 to p50 |
|---|---|---:|---:|---:|---:|
${half
  .map(
    ({ request, server, rate, p50, p99, ratio }) =>
      `| ${request} | ${server} | ${rate.toFixed(0)} | ${p50.toFixed(2)} | ${p99.toFixed(2)} | ${ratio.toFixed(1)} |`,
  )
  .join('\n')}

## Memory

After all of these requests, the largest resident memory of the process was ${(rss / 1024).toFixed(0)} MB.
`;
  writeFileSync(beside('../docs/performance.md'), text);
  console.log(text);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  for (const child of children) if (child.connected) child.disconnect();
}
