// Runs the program for minutes under mixed load while one call in twenty fails, and prints whether memory, sockets and
// timers reach a steady level. Some clients are abusive: resets, half requests, refused upgrades, broken frames.
// Others try to fill its heap of 384 MB. Uses loopback addresses only:
// npm run soak [-- --seconds 120 --connections 16 --abusers 4 --memory-abusers 50]
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { get } from 'node:http';
import { parseArgs } from 'node:util';
import { freePort } from './free-port.mjs';
import { beside, request, startServer } from './processes.mjs';
import { graphSettings } from './servers.mjs';
import { runAbusers } from './soak/abusers.mjs';
import { runCallers } from './soak/callers.mjs';
import { runMemoryAbusers } from './soak/memory-abusers.mjs';
import { startService } from './soak/service.mjs';
import { median } from './statistics.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    connections: { type: 'string', default: '16' },
    abusers: { type: 'string', default: '4' },
    'memory-abusers': { type: 'string', default: '50' },
  },
});
const seconds = Number(values.seconds);
const connections = Number(values.connections);
const abusers = Number(values.abusers);
const key = 'soak-key';
/** An API key, and a secret of the check-in push. */
const abusersKey = 'the-key-and-secret-of-the-abusive-clients';
const sha256 = (text) => createHash('sha256').update(text).digest('hex');

const adminPort = await freePort();
const service = await startService();
const { child, url } = await startServer(beside('../dist/main.js'), {
  env: {
    ...graphSettings(service.url),
    ADMIN_PORT: String(adminPort),
    STATE_FILE: ':memory:',
    EVENT_SERVICE_TIMEOUT_MS: '1000',
    CACHE_TTL: 'articles=1,tickets=1',
    CHECK_IN_HOOK_SECRETS: abusersKey,
    AUTH_API_KEYS: `soak:${sha256(key)}:content:read attendees:read attendees:pii attendees:write,abuser:${sha256(abusersKey)}:content:read`,
  },
  nodeOptions: ['--max-old-space-size=384', '--expose-gc', '--import', new URL('heap-probe.mjs', import.meta.url).href],
});
const { origin } = new URL(url);

const counts = { sent: 0, failed: 0, outcomes: {}, abused: 0, unhealthy: 0 };
const ends = performance.now() + seconds * 1000;
const samples = [];
const sockets = () => (existsSync(`/proc/${child.pid}/fd`) ? readdirSync(`/proc/${child.pid}/fd`).length : NaN);
/** Heap after a full garbage collection, resident size, and the number of timers. */
const usage = async () => {
  const { heapUsed, rss, timers } = await request(child);
  return { heapMb: heapUsed / 1048576, rssMb: Math.round(rss / 1048576), timers };
};
const sampling = setInterval(
  async () => {
    const sample = { at: Math.round(seconds - (ends - performance.now()) / 1000), sent: counts.sent, files: sockets(), ...(await usage()) };
    samples.push(sample);
    console.log(
      `${String(sample.at).padStart(4)} s  ${String(sample.sent).padStart(7)} requests  ${sample.heapMb.toFixed(1)} MB live  ${sample.rssMb} MB resident  ${sample.files} open files  ${sample.timers} timers`,
    );
  },
  Math.max(1, seconds / 24) * 1000,
);
/** Whether /healthz of the admin port responds. On the other port, connections wait behind those of the abusive clients to be accepted. */
const isHealthy = () =>
  new Promise((resolve) =>
    get(`http://127.0.0.1:${adminPort}/healthz`, { agent: false }, (response) => resolve(response.resume().statusCode === 200)).on(
      'error',
      () => resolve(false),
    ),
  );
const probing = setInterval(async () => {
  if (!(await isHealthy())) counts.unhealthy += 1;
}, 250);

await Promise.all([
  runCallers({ origin, key, connections, ends }, counts),
  runAbusers({ origin, key, abusers, ends }, counts),
  runMemoryAbusers({ origin, key: abusersKey, connections: Number(values['memory-abusers']), ends }, counts),
]);
clearInterval(probing);
clearInterval(sampling);

// The verdict compares the last third with the middle third.
const idleNow = async () => ({ ...(await usage()), files: sockets() });
const isIdle = ({ files, timers }) => files <= 60 && timers <= 10;
let idle = await idleNow();
// The program closes an incomplete request after 30 seconds. After 45 seconds no connection may be open.
for (const until = performance.now() + 45_000; performance.now() < until && !isIdle(idle); idle = await idleNow()) {
  await new Promise((resolve) => setTimeout(resolve, 3_000));
}
const third = Math.floor(samples.length / 3);
const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)].map((part) => median(part.map(({ heapMb }) => heapMb)));
const perTenThousand = ((last - middle) / ((counts.sent + counts.abused) / 3)) * 10_000;
console.log('outcomes', counts.outcomes, `faults made ${service.faultsMade}, abusive connections ${counts.abused}`);
console.log(
  `live heap: ${middle.toFixed(1)} MB in the middle third, ${last.toFixed(1)} MB in the last: ${perTenThousand.toFixed(2)} MB for 10,000 requests`,
);
console.log(`afterwards: ${idle.heapMb.toFixed(1)} MB live, ${idle.files} open files, ${idle.timers} timers`);
const drained = once(child, 'exit');
child.kill('SIGTERM');
const [code] = await drained;
service.close();
const problems = [
  counts.unhealthy > 0 && `/healthz did not respond with 200 ${counts.unhealthy} times`,
  counts.failed > 0 && `${counts.failed} responses were defects`,
  perTenThousand > 2 && 'memory grows',
  idle.files > 60 && 'sockets stay open',
  idle.timers > 10 && 'timers stay',
  code !== 0 && `the program ended with ${code}`,
].filter(Boolean);
console.log(problems.length === 0 ? 'levelled off' : `NOT level: ${problems.join('; ')}`);
process.exit(problems.length === 0 ? 0 : 1);
