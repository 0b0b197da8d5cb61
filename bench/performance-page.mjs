// The page docs/performance.md, from the figures that curves.mjs has measured.
import { loadavg } from 'node:os';
import { attendeeCount } from './event.mjs';

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
/** A measured figure. Rounds differ by more than its third digit. */
const digits = new Intl.NumberFormat('en-US', { minimumSignificantDigits: 2, maximumSignificantDigits: 2 });
const figure = (value) => digits.format(value);

/** The rows of a table: one for each point of a curve. */
const rows = (points, ...columns) => points.map((point) => `| ${columns.map((column) => column(point)).join(' | ')} |`).join('\n');

/**
 * @param sizes, references, callers, delays curves: for each `x` the medians of its figures
 * @param half the latencies at half load: for each request the plain server, Event Graph at the same rate, and at its own
 * @param peakMb the largest resident memory of the program
 */
export function performancePage({ rounds, seconds, halfLoadRounds, sizes, references, callers, delays, half, peakMb }) {
  const ends = (points) => [points[0], points.at(-1)];
  const perAttendee = ({ x, cpuMs }) => figure((cpuMs * 1000) / x);
  const [smallPage, largePage] = ends(sizes);
  const [oneReference, allReferences] = ends(references);
  const fastest = callers.reduce((best, point) => (point.perSecond > best.perSecond ? point : best));
  const added = delays.map(({ x, p50 }) => p50 - x);
  const [, , , plainOne, , halfOne] = half;
  return `# Performance

How the cost of a request grows with its size, the number of connections and the latency of the service. \`npm run bench:curves\` writes this page
([method](../bench/README.md)). To plan processes, see [Size](operating.md#size).

- Read how the figures change rather than their values, which have two digits. The program has a processor of its own (Linux, with
  \`taskset\`).
- ${date.format(new Date())}, Node ${process.version}, load average ${loadavg()[0].toFixed(1)}. Medians of ${rounds} rounds of ${seconds} s.
- Settings that differ from the defaults: \`EVENT_SERVICE_MAX_PAGE_SIZE=1000\`, \`MAX_COST=100000\`, \`CACHE_TTL=off\`.

## Attendees in a page

An attendee costs ${perAttendee(smallPage)} µs in a page of ${smallPage.x}, and ${perAttendee(largePage)} µs in a page of ${count.format(largePage.x)}, so larger pages cost less per attendee.
Each request reads another page, with 8 fields of each attendee.

| Attendees | CPU ms per request | CPU µs per attendee | 5,000 attendees, page by page: CPU ms |
|---:|---:|---:|---:|
${rows(
  sizes,
  ({ x }) => count.format(x),
  ({ cpuMs }) => figure(cpuMs),
  perAttendee,
  ({ x, cpuMs }) => figure((cpuMs * attendeeCount) / x),
)}

## References in \`_entities\`

A request with ${allReferences.x} references costs ${(allReferences.cpuMs / oneReference.cpuMs).toFixed(0)} times as much as a request with one.

| References | CPU ms per request |
|---:|---:|
${rows(
  references,
  ({ x }) => x,
  ({ cpuMs }) => figure(cpuMs),
)}

## Connections

One process serves up to ${figure(fastest.perSecond)} requests for one attendee in a second, with ${fastest.x} connections.
Each connection sends its next request as soon as it has the response. With more connections, more lookups share a call to the service
([decision 14](decisions/0014-lookups-share-calls.md)).

| Connections | CPU ms per request | Requests per second | p50 ms | p99 ms |
|---:|---:|---:|---:|---:|
${rows(
  callers,
  ({ x }) => x,
  ({ cpuMs }) => figure(cpuMs),
  ({ perSecond }) => figure(perSecond),
  ({ p50 }) => figure(p50),
  ({ p99 }) => figure(p99),
)}

## Latency of the service

The median response takes ${figure(Math.min(...added))} to ${figure(Math.max(...added))} ms longer than the service.
16 connections send requests for one attendee. If the service is slow, fewer requests share a call, so each costs more.

| Service ms | Added at p50: ms | Added at p99: ms | CPU ms per request |
|---:|---:|---:|---:|
${rows(
  delays,
  ({ x }) => x,
  ({ x, p50 }) => figure(p50 - x),
  ({ x, p99 }) => figure(p99 - x),
  ({ cpuMs }) => figure(cpuMs),
)}

## Latency at half of the greatest load

Requests are sent at a constant rate: half of what the plain server reaches with 16 connections, and half of what Event Graph reaches.

- The plain server is [plain.mjs](../bench/plain.mjs). Its slowest responses show the noise of the machine too.
- Single attendees of Event Graph wait up to 2 ms to share a call ([decision 14](decisions/0014-lookups-share-calls.md)), so 16 connections reach
  ${figure((100 * halfOne.rate) / plainOne.rate)}% of the plain server's rate.
- Medians of ${halfLoadRounds} rounds of 2 s, in turn.

| Request | Server | Requests per second | p50 ms | p99 ms |
|---|---|---:|---:|---:|
${half
  .map(({ request, server, rate, p50, p99 }) => `| ${request} | ${server} | ${figure(rate)} | ${figure(p50)} | ${figure(p99)} |`)
  .join('\n')}

## Memory

After all of these requests, the largest resident memory of the process was ${figure(peakMb)} MB.
`;
}
