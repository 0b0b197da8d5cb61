/* The functions that the parent of the workers and each worker offer to each other; they are called by messages. */

import type { SettingProblem } from '../../config/problem.js';
import type { MetricsSnapshot } from '../../server/telemetry/metrics/summed-metrics.js';
import type { ChannelText } from '../../storage/memory/worker-channels.js';
import type { ListeningAddresses, WorkerFunctions } from '../../workers/workers.js';
import type { SandboxAccount } from '../program/sandbox-service.js';

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
