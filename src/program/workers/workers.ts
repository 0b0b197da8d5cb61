/*
 * The program as several processes (WORKERS), from their parent. The workers share the ports by node:cluster, and registrations through the
 * state file or Redis. What else they share passes through their parent as messages: check-ins, and metrics.
 */

import cluster, { type Worker } from 'node:cluster';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.js';
import { withOpenResources } from '../../primitives/open-resources.js';
import { startSandbox } from '../../sandbox/sandbox.js';
import type { ListeningAddresses, RunningServer } from '../../server/server.js';
import { warnOfAuditOff } from '../../server/telemetry/audit-lines.js';
import { SummedMetrics, type MetricsSnapshot } from '../../server/telemetry/summed-metrics.js';
import type { ChannelText } from '../../storage/channels.js';
import { runChanges } from '../sandbox-service.js';
import { StartError, type WorkerParts } from '../start.js';

/** The settings of a worker's start, as JSON in its only argument. */
export interface WorkerSetup {
  readonly sandbox: WorkerParts['sandbox'];
  /** The file that the workers share; null if they share a Redis. */
  readonly stateFile: string | null;
}

/** A message of a worker to its parent. */
export type WorkerMessage =
  /** Both of its ports accept requests. It is not ready before it is told so. */
  | ({ readonly kind: 'listening' } & ListeningAddresses)
  /** It cannot start. The members are those of its StartError. */
  | { readonly kind: 'failed'; readonly message: string; readonly exitCode: number }
  /** A message of a channel, for the other workers. */
  | ({ readonly kind: 'publish' } & ChannelText)
  /** The present values of its metrics. `wantsSum`: the parent replies with the sum over all workers. */
  | { readonly kind: 'metrics'; readonly snapshot: MetricsSnapshot; readonly wantsSum: boolean };

/** A message of the parent to a worker. */
export type ParentMessage =
  /** All workers listen. */
  | { readonly kind: 'ready' }
  /** The worker completes the requests in progress and ends. */
  | { readonly kind: 'drain' }
  /** A message of a channel, from another worker. */
  | ({ readonly kind: 'deliver' } & ChannelText)
  /** The metrics of all workers, as text. */
  | { readonly kind: 'sum'; readonly text: string };

/** How much longer than SHUTDOWN_GRACE_MS the end of a worker may take. */
const endMs = 5_000;

/**
 * Starts the program as several processes that share its ports. This process, their parent, serves no requests: it starts and
 * replaces the workers, and has what they share besides the state file or Redis: the sum of the metrics, and, in the sandbox, the sandbox.
 * @param onUnrecoverable called if workers keep ending, so that no worker serves any more
 * @throws Error with the cause, which may be one that a worker reports
 */
export function startWorkers(config: Config, log: Logger, onUnrecoverable: (error: Error) => void): Promise<RunningServer> {
  return withOpenResources(async (opened) => {
    if (config.auditLog === 'off') warnOfAuditOff(log);
    const sandbox = config.liveAccount ? null : opened.add(await startSandbox({ seed: config.sandbox.seed }));
    const setup: WorkerSetup = {
      sandbox: sandbox && { url: sandbox.url, activities: sandbox.activities },
      stateFile: config.redis === null ? sharedFile(config.stateFile) : null,
    };
    // In the bundle, this module is in program/chunks (tools/bundle.mjs): the path holds from there too.
    cluster.setupPrimary({ exec: fileURLToPath(new URL('../workers/worker.js', import.meta.url)), args: [JSON.stringify(setup)] });
    const workers = new Workers(config.workers, log, onUnrecoverable);
    process.on('exit', () => workers.killStarting());
    const { url, adminUrl } = await workers.start();
    if (sandbox) runChanges(sandbox, config, url);
    const close = async () => {
      const clean = await workers.close(config.server.shutdownDelayMs + config.server.shutdownGraceMs + endMs);
      await opened.close();
      if (!clean) throw new Error('A worker did not end as expected.');
    };
    return { url, adminUrl, close };
  });
}

/** The file in which the workers store outcomes: that of STATE_FILE, or in place of memory one that is removed when this process ends. */
function sharedFile(stateFile: string | null): string {
  if (stateFile !== null && stateFile !== ':memory:') return stateFile;
  const folder = mkdtempSync(join(tmpdir(), 'event-graph-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'state.db');
}

/** The delay before a worker that ended is replaced. It doubles with each further one, up to the longest. */
const replacementDelayMs = { first: 100, longest: 5_000 };
/** A worker that ends before it has listened for this long had a short life. */
const healthyAfterMs = 30_000;
/** The program ends if this many workers in a row had a short life, during its start or while none serves. */
const maxShortLives = 5;

/** A worker hangs if messages of channels of more than this size wait for it, and it has read none for this long: a burst takes a moment. */
const maxUnread = 16_000_000;
const hangsAfterMs = 5_000;
/** Of each message, Node also keeps about this much beside its text. */
const messageOverhead = 1_000;

/**
 * The processes that node:cluster starts with its present settings.
 *
 *     start   fork all → each reports `listening` → when all have, each is told that it is `ready`: /readyz is 200 from then on
 *             one reports `failed` (bad settings, a taken port) → all are killed, and `start` rejects with its reason
 *     run     a worker ends → what it counted stays in the sum of the metrics → after a delay, its replacement
 *     close   each that serves gets `drain`, and ends by itself; after the time limit it is killed
 */
export class Workers {
  /** Workers that have not ended. */
  readonly #living = new Set<Worker>();
  /** When the living workers that listen began to do so, on a monotonic clock. */
  readonly #listeningSince = new Map<Worker, number>();
  /** The messages of channels that wait in this process until a worker reads: their size, and when it last read one or had none to read. */
  readonly #unread = new WeakMap<Worker, { size: number; readAt: number }>();
  readonly #metrics = new SummedMetrics(() => this.#living.size);
  /** Workers in a row that had a short life. */
  #shortLives = 0;
  #isReady = false;
  #isClosing = false;
  #onReady: (at: ListeningAddresses) => void = () => {};
  #onFailure: (error: Error) => void = () => {};

  /** @param onUnrecoverable called if all workers have ended and replacing them fails, after the start has succeeded */
  constructor(
    private readonly count: number,
    private readonly log: Pick<Logger, 'error'>,
    private readonly onUnrecoverable: (error: Error) => void,
  ) {}

  /** Starts all workers. @throws the reason that a worker reports, or an error if workers keep ending before they listen */
  start(): Promise<ListeningAddresses> {
    return new Promise((resolve, reject) => {
      this.#onReady = resolve;
      this.#onFailure = reject;
      for (let index = 0; index < this.count; index += 1) this.#fork();
    });
  }

  /** Ends all workers. @returns whether all of those that served ended without a failure within the time */
  async close(limitMs: number): Promise<boolean> {
    this.#isClosing = true;
    const serving = [...this.#listeningSince.keys()];
    const codes = Promise.all(serving.map(exitCodeOf));
    for (const worker of serving) send(worker, { kind: 'drain' });
    this.killStarting();
    const timer = setTimeout(() => this.#living.forEach(kill), limitMs);
    const isClean = (await codes).every((code) => code === 0);
    clearTimeout(timer);
    return isClean;
  }

  /** Kills those that do not listen yet: they may not receive messages yet, and would report a parent that has ended as an error. */
  killStarting(): void {
    for (const worker of this.#living) if (!this.#listeningSince.has(worker)) kill(worker);
  }

  #fork(): void {
    if (this.#isClosing) return;
    const worker = cluster.fork();
    this.#living.add(worker);
    worker.on('message', (message: WorkerMessage) => this.#receive(worker, message));
    worker.on('exit', (code, signal) => this.#onExit(worker, code, signal));
    // Sending to a worker that has just been killed is an error too, whose `exit` follows. A process that could not be created has none.
    worker.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (worker.process.pid === undefined) this.#onExit(worker, code, null);
    });
  }

  /** @param code the exit code, or that of the error if its process could not be created, as at a limit of processes */
  #onExit(worker: Worker, code: number | string | undefined, signal: string | null): void {
    const since = this.#listeningSince.get(worker);
    this.#living.delete(worker);
    this.#listeningSince.delete(worker);
    const onEnd = () => this.#replace(worker, since, { worker: worker.id, code, signal });
    // The last messages of a process, such as `failed`, can arrive after its exit is known.
    if (worker.isConnected()) worker.once('disconnect', onEnd);
    else onEnd();
  }

  #receive(worker: Worker, message: WorkerMessage): void {
    switch (message.kind) {
      case 'listening':
        return this.#onListening(worker, message);
      case 'failed':
        return this.#onStartFailed(worker, new StartError(message.message, message.exitCode));
      case 'publish':
        for (const other of this.#listeningSince.keys()) if (other !== worker) this.#deliver(other, message);
        return;
      case 'metrics':
        this.#metrics.update(worker.id, message.snapshot);
        if (message.wantsSum) void this.#metrics.text().then((text) => send(worker, { kind: 'sum', text }));
    }
  }

  /** Sends a message of a channel. A worker that reads none is killed: so its subscribers learn that they have missed some. */
  #deliver(worker: Worker, { channel, text }: ChannelText): void {
    const unread = this.#unread.get(worker) ?? { size: 0, readAt: 0 };
    this.#unread.set(worker, unread);
    if (unread.size === 0) unread.readAt = performance.now();
    const size = text.length + messageOverhead;
    unread.size += size;
    send(worker, { kind: 'deliver', channel, text }, () => {
      unread.size -= size;
      unread.readAt = performance.now();
    });
    if (unread.size <= maxUnread || performance.now() - unread.readAt < hangsAfterMs) return;
    unread.readAt = Infinity;
    this.log.error({ worker: worker.id }, 'A worker hangs: it has not read the check-ins of the others, and is ended');
    kill(worker);
  }

  #onListening(worker: Worker, { url, adminUrl }: ListeningAddresses): void {
    this.#listeningSince.set(worker, performance.now());
    if (this.#isReady) return send(worker, { kind: 'ready' });
    if (this.#listeningSince.size < this.count) return;
    this.#isReady = true;
    for (const each of this.#living) send(each, { kind: 'ready' });
    this.#onFailure = this.onUnrecoverable;
    this.#onReady({ url, adminUrl });
  }

  /** Replaces a worker that has ended. @param since when it began to listen @param facts for the log */
  #replace(worker: Worker, since: number | undefined, facts: object): void {
    this.#metrics.ended(worker.id, this.#isClosing);
    if (this.#isClosing) return;
    const isHealthy = since !== undefined && performance.now() - since >= healthyAfterMs;
    this.#shortLives = isHealthy ? 0 : this.#shortLives + 1;
    if (this.#shortLives >= maxShortLives && (!this.#isReady || this.#listeningSince.size === 0)) {
      this.log.error(facts, 'A worker has ended');
      return void this.#fail(new Error('the workers keep ending; the lines above state the exit code or signal of each'));
    }
    const replacedInMs = Math.min(replacementDelayMs.longest, replacementDelayMs.first * 2 ** Math.max(0, this.#shortLives - 1));
    this.log.error({ ...facts, replacedInMs }, 'A worker has ended; another one is started');
    setTimeout(() => this.#fork(), replacedInMs);
  }

  /** A worker cannot start. A replacement ends by itself, which counts as a failed start, while the other workers serve. */
  #onStartFailed({ id }: Worker, error: Error): void {
    if (this.#isReady) this.log.error({ worker: id, reason: error.message }, 'A worker cannot start');
    else void this.#fail(error);
  }

  /** Kills the workers that are left, and reports the reason when they have ended. */
  async #fail(reason: Error): Promise<void> {
    this.#isClosing = true;
    const ends = [...this.#living].map(exitCodeOf);
    this.#living.forEach(kill);
    await Promise.all(ends);
    this.#onFailure(reason);
  }
}

/** @param onRead called when the message is out of this process */
const send = (worker: Worker, message: ParentMessage, onRead?: () => void): void => void worker.send(message, onRead);

const kill = (worker: Worker): void => void worker.process.kill('SIGKILL');

/** Resolves when a worker ends. */
const exitCodeOf = (worker: Worker): Promise<number | null> => new Promise((resolve) => worker.once('exit', resolve));
