import { startSandbox } from './sandbox.js';
import { welcome } from './welcome.js';

/** The program behind `npm run sandbox`. Listens on HOST and PORT (0: any free port) until SIGINT or SIGTERM. */
async function main(): Promise<void> {
  const { HOST: host = '127.0.0.1', PORT: port = '4100' } = process.env;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error('PORT must be a port number: 0 to 65535.');
  const sandbox = await startSandbox({ host, port: Number(port) });
  process.stdout.write(welcome(sandbox));
  const close = () => void sandbox.close();
  process.once('SIGINT', close).once('SIGTERM', close);
}

function messageOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return 'code' in error && error.code === 'EADDRINUSE' ? 'The port is taken. Set PORT to a free one, or to 0 for any.' : error.message;
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
