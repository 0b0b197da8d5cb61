import { startSandbox } from './sandbox.js';
import { welcome } from './welcome.js';

/** `npm run sandbox`: HOST and PORT say where; 0 takes a free port. Ends on SIGINT and SIGTERM. */
async function main(): Promise<void> {
  const { HOST: host = '127.0.0.1', PORT: port = '4100' } = process.env;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error('PORT must be a port number.');
  const sandbox = await startSandbox({ host, port: Number(port) });
  process.stdout.write(welcome(sandbox));
  const close = () => void sandbox.close();
  process.once('SIGINT', close).once('SIGTERM', close);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
