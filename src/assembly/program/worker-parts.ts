import type { Channels } from '../../domain/channels.js';
import type { Metrics } from '../../server/telemetry/metrics/metrics.js';
import type { ListeningAddresses } from '../../workers/workers.js';
import type { SandboxAccount } from './sandbox-service.js';

/** The parts of a program that is one of several workers: what the workers share through their parent. */
export interface WorkerParts {
  readonly id: number;
  /** null for a live service. */
  readonly sandboxService: SandboxAccount | null;
  readonly channels: Channels;
  /** Adds this worker's metrics to the sum. @returns metrics whose text is the sum */
  readonly sumWith: (own: Metrics) => Metrics;
  /** Resolves when all workers listen. */
  readonly onListening: (at: ListeningAddresses) => Promise<void>;
}
