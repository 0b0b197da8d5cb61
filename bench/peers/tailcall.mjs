// Starts Tailcall in one configuration. This process prints its address and replies with its CPU time and memory, as a measured server does.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.mjs';
import { cpuTimeOf, peakMemoryOf } from '../proc.mjs';
import { tailcallConfig } from './tailcall-config.mjs';

const { CONFIGURATION: configuration, EVENT_SERVICE_URL: serviceUrl, PATH } = process.env;
const binary = process.env.TAILCALL || fileURLToPath(new URL('node_modules/@tailcallhq/core-linux-x64-gnu/bin/tailcall', import.meta.url));

const port = await freePort();
const folder = mkdtempSync(join(tmpdir(), 'bench-tailcall-'));
const file = join(folder, 'tailcall.graphql');
writeFileSync(file, tailcallConfig({ configuration, serviceUrl, port }));

const tailcall = spawn(binary, ['start', file], {
  env: { PATH, TAILCALL_LOG_LEVEL: 'error', TAILCALL_TRACKER: 'false', NO_COLOR: '1' },
  stdio: ['ignore', 'ignore', 'pipe'],
});
let printed = '';
tailcall.stderr.on('data', (chunk) => (printed = `${printed}${chunk}`.slice(-2000)));
tailcall.once('error', (error) => ended(error.message));
tailcall.once('close', (code) => ended(`it ended with ${code}`));
process.on('disconnect', () => {
  tailcall.removeAllListeners('close').kill();
  rmSync(folder, { recursive: true });
  process.exit();
});

const url = `http://127.0.0.1:${port}`;
while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 50));
process.on('message', () => process.send({ cpu: cpuTimeOf(tailcall.pid), rss: peakMemoryOf(tailcall.pid) }));
console.log(JSON.stringify({ url }));

async function isReady() {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{ __typename }"}' };
  return (await fetch(`${url}/graphql`, request).catch(() => null))?.ok ?? false;
}

function ended(reason) {
  const hint = /GLIBC_/.test(printed) ? 'It needs a newer C library: bench/peers/README.md has a way around.\n' : '';
  console.error(`Tailcall (${binary}): ${reason}\n${printed}\n${hint}`);
  rmSync(folder, { recursive: true });
  process.exit(1);
}
