/* The sandbox as a program of its own. */

import { startSandbox } from './sandbox.js';
import { welcome } from './welcome.js';

/**
 * The program behind `npm run sandbox`. Listens on HOST and PORT (0: any free port) until SIGINT or SIGTERM. SANDBOX_LIVE and
 * SANDBOX_SEED are as in the graph.
 */
async function main(): Promise<void> {
  const host = setting('HOST', '127.0.0.1');
  const port = setting('PORT', '4100');
  const changes = setting('SANDBOX_LIVE', 'true');
  const seed = setting('SANDBOX_SEED', '0');
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error('PORT must be a port number: 0 to 65535.');
  if (changes !== 'true' && changes !== 'false') throw new Error('SANDBOX_LIVE must be true or false.');
  if (!/^\d{1,10}$/.test(seed) || Number(seed) > 4_294_967_295) throw new Error('SANDBOX_SEED must be a whole number: 0 to 4294967295.');
  const sandbox = await startSandbox({ host, port: Number(port), seed: Number(seed) });
  process.stdout.write(welcome(sandbox));
  if (changes === 'true') sandbox.runChanges();
  const close = () => void sandbox.close();
  process.once('SIGINT', close).once('SIGTERM', close);
}

/** Returns a setting. A blank one counts as not set: Node would take an empty HOST for every address of this machine. */
const setting = (name: string, fallback: string): string => process.env[name]?.trim() || fallback;

main().catch((error: unknown) => {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  console.error(isTaken ? 'The port is taken. Set PORT to a free one, or to 0 for any.' : error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
