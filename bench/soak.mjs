// Runs the program for minutes under mixed load while one call in twenty fails. Do memory, sockets and timers reach a steady level?
// npm run soak [-- --seconds 120 --connections 16]
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { firstId } from './event.mjs';
import { beside, request, startUpstream, stopAll } from './processes.mjs';
import { median, startGraph } from './servers.mjs';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '120' }, connections: { type: 'string', default: '16' } } });
const seconds = Number(values.seconds);
const connections = Number(values.connections);

const upstream = await startUpstream({ FAULT_SHARE: '0.05' });
const settings = { EVENT_SERVICE_TIMEOUT_MS: '1000', CACHE_TTL: 'articles=1,tickets=1' };
const nodeOptions = ['--max-old-space-size=384', '--expose-gc'];
const { child, url, headers } = await startGraph(beside('../dist/main.js'), upstream.url, settings, { nodeOptions });
const pool = new Pool(new URL(url).origin, { connections });

/** The operations, each time with other variables. */
const operations = [
  [
    'query ($offset: Int) { activity { attendees(first: 50, offset: $offset) { nodes { id name mobile content } pageInfo { hasNextPage } } } }',
    (n) => ({ offset: n % 900 }),
  ],
  ['query ($id: ID!) { attendee(by: { id: $id }) { name points } }', (n) => ({ id: String(firstId + (n % 999)) })],
  ['{ activity { articles { total } tickets { name unitPrice } formFields { name } } }', () => ({})],
  [
    `mutation ($key: String!) {
      addAttendees(input: { contact: { name: "A", mobile: "1" }, attendees: [{ name: "A", mobile: "1" }], idempotencyKey: $key }) { registrations { attendeeId } userErrors { code } }
    }`,
    (n) => ({ key: `soak-registration-${n}` }),
  ],
  ['{ nonsense }', () => ({})],
];
const began = performance.now();
const elapsed = () => (performance.now() - began) / 1000;
let sent = 0;
let defects = 0;
/** The number of responses by error code. */
const outcomes = {};

async function caller() {
  while (elapsed() < seconds) {
    const [query, variables] = operations[sent % operations.length];
    const body = JSON.stringify({ query, variables: variables(sent++) });
    const response = await pool.request({ method: 'POST', path: '/graphql', headers, body });
    const { errors } = await response.body.json();
    const code = errors?.[0]?.extensions?.code ?? 'ok';
    outcomes[code] = (outcomes[code] ?? 0) + 1;
    if (response.statusCode >= 500 || code === 'INTERNAL_SERVER_ERROR') defects += 1;
  }
}

const openFiles = () => (existsSync(`/proc/${child.pid}/fd`) ? readdirSync(`/proc/${child.pid}/fd`).length : 0);
const sample = async () => ({ ...(await request(child)), sent, files: openFiles() });
const shown = ({ heapMb, peakMb, files, timers }) =>
  `${heapMb.toFixed(1)} MB live, ${peakMb.toFixed(0)} MB resident at most, ${files} open files, ${timers} timers`;
const samples = [];
async function sampling() {
  while (elapsed() < seconds) {
    await pause(Math.max(1, seconds / 24) * 1000);
    samples.push(await sample());
    console.log(`${elapsed().toFixed(0).padStart(4)} s ${String(sent).padStart(8)} requests: ${shown(samples.at(-1))}`);
  }
}
await Promise.all([sampling(), ...Array.from({ length: connections }, caller)]);
await pool.close();

// Calls that hang end at their deadline.
await pause(5_000);
const idle = await sample();
// The last third is compared with the middle third.
const third = Math.floor(samples.length / 3);
const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)].map((part) => median(part.map(({ heapMb }) => heapMb)));
const growth = ((last - middle) / (sent / 3)) * 10_000;
console.log('outcomes', outcomes);
console.log(
  `live heap: ${middle.toFixed(1)} MB in the middle third, ${last.toFixed(1)} MB in the last: ${growth.toFixed(2)} MB for 10,000 requests`,
);
console.log(`afterwards: ${shown(idle)}`);
const ended = once(child, 'exit');
child.kill('SIGTERM');
const [code] = await ended;
stopAll();
const problems = [
  defects > 0 && `${defects} responses were defects`,
  growth > 2 && 'memory grows',
  idle.files > 60 && 'sockets stay open',
  idle.timers > 10 && 'timers stay',
  code !== 0 && `the program ended with ${code}`,
].filter(Boolean);
console.log(problems.length === 0 ? 'levelled off' : `NOT level: ${problems.join('; ')}`);
process.exitCode = problems.length === 0 ? 0 : 1;
