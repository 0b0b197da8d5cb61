import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { readConfig } from '../../dist/config/config.js';
import { createLog } from '../../dist/server/telemetry/log.js';
import { start } from '../../dist/assembly/start.js';

/*
 * Builds the page and serves it on this machine, and starts Event Graph over its sandbox: two origins, as in production.
 * PORT is the page's port: 4080 by default, 0 for any free one. Run `npm run build` first.
 */

const beside = (name) => fileURLToPath(new URL(name, import.meta.url));

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

const pages = createServer((request, response) => respond(request.url.split('?')[0], response));
await new Promise((resolve, reject) => void pages.once('error', reject).listen(Number(process.env.PORT ?? 4080), '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${pages.address().port}`;

const config = readConfig({
  PORT: '0',
  ADMIN_PORT: '0',
  LOG_LEVEL: 'warn',
  CORS_ORIGINS: origin,
  EXPLORER: 'off',
  // The graph executes the operations of the app and no others. `npm run types` writes the file.
  TRUSTED_DOCUMENTS_FILE: beside('persisted-query-manifest.json'),
  TRUSTED_DOCUMENTS: 'require',
});
const program = await start(config, createLog(config.log));
files.set('/', readFileSync(beside('index.html'), 'utf8').replace('{graph}', `${program.url}/graphql`));
console.log(`The app is at ${origin}/, its graph at ${program.url}/graphql`);

const types = { '/': 'text/html; charset=utf-8', '/app.js': 'text/javascript; charset=utf-8', '/style.css': 'text/css; charset=utf-8' };

function respond(path, response) {
  const body = files.get(path);
  if (body === undefined) return response.writeHead(404, { 'content-type': 'text/plain' }).end('There is nothing at this address.\n');
  return response
    .writeHead(200, {
      'content-type': types[path],
      // Only this page's script runs, and it connects to the graph only. Images of articles need the service's host in img-src.
      'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src ${program.url}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    })
    .end(body);
}

async function end() {
  pages.close();
  pages.closeAllConnections();
  await program.close();
  process.exit(0);
}
process.once('SIGINT', end).once('SIGTERM', end);
