/* Starts the program as several workers, from their parent; and the functions that the parent and each worker offer to each other by messages. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { ConfigError, type Config } from '../../config/config.js';
import type { SettingProblem } from '../../config/rules.js';
import { within } from '../../primitives/waiting.js';
import { warnOfAuditOff } from '../../server/telemetry/audit.js';
import { SummedMetrics, type MetricsSnapshot } from '../../server/telemetry/summed-metrics.js';
import type { ChannelText } from '../../storage/channels.js';
import { withOpenResources, type OpenResources } from '../open-resources.js';
import { startSandboxService, type SandboxAccount } from '../sandbox-service.js';
import type { RunningProgram } from '../start.js';
import { createFork } from './processes.js';
import { Workers, type ListeningAddresses, type WorkerFunctions, type WorkersOptions } from './workers.js';

/** What a worker requests of its parent before it starts. */
export interface WorkerSetup {
  /** The sandbox, which runs in the parent; null for a live service. */
  readonly sandboxService: Pick<SandboxAccount, 'url' | 'activities'> | null;
  /** Where to listen; null for the ports of the settings. */
  readonly ports: ListeningAddresses | null;
  /** The file that the workers share; null if they share a Redis. */
  readonly stateFile: string | null;
}

/** The reason why a worker cannot start: bad settings, or another error. */
export type StartFailure =
  | { readonly problems: readonly SettingProblem[] }
  | { readonly message: string; readonly code: string | null; readonly port: number | null };

/** The functions of the parent that a worker calls. */
export type ParentFunctions = {
  readonly setup: (input: null) => WorkerSetup;
  /** Resolves when all workers listen. */
  readonly listening: (at: ListeningAddresses) => Promise<void>;
  readonly failed: (failure: StartFailure) => void;
  /** Sends a message of a channel to the other workers. */
  readonly publish: (text: ChannelText) => void;
  /** Stores the metrics of this worker. */
  readonly metrics: (snapshot: MetricsSnapshot) => void;
  /** Returns the metrics of all workers as text. */
  readonly metricsText: (input: null) => Promise<string>;
};

/** The functions of a worker that the parent calls. */
export type FunctionsOfWorker = WorkerFunctions & {
  /** Delivers a message of another worker. */
  readonly deliver: (text: ChannelText) => void;
  readonly snapshot: (input: null) => Promise<MetricsSnapshot>;
};

/** How long a worker may take for its metrics. Its last snapshot is used instead. */
const metricsTimeoutMs = 1_000;
/** How much longer than SHUTDOWN_GRACE_MS the end of a worker may take. */
const endMs = 5_000;

/**
 * Starts the program as several processes that share its ports. This process, their parent, serves no requests: it starts and
 * replaces the workers, and has what they share besides the state file or Redis: the sum of the metrics, and, in the sandbox, the sandbox.
 * @param onUnrecoverable called if workers keep ending, so that no worker serves any more
 * @throws Error with the cause, which may be one that a worker reports
 */
export function startWorkers(config: Config, log: Logger, onUnrecoverable: (error: Error) => void): Promise<RunningProgram> {
  return withOpenResources((opened) => assemble(config, log, onUnrecoverable, opened));
}

async function assemble(
  config: Config,
  log: Logger,
  onUnrecoverable: (error: Error) => void,
  opened: OpenResources,
): Promise<RunningProgram> {
  if (config.auditLog === 'off') warnOfAuditOff(log);
  const sandbox = config.live ? null : opened.add(await startSandboxService(config.sandbox));
  const metrics = new SummedMetrics(() => workers.living.length);
  const setup = {
    sandboxService: sandbox && { url: sandbox.url, activities: sandbox.activities },
    stateFile: config.redis === null ? sharedFile(config.stateFile) : null,
  };
  const workers: ProgramWorkers = createWorkers(config.workers, setup, metrics, { log, onUnrecoverable });
  const { url, adminUrl } = await workers.start();
  sandbox?.runChanges(log, url, config.checkInHook);
  const close = async () => {
    const clean = await workers.close(config.server.shutdownDelayMs + config.server.shutdownGraceMs + endMs);
    await opened.close();
    if (!clean) throw new Error('A worker did not end as expected.');
  };
  return { url, adminUrl, close };
}

/** The file in which the workers store outcomes: that of STATE_FILE, or in place of memory one that is removed when this process ends. */
function sharedFile(stateFile: string | null): string {
  if (stateFile !== null && stateFile !== ':memory:') return stateFile;
  const folder = mkdtempSync(join(tmpdir(), 'event-graph-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'state.db');
}

type ProgramWorkers = Workers<FunctionsOfWorker, StartFailure>;

/** Constructs the workers, and the functions by which they share channels and metrics. */
function createWorkers(
  count: number,
  setup: Omit<WorkerSetup, 'ports'>,
  metrics: SummedMetrics,
  { log, onUnrecoverable }: Pick<WorkersOptions<StartFailure>, 'log' | 'onUnrecoverable'>,
): ProgramWorkers {
  const portsOf = createPortsOf(() => workers);
  const metricsText = async () => {
    await updateMetrics(workers, metrics);
    return metrics.text();
  };
  const workers: ProgramWorkers = new Workers({
    count,
    fork: createFork(fileURLToPath(new URL('../worker.js', import.meta.url))),
    functionsFor: (id): Omit<ParentFunctions, 'listening' | 'failed'> => ({
      setup: () => ({ ...setup, ports: portsOf(id) }),
      publish: (text) => {
        for (const other of workers.living) if (other.id !== id) other.messenger.notify('deliver', text);
      },
      metrics: (snapshot) => metrics.update(id, snapshot),
      metricsText,
    }),
    startError,
    onEnd: (id) => metrics.ended(id),
    onUnrecoverable,
    log,
    now: () => performance.now(),
    after: (ms, callback) => void setTimeout(callback, ms),
    every: (ms, callback) => void setInterval(callback, ms).unref(),
  });
  return workers;
}

/**
 * Returns a function that decides where a worker listens: null for the ports of the settings. Workers that ask node:cluster for port 0 share
 * one port, which the system chooses. Once all of them have ended, 0 would be another port, so later workers ask for the chosen one by its
 * number.
 */
function createPortsOf(workers: () => ProgramWorkers): (id: number) => ListeningAddresses | null {
  const ofSettings = new Set<number>();
  let chosen: ListeningAddresses | null = null;
  return (id) => {
    const { living, listening } = workers();
    if (!living.some((other) => ofSettings.has(other.id))) chosen = listening;
    if (chosen === null) ofSettings.add(id);
    return chosen;
  };
}

/** Requests a snapshot of each worker. */
async function updateMetrics(workers: ProgramWorkers, metrics: SummedMetrics): Promise<void> {
  const update = async ({ id, messenger }: (typeof workers.living)[number]) => {
    const snapshot = await messenger.request('snapshot', null);
    // A worker that has ended meanwhile is in the sum already.
    if (workers.living.some((living) => living.id === id)) metrics.update(id, snapshot);
  };
  await within(metricsTimeoutMs, Promise.allSettled(workers.living.map(update)), () => {});
}

/** The error that a worker reports, as if it had occurred in this process. */
function startError(failure: StartFailure): Error {
  if ('problems' in failure) return new ConfigError(failure.problems);
  const { message, code, port } = failure;
  return Object.assign(new Error(message), { ...(code !== null && { code }), ...(port !== null && { port }) });
}
