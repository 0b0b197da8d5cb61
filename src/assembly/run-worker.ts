/* Starts the program in one of several worker processes (WORKERS). It runs when it is imported. */

import { ConfigError, readConfig } from '../config/config.js';
import { unexpectedErrorFields } from '../server/telemetry/log/error-fields.js';
import { createLog } from '../server/telemetry/log/log.js';
import { beatEveryMs } from '../workers/heartbeats.js';
import { parentOfThisWorker } from '../workers/processes.js';
import { start, type RunningProgram } from './program/start.js';
import { connectToParent } from './workers/connect-to-parent.js';
import { configOfWorker } from './workers/worker-config.js';
import type { StartFailure } from './workers/worker-functions.js';

const own = parentOfThisWorker();
let program: RunningProgram | undefined;
const { parent, snapshot, workerParts } = connectToParent(own, () => void end());

const config = readConfig();
const log = createLog({ ...config.log, secretHeaders: [config.service.authHeader], worker: own.id });
// After an uncaught error the state of the process is unknown, so it ends, and the parent replaces it. Unhandled rejections arrive
// here too.
process.on('uncaughtException', (error) => {
  log.fatal(unexpectedErrorFields(error), 'An unexpected error ended a worker');
  process.exit(1);
});
// A terminal and a supervisor may send their signals to every process of the program. The parent drains all workers.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});

// The parent kills a worker that sends no message for a minute. The metrics remain in its sum if this worker is killed.
setInterval(() => void snapshot().then((values) => parent.notify('metrics', values)), beatEveryMs).unref();
try {
  const setup = await parent.request('setup', null);
  program = await start(configOfWorker(config, setup), log, workerParts(setup));
} catch (error) {
  await parent.request('failed', failureOf(error));
  process.exit(1);
}

/** Completes the requests in progress, then ends this process. */
async function end(): Promise<void> {
  const ended = await (program?.close() ?? Promise.resolve()).then(
    () => 0,
    () => 1,
  );
  try {
    await parent.request('metrics', await snapshot());
  } catch {
    // The parent has ended, after a second signal: it does not need the metrics any more.
  }
  process.exit(ended);
}

function failureOf(error: unknown): StartFailure {
  if (error instanceof ConfigError) return { problems: error.problems };
  const { message, code, port } = error as NodeJS.ErrnoException & { readonly port?: number };
  return { message: error instanceof Error ? message : 'unknown reason', code: code ?? null, port: port ?? null };
}
