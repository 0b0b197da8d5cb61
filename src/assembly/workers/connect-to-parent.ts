/* Connects a worker to its parent, through which it shares with the other workers. */

import type { Metrics } from '../../server/telemetry/metrics/metrics.js';
import type { MetricsSnapshot } from '../../server/telemetry/metrics/summed-metrics.js';
import { WorkerChannels } from '../../storage/memory/worker-channels.js';
import { Messenger, type IpcChannel } from '../../workers/messenger.js';
import { sandboxServiceAt } from '../program/sandbox-service.js';
import type { WorkerParts } from '../program/worker-parts.js';
import type { FunctionsOfWorker, ParentFunctions, WorkerSetup } from './worker-functions.js';

/** This worker's connection to its parent. */
export interface ParentConnection {
  readonly parent: Messenger<ParentFunctions>;
  /** The metrics of this worker; none before it has started. */
  readonly snapshot: () => Promise<MetricsSnapshot>;
  readonly workerParts: (setup: WorkerSetup) => WorkerParts;
}

/** Connects a worker to its parent. @param drain called when the parent ends this worker */
export function connectToParent(
  { id, channel }: { readonly id: number; readonly channel: IpcChannel },
  drain: () => void,
): ParentConnection {
  let own: Metrics | undefined;
  const snapshot = async () => (await own?.snapshot()) ?? [];
  const channels: WorkerChannels = new WorkerChannels((text) => parent.notify('publish', text));
  const functions: FunctionsOfWorker = { snapshot, drain, deliver: (text) => channels.deliver(text) };
  const parent = new Messenger<ParentFunctions>(channel, functions);
  const workerParts = ({ sandboxService }: WorkerSetup): WorkerParts => ({
    id,
    sandboxService: sandboxService === null ? null : sandboxServiceAt(sandboxService),
    channels,
    sumWith: (metrics) => {
      own = metrics;
      return { ...metrics, text: () => parent.request('metricsText', null) };
    },
    onListening: (at) => parent.request('listening', at),
  });
  return { parent, snapshot, workerParts };
}
