/*
 * The entry of one of several worker processes (WORKERS), which workers/start-workers.ts starts: the program with a share of its limits, and with
 * what the workers share through their parent.
 */

import { ConfigError, readConfig, type Config } from '../config/config.js';
import { endSignals } from '../config/environment.js';
import { createLog, unexpectedErrorFields } from '../server/telemetry/log.js';
import type { Metrics } from '../server/telemetry/metrics.js';
import { WorkerChannels } from '../storage/channels.js';
import { sandboxServiceAt } from './sandbox-service.js';
import { start, type RunningProgram, type WorkerParts } from './start.js';
import { Messenger } from './workers/messenger.js';
import { parentOfThisWorker } from './workers/processes.js';
import { beatEveryMs, type ParentFunctions, type StartFailure, type WorkerFunctions, type WorkerSetup } from './workers/workers.js';

const { id, channel } = parentOfThisWorker();
let program: RunningProgram | undefined;
let metrics: Metrics | undefined;
/** The metrics of this worker; none before it has started. */
const snapshot = async () => (await metrics?.snapshot()) ?? [];
const channels: WorkerChannels = new WorkerChannels((text) => parent.notify('publish', text));
const functions: WorkerFunctions = {
  snapshot,
  drain: () => void end(),
  deliver: ({ channel: name, text }) => channels.deliver(name, text),
};
const parent = new Messenger<ParentFunctions>(channel, functions);

const config = readConfig();
const log = createLog({ ...config.log, secretHeaders: [config.service.authHeader], worker: id });
// After an uncaught error the state of the process is unknown, so it ends, and the parent replaces it. Unhandled rejections arrive
// here too.
process.on('uncaughtException', (error) => {
  log.fatal(unexpectedErrorFields(error), 'An unexpected error ended a worker');
  process.exit(1);
});
// A terminal and a supervisor may send their signals to every process of the program. The parent drains all workers.
for (const signal of endSignals) process.on(signal, () => {});

// The parent kills a worker that sends no message for a minute. The metrics remain in its sum if this worker is killed.
setInterval(() => void snapshot().then((values) => parent.notify('metrics', values)), beatEveryMs).unref();
try {
  const setup = await parent.request('setup', null);
  program = await start(configOfWorker(setup), log, partsOf(setup));
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

/** The parts of the program that the workers share. */
function partsOf({ sandboxService }: WorkerSetup): WorkerParts {
  return {
    id,
    sandboxService: sandboxService === null ? null : sandboxServiceAt(sandboxService),
    channels,
    sumWith: (own) => {
      metrics = own;
      return { ...own, text: () => parent.request('metricsText', null) };
    },
    onListening: (at) => parent.request('listening', at),
  };
}

/** The settings of one of several workers: limits of the program are divided among them, but not those that Redis counts for all. */
function configOfWorker({ ports, stateFile }: WorkerSetup): Config {
  const { workers, service, server, redis } = config;
  return {
    ...config,
    stateFile,
    service: { ...service, maxConnections: Math.floor(service.maxConnections / workers) },
    server: {
      ...server,
      maxConnections: Math.ceil(server.maxConnections / workers),
      rateLimit: server.rateLimit !== null && redis === null ? server.rateLimit / workers : server.rateLimit,
      ...(ports && { port: portOf(ports.url), admin: { ...server.admin, port: portOf(ports.adminUrl) } }),
    },
  };
}

function portOf(url: string): number {
  return Number(new URL(url).port || 80);
}
