import { readConfig } from '../dist/config/config.js';
import { createLog } from '../dist/server/telemetry/log.js';
import { start } from '../dist/assembly/start.js';

/** Starts Event Graph on a free port; over its sandbox, unless the environment names an event service. */
export async function startEventGraph() {
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env, PORT: '0', ADMIN_PORT: '0' });
  const program = await start(config, createLog(config.log));
  return { url: `${program.url}/graphql`, close: program.close };
}

/** Says where the gateway is and what to ask it, and closes everything, in this order, on SIGINT or SIGTERM. */
export function runUntilSignal(gateway, what, query, ...others) {
  console.log(
    `${what}: ${gateway.url.replace(/graphql$/, '')} (GraphiQL), or: curl -s ${gateway.url} -H 'content-type: application/json' -d '${JSON.stringify({ query })}'`,
  );
  const end = async () => {
    for (const { close } of [gateway, ...others]) await close();
    process.exit(0);
  };
  process.once('SIGINT', end).once('SIGTERM', end);
}
