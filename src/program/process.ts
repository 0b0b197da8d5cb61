/* Runs the program, in this process or as several workers, until a signal ends it. It begins when this module is imported. */

import { checkSettings } from '../config/config.js';
import { configErrorExitCode, endSignals } from '../config/environment.js';
import { isGatewayOnly } from '../server/authentication/authentication.js';
import { readNamedFiles } from './files.js';
import { openLog, start, startError } from './start.js';
import { startWorkers } from './workers/workers.js';

/** The version of package.json, with which the program starts and ends in the log. */
const version = '0.1.0';

/**
 * A signal that arrives in this time after the first one is the same one, in milliseconds. Ctrl+C in a terminal reaches the program and
 * npm, and npm passes it on to the program.
 */
const sameSignalMs = 1_000;

const { config, problems, unknownNames } = checkSettings();
const log = openLog(config);
// With those of the files, which are read again when the program starts.
if (problems.length > 0) await readNamedFiles(config, problems).catch(exit);

if (config.auth.disabled)
  log.warn('AUTH_DISABLED is true: anyone who can reach this address can read all attendees, register others, and sign in as any of them');
if (isGatewayOnly(config.auth))
  log.warn(
    'AUTH_ROUTER_SECRETS is the only authentication: the gateway must enforce @authenticated and @requiresScopes, and grant no caller a scope self:*, which would open the records of all attendees',
  );
for (const { name, nearest } of unknownNames)
  log.warn({ name, nearest }, `Nothing reads ${name} from the environment. If you mean ${nearest}, correct the name.`);
try {
  const program = config.workers === 1 ? await start(config, log) : await startWorkers(config, log, exit);
  log.info(
    { url: `${program.url}/graphql`, mode: config.mode, version },
    `Event Graph is ready at ${program.url}/${config.server.explorer === 'off' ? 'graphql' : ''}`,
  );
  closeOnSignals(program.close);
} catch (error) {
  exit(error);
}

/** Ends the program, which cannot start, or has no worker left that serves. */
function exit(error: unknown): never {
  const { message, exitCode } = startError(error, config.server);
  // The settings of the log may be among the bad ones.
  if (exitCode === configErrorExitCode) process.stderr.write(`${message}\n`);
  else log.fatal(message);
  process.exit(exitCode);
}

/** From now on, the first signal closes the program after the requests in progress. A second one ends it immediately. */
function closeOnSignals(close: () => Promise<void>): void {
  let closingSince: number | undefined;
  const end = (signal: NodeJS.Signals) => {
    if (closingSince !== undefined) {
      if (performance.now() - closingSince >= sameSignalMs) process.exit(1);
      return;
    }
    closingSince = performance.now();
    log.info({ signal, mode: config.mode, version }, 'Event Graph ends after the operations in progress');
    void close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  // Replaces the listeners of main.ts, which end the program immediately. Without any in between, a signal that came during the start would
  // be lost: hardly a turn of the event loop has ended since.
  for (const signal of endSignals) {
    const earlier = process.listeners(signal);
    process.on(signal, end);
    for (const listener of earlier) process.off(signal, listener);
  }
}
