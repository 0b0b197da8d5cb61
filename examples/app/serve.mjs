/*
 * Starts all that the app needs on this machine: the sandbox, Event Graph over it, and the page with a token issuer:
 * origins of their own, as in production. PORT is the page's port: 4080 by default, 0 for any free one. SANDBOX_LIVE=false keeps
 * the data of the event still. Run `npm run build` first.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { readConfig } from '../../dist/config/config.js';
import { start } from '../../dist/program/start.js';
import { sandboxActivityIds, sandboxKeys, sandboxNotFoundPattern, startSandbox } from '../../dist/sandbox/sandbox.js';
import { createLog } from '../../dist/server/telemetry/log.js';
import { audience, createIssuer } from './issuer.mjs';

const beside = (name) => fileURLToPath(new URL(name, import.meta.url));

// The types of the app's operations, and the manifest of trusted documents.
execFileSync(process.execPath, [beside('../../tools/run.mjs'), 'app-operations'], {
  cwd: beside('../..'),
  stdio: ['ignore', 'ignore', 'inherit'],
});

const built = await build({
  entryPoints: { app: beside('src/main.tsx'), style: beside('src/style.css') },
  outdir: beside('.'),
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  write: false,
});
const files = new Map(built.outputFiles.map(({ path, contents }) => [path.slice(path.lastIndexOf('/')), contents]));
for (const name of ['favicon.svg', 'worker.js']) files.set(`/${name}`, readFileSync(beside(name)));

let respond = (_request, response) => void response.writeHead(503).end();
const pages = createServer((request, response) => respond(request, response));
await new Promise((resolve, reject) => void pages.once('error', reject).listen(Number(process.env.PORT ?? 4080), '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${pages.address().port}`;
const issuer = await createIssuer(origin);

const service = await startSandbox();
// What the organiser knows of the events, and the event service does not.
const folder = mkdtempSync(join(tmpdir(), 'app-'));
const activitiesFile = join(folder, 'activities.json');
writeFileSync(activitiesFile, JSON.stringify(service.activities));
const config = readConfig({
  EVENT_SERVICE_URL: service.url,
  EVENT_SERVICE_PUBLIC_KEY: sandboxKeys.publicKey,
  EVENT_SERVICE_PRIVATE_KEY: sandboxKeys.privateKey,
  EVENT_SERVICE_ACTIVITY_IDS: sandboxActivityIds.join(','),
  EVENT_SERVICE_NOT_FOUND_PATTERN: sandboxNotFoundPattern,
  ACTIVITIES_FILE: activitiesFile,
  // The speakers are an operation that the file binds.
  OPERATIONS_FILE: beside('../operations.json'),
  AUTH_JWKS_URL: `${origin}/jwks.json`,
  AUTH_JWT_ISSUER: origin,
  AUTH_JWT_AUDIENCE: audience,
  // The mobile number of a token names the attendee who may read their own record.
  AUTH_JWT_ATTENDEE_CLAIMS: 'mobile=phone_number',
  // The graph executes the operations of the app and no others.
  TRUSTED_DOCUMENTS_FILE: beside('persisted-query-manifest.json'),
  TRUSTED_DOCUMENTS: 'require',
  CORS_ORIGINS: origin,
  STATE_FILE: ':memory:',
  AUDIT_LOG: 'off',
  LOG_LEVEL: 'error',
  PORT: '0',
  ADMIN_PORT: '0',
});
const program = await start(config, createLog(config.log));
rmSync(folder, { recursive: true });
if (process.env.SANDBOX_LIVE !== 'false') service.runChanges();

const graph = `${program.url}/graphql`;
files.set('/', readFileSync(beside('index.html'), 'utf8').replace('{graph}', graph));
files.set('/jwks.json', issuer.jwks);
const types = {
  '/': 'text/html; charset=utf-8',
  '/app.js': 'text/javascript; charset=utf-8',
  '/worker.js': 'text/javascript; charset=utf-8',
  '/style.css': 'text/css; charset=utf-8',
  '/favicon.svg': 'image/svg+xml',
  '/jwks.json': 'application/json',
};
const policy = [
  "default-src 'none'",
  // Only this page's script runs. It connects to the issuer and to the graph, and shows pictures of the event service.
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  `img-src 'self' data: ${service.url}`,
  `connect-src 'self' ${program.url} ${program.url.replace(/^http/, 'ws')}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

respond = (request, response) => {
  const path = request.url.split('?')[0];
  // A request that its client aborts is no reason to end the process.
  if (path === '/sign-in' && request.method === 'POST') return void signIn(request, response).catch(() => response.destroy());
  const body = files.get(path);
  if (body === undefined) return response.writeHead(404, { 'content-type': 'text/plain' }).end('There is nothing at this address.\n');
  return response.writeHead(200, { 'content-type': types[path], 'content-security-policy': policy }).end(body);
};
console.log(`The app is at ${origin}/, its graph at ${graph}`);

async function signIn(request, response) {
  const chunks = [];
  for await (const chunk of request) if (chunks.push(chunk) > 16) return request.destroy();
  const issued = await issuer.issue(parsed(Buffer.concat(chunks).toString())).catch(() => null);
  return response
    .writeHead(issued ? 200 : 400, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(issued ?? { error: 'A mobile number is expected.' }));
}

function parsed(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

async function end() {
  pages.close();
  pages.closeAllConnections();
  await program.close();
  await service.close();
  process.exit(0);
}
process.once('SIGINT', end).once('SIGTERM', end);
