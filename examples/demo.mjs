import { readConfig } from '../dist/config/config.js';
import { start } from '../dist/program/start.js';
import { createLog } from '../dist/server/telemetry/log.js';

/** Starts Event Graph on a free port, over the event service that the environment names, or else over its sandbox. */
export async function startEventGraph() {
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env, PORT: '0', ADMIN_PORT: '0' });
  const program = await start(config, createLog(config.log));
  return { url: `${program.url}/graphql`, close: program.close };
}

/** Prints the gateway's address and a first request. On SIGINT or SIGTERM closes the gateway, then the others in their order. */
export function runUntilSignal(gateway, title, query, ...others) {
  console.log(
    `${title}: ${gateway.url.replace(/graphql$/, '')} (GraphiQL), or: curl -s ${gateway.url} -H 'content-type: application/json' -d '${JSON.stringify({ query })}'`,
  );
  const end = async () => {
    for (const { close } of [gateway, ...others]) await close();
    process.exit(0);
  };
  process.once('SIGINT', end).once('SIGTERM', end);
}
