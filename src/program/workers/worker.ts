/*
 * The entry of one of several worker processes (WORKERS), which workers.ts starts: the program with a share of its limits, and with what
 * the workers share through their parent. If the parent ends, node:cluster ends this process.
 */

import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { readConfig, type Config } from '../../config/config.js';
import { endSignals } from '../../config/environment.js';
import type { RunningServer } from '../../server/server.js';
import { WorkerChannels } from '../../storage/channels.js';
import { openLog, start, startError, type WorkerParts } from '../start.js';
import type { ParentMessage, WorkerMessage, WorkerSetup } from './workers.js';

/** How often the parent gets the metrics of this worker. They remain in its sum if this worker is killed. */
const metricsEveryMs = 5_000;

/** Descriptors for what is neither a connection of a caller nor one to the service: files, Redis, keys of tokens, traces, the admin port. */
const otherDescriptors = 100;

const worker = cluster.worker!;
const setup = JSON.parse(process.argv[2]!) as WorkerSetup;
const send = (message: WorkerMessage): void => void (worker.isConnected() && worker.send(message));

let program: RunningServer | undefined;
/** Called when all workers listen. */
let onReady = () => {};
/** Called with the next sum of the metrics. */
const onSum: ((text: string) => void)[] = [];
const channels = new WorkerChannels((text) => send({ kind: 'publish', ...text }));

worker.on('message', (message: ParentMessage) => {
  switch (message.kind) {
    case 'ready':
      return onReady();
    case 'drain':
      return void end();
    case 'deliver':
      return channels.deliver(message.channel, message.text);
    case 'sum':
      for (const resolve of onSum.splice(0)) resolve(message.text);
  }
});

const config = readConfig();
const log = openLog(config, worker.id);
// A terminal and a supervisor may send their signals to every process of the program. The parent drains all workers.
for (const signal of endSignals) process.on(signal, () => {});

try {
  program = await start(configOfWorker(), log, partsOfWorker());
} catch (error) {
  const { message, exitCode } = startError(error, config.server);
  const failed: WorkerMessage = { kind: 'failed', message, exitCode };
  worker.send(failed, () => process.exit(1));
}

/** Completes the requests in progress, then ends this process. */
async function end(): Promise<void> {
  await (program?.close() ?? Promise.resolve()).then(
    () => process.exit(0),
    () => process.exit(1),
  );
}

/** The parts of the program that the workers share. */
function partsOfWorker(): WorkerParts {
  return {
    id: worker.id,
    sandbox: setup.sandbox,
    channels,
    sumWith: (own) => {
      const sendMetrics = async (wantsSum: boolean) => send({ kind: 'metrics', snapshot: await own.snapshot(), wantsSum });
      setInterval(() => void sendMetrics(false), metricsEveryMs).unref();
      return {
        ...own,
        text: () =>
          new Promise((resolve) => {
            onSum.push(resolve);
            void sendMetrics(true);
          }),
      };
    },
    onListening: (at) =>
      new Promise((resolve) => {
        onReady = resolve;
        send({ kind: 'listening', ...at });
      }),
  };
}

/** The settings of one of several workers: limits of the program are divided among them, but not those that Redis counts for all. */
function configOfWorker(): Config {
  const { workers, service, server, redis } = config;
  return {
    ...config,
    stateFile: setup.stateFile,
    service: { ...service, maxConnections: Math.floor(service.maxConnections / workers) },
    server: {
      ...server,
      maxConnections: Math.min(Math.ceil(server.maxConnections / workers), affordableConnections(service.maxConnections / workers)),
      rateLimit: server.rateLimit !== null && redis === null ? server.rateLimit / workers : server.rateLimit,
    },
  };
}

/**
 * Returns how many callers the limit of open files leaves room for, and a tenth of them who wait for their 503. Without a free descriptor a
 * worker would lose a connection that the parent hands over, and node:cluster would give it no further one, ever.
 */
function affordableConnections(toService: number): number {
  let limit = Infinity;
  try {
    limit = Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1] ?? Infinity);
  } catch {
    // Not Linux.
  }
  return Math.max(1, Math.floor((limit - otherDescriptors - toService) / 1.1));
}
