/* Starts the program as several workers, from their parent. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.js';
import { withOpenResources, type OpenResources } from '../../primitives/open-resources.js';
import { within } from '../../primitives/waiting.js';
import { warnOfAuditOff } from '../../server/telemetry/audit.js';
import { SummedMetrics } from '../../server/telemetry/summed-metrics.js';
import { startSandboxService } from '../sandbox-service.js';
import type { RunningProgram } from '../start.js';
import { createFork } from './processes.js';
import { Workers, type ListeningAddresses, type ParentFunctions, type WorkerSetup, type WorkersOptions } from './workers.js';

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
  const workers: Workers = createWorkers(config.workers, setup, metrics, { log, onUnrecoverable });
  const { url, adminUrl } = await workers.start();
  sandbox?.runChanges(url, config.checkInHook);
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

/** Constructs the workers, and the functions by which they share channels and metrics. */
function createWorkers(
  count: number,
  setup: Omit<WorkerSetup, 'ports'>,
  metrics: SummedMetrics,
  { log, onUnrecoverable }: Pick<WorkersOptions, 'log' | 'onUnrecoverable'>,
): Workers {
  const portsOf = createPortsOf(() => workers);
  const metricsText = async () => {
    await updateMetrics(workers, metrics);
    return metrics.text();
  };
  const workers: Workers = new Workers({
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
function createPortsOf(workers: () => Workers): (id: number) => ListeningAddresses | null {
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
async function updateMetrics(workers: Workers, metrics: SummedMetrics): Promise<void> {
  const update = async ({ id, messenger }: (typeof workers.living)[number]) => {
    const snapshot = await messenger.request('snapshot', null);
    // A worker that has ended meanwhile is in the sum already.
    if (workers.living.some((living) => living.id === id)) metrics.update(id, snapshot);
  };
  await within(metricsTimeoutMs, Promise.allSettled(workers.living.map(update)), () => {});
}
