/* Starts, replaces and ends the workers, from their parent: one that ends is replaced, and one that hangs is killed first; and the functions that
 * the parent and each worker call of each other. */

import { ConfigError } from '../../config/config.js';
import type { SettingProblem } from '../../config/rules.js';
import type { MetricsSnapshot } from '../../server/telemetry/summed-metrics.js';
import type { ChannelText } from '../../storage/channels.js';
import type { SandboxAccount } from '../sandbox-service.js';
import { Messenger, type IpcChannel } from './messenger.js';

/** A worker as its parent sees it. */
export interface WorkerProcess {
  /** Never used twice. */
  readonly id: number;
  readonly channel: IpcChannel;
  /** Ends the process immediately. */
  kill(): void;
  onExit(listener: (code: number | null, signal: string | null) => void): void;
}

/** The addresses at which all workers listen. */
export interface ListeningAddresses {
  readonly url: string;
  readonly adminUrl: string;
}

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
export type WorkerFunctions = {
  /** The worker completes the requests in progress and ends. */
  readonly drain: (input: null) => void;
  /** Delivers a message of another worker. */
  readonly deliver: (text: ChannelText) => void;
  readonly snapshot: (input: null) => Promise<MetricsSnapshot>;
};

export interface WorkersOptions {
  readonly count: number;
  readonly fork: () => WorkerProcess;
  /** The functions that the worker of this id can call, besides the functions of this class. */
  readonly functionsFor: (id: number) => Omit<ParentFunctions, 'listening' | 'failed'>;
  /** Called when a worker has ended, before its replacement starts. */
  readonly onEnd: (id: number) => void;
  /** Called if all workers have ended and replacing them fails, after the start has succeeded. */
  readonly onUnrecoverable: (error: Error) => void;
  readonly log: { error(fields: object, message: string): void };
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly after: (ms: number, callback: () => void) => void;
  /** Calls back in regular intervals, without keeping the process running. */
  readonly every: (ms: number, callback: () => void) => void;
}

interface Worker {
  readonly process: WorkerProcess;
  readonly messenger: Messenger<WorkerFunctions>;
  /** The time at which it began to listen, on the clock of {@link WorkersOptions}; null before. */
  readySince: number | null;
}

/**
 * The processes that serve the same ports. The program is ready when all of them are. A worker that ends is replaced; see `Restarts`.
 *
 *     start   fork all → each reports `listening` → when all have, each gets the reply: /readyz is 200 from then on
 *             one reports `failed` (bad settings, a taken port) → all are killed, and `start` rejects with its reason
 *     run     a worker ends → its requests to the parent are dropped, `onEnd` → after a delay, its replacement
 *             a worker is silent for a minute → it is killed, and replaced as above
 *     close   each gets `drain`, and ends by itself; after the time limit it is killed
 *             one that is loading its code gets `drain` when it has sent its first message
 */
export class Workers {
  readonly #workers = new Map<number, Worker>();
  readonly #restarts = new Restarts();
  readonly #heartbeats = new Heartbeats();
  readonly #waiting: (() => void)[] = [];
  #closing = false;
  #listening: ListeningAddresses | null = null;
  #isReady = false;
  #settleStart: { readonly resolve: (listening: ListeningAddresses) => void; readonly reject: (error: Error) => void } | null = null;
  readonly #onEmpty: (() => void)[] = [];
  #failedEnds = 0;

  constructor(private readonly options: WorkersOptions) {}

  /** The addresses of the first worker that listened; null before. */
  get listening(): ListeningAddresses | null {
    return this.#listening;
  }

  get living(): readonly { readonly id: number; readonly messenger: Messenger<WorkerFunctions> }[] {
    return [...this.#workers.values()].map(({ process, messenger }) => ({ id: process.id, messenger }));
  }

  /** Starts all workers. @throws the reason that a worker reports, WorkersEndedError */
  start(): Promise<ListeningAddresses> {
    return new Promise((resolve, reject) => {
      this.#settleStart = { resolve, reject };
      this.options.every(beatEveryMs, () => this.#killHanging());
      for (let index = 0; index < this.options.count; index += 1) this.#fork();
    });
  }

  /** Drains all workers. @returns whether all of them ended without a failure within the time */
  async close(limitMs: number): Promise<boolean> {
    this.#closing = true;
    for (const { messenger } of this.#workers.values()) messenger.notify('drain', null);
    this.options.after(limitMs, () => this.kill());
    await new Promise<void>((resolve) => this.#whenEmpty(resolve));
    return this.#failedEnds === 0;
  }

  kill(): void {
    this.#closing = true;
    for (const { process } of this.#workers.values()) process.kill();
  }

  #fork(): void {
    if (this.#closing) return;
    const process = this.options.fork();
    const own = {
      listening: (listening: ListeningAddresses) => this.#whenListening(process.id, listening),
      failed: (failure: StartFailure) => this.#onFailed(process.id, startError(failure)),
    };
    const channel: IpcChannel = {
      send: (message) => process.channel.send(message),
      receive: (listener) =>
        process.channel.receive((message) => {
          const isFirst = this.#heartbeats.heard(process.id);
          // Until its first message, a worker is loading its code and loses what it is sent, so a `drain` may have been lost.
          if (isFirst && this.#closing) messenger.notify('drain', null);
          listener(message);
        }),
    };
    const messenger: Messenger<WorkerFunctions> = new Messenger(channel, { ...this.options.functionsFor(process.id), ...own });
    const worker: Worker = { process, messenger, readySince: null };
    this.#workers.set(process.id, worker);
    process.onExit((code, signal) => this.#onExit(worker, code, signal));
  }

  /**
   * Kills the workers whose event loop does not run. They are replaced when they have ended, so none is left that could wake up and
   * send.
   */
  #killHanging(): void {
    if (this.#closing) return;
    for (const id of this.#heartbeats.count()) {
      this.options.log.error({ worker: id, silentMs: maxSilentBeats * beatEveryMs }, 'A worker does not respond; it is killed');
      this.#workers.get(id)?.process.kill();
    }
  }

  /** Resolves when all workers listen, or immediately if that has been the case before. */
  #whenListening(id: number, listening: ListeningAddresses): Promise<void> {
    const worker = this.#workers.get(id);
    if (worker) worker.readySince = this.options.now();
    this.#listening ??= listening;
    this.#restarts.started();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (!this.#isReady && this.#serving() < this.options.count) return;
      this.#isReady = true;
      for (const proceed of this.#waiting.splice(0)) proceed();
      this.#settleStart?.resolve(this.#listening!);
      this.#settleStart = null;
    });
  }

  #serving(): number {
    return [...this.#workers.values()].filter(({ readySince }) => readySince !== null).length;
  }

  #onExit({ process, messenger, readySince }: Worker, code: number | null, signal: string | null): void {
    this.#workers.delete(process.id);
    this.#heartbeats.ended(process.id);
    messenger.close(new Error('The worker has ended.'));
    this.options.onEnd(process.id);
    if (this.#closing) {
      if (code !== 0) this.#failedEnds += 1;
      if (this.#workers.size === 0) for (const callback of this.#onEmpty.splice(0)) callback();
      return;
    }
    const delayMs = this.#restarts.ended(readySince === null ? null : this.options.now() - readySince, this.#isReady ? this.#serving() : 0);
    const fields = { worker: process.id, code, signal };
    if (delayMs === null) {
      this.options.log.error(fields, 'A worker has ended');
      this.#failStart(new WorkersEndedError());
      return;
    }
    this.options.log.error({ ...fields, replacedInMs: delayMs }, 'A worker has ended; another one is started');
    this.options.after(delayMs, () => this.#fork());
  }

  /** Handles a worker that cannot start. A replacement ends by itself, which counts as a failed start, while the other workers serve. */
  #onFailed(id: number, error: Error): void {
    if (this.#isReady) this.options.log.error({ worker: id, reason: error.message }, 'A worker cannot start');
    else this.#failStart(error);
  }

  /** Kills the workers that are left. When they have ended, rejects `start`, or reports the error if the start had succeeded. */
  #failStart(error: Error): void {
    if (this.#closing) return;
    this.kill();
    const reject = this.#settleStart?.reject ?? this.options.onUnrecoverable;
    this.#settleStart = null;
    this.#whenEmpty(() => reject(error));
  }

  /** Calls back when no worker is left. */
  #whenEmpty(callback: () => void): void {
    if (this.#workers.size === 0) callback();
    else this.#onEmpty.push(callback);
  }
}

/** The error that a worker reports, as if it had occurred in this process. */
function startError(failure: StartFailure): Error {
  if ('problems' in failure) return new ConfigError(failure.problems);
  const { message, code, port } = failure;
  return Object.assign(new Error(message), { ...(code !== null && { code }), ...(port !== null && { port }) });
}

/** The delay before the first worker that ended is replaced. It doubles with each further one, up to the longest. */
const firstDelayMs = 100;
const maxDelayMs = 5_000;
/** If the worker that ended was ready for this long, the delay is reset. */
const healthyAfterMs = 30_000;
/** The program ends if this many workers in a row ended before they were ready, during its start or while none serves. */
const maxFailedStarts = 5;

/** The error if workers keep ending before they are ready. */
class WorkersEndedError extends Error {
  override readonly name = 'WorkersEndedError';
  constructor() {
    super('the workers end before they are ready; the lines above state the exit code or signal of each');
  }
}

/** Decides when a worker that ended is replaced, by counting the ends of workers. */
class Restarts {
  #shortLives = 0;
  #failedStarts = 0;

  /** Records that a worker has become ready. */
  started(): void {
    this.#failedStarts = 0;
  }

  /**
   * Records that a worker has ended.
   * @param readyForMs how long it had been ready; null if it never was
   * @param serving the number of workers that are ready; 0 until the program has started
   * @returns the delay before its replacement starts; null if none should start, because workers keep ending at their start
   */
  ended(readyForMs: number | null, serving: number): number | null {
    if (readyForMs === null) this.#failedStarts += 1;
    if (readyForMs !== null && readyForMs >= healthyAfterMs) this.#shortLives = 0;
    this.#shortLives += 1;
    if (this.#failedStarts >= maxFailedStarts && serving === 0) return null;
    return Math.min(maxDelayMs, firstDelayMs * 2 ** (this.#shortLives - 1));
  }
}

/** How often a worker sends a message at least, and how often its parent counts. */
export const beatEveryMs = 5_000;
/**
 * A worker that is silent for this number of whole intervals hangs. A minute is what unicorn permits, and twice what gunicorn does; a
 * worker of this program that is merely busy sends a message many times in a minute, because its long operations yield.
 */
const maxSilentBeats = 12;

/**
 * Finds workers whose event loop does not run any more. Every message of a worker is a sign of life.
 *
 * The parent counts its own intervals instead of time. If it was suspended itself, with its workers or because the machine is overloaded,
 * it counts one interval for that time, and then receives the messages that have waited.
 */
class Heartbeats {
  readonly #silent = new Map<number, number>();

  /** Records a message of a worker. Before its first one, a worker is loading its code, and is not counted. @returns whether it is the first */
  heard(worker: number): boolean {
    const isFirst = !this.#silent.has(worker);
    this.#silent.set(worker, 0);
    return isFirst;
  }

  /** Must be called when a worker has ended. */
  ended(worker: number): void {
    this.#silent.delete(worker);
  }

  /** Counts an interval. @returns the workers that hang, each once */
  count(): readonly number[] {
    const hanging: number[] = [];
    for (const [worker, before] of this.#silent) {
      this.#silent.set(worker, before + 1);
      // The interval of the last message is only partly silent, so it does not count.
      if (before === maxSilentBeats) hanging.push(worker);
    }
    return hanging;
  }
}
