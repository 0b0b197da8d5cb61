/* The sandbox as a program of its own. */

import { startSandbox } from './sandbox.js';
import { welcome } from './welcome.js';

/**
 * The program behind `npm run sandbox`. Listens on HOST and PORT (0: any free port) until SIGINT or SIGTERM. SANDBOX_LIVE and
 * SANDBOX_SEED are as in the graph.
 */
async function main(): Promise<void> {
  const sandbox = await startSandbox({
    host: setting('HOST', '127.0.0.1'),
    port: Number(setting('PORT', '4100')),
    seed: Number(setting('SANDBOX_SEED', '0')),
  });
  process.stdout.write(welcome(sandbox));
  if (setting('SANDBOX_LIVE', 'true') === 'true') sandbox.runChanges();
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
