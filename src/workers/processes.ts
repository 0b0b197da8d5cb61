/* The processes of the workers: node:cluster as the other files see it. */

import cluster, { type Worker } from 'node:cluster';
import { closeUnaccepted } from './close-unaccepted.js';
import type { IpcChannel } from './messenger.js';
import type { WorkerProcess } from './workers.js';

/**
 * Returns a function that starts workers with node:cluster: they share the parent's ports, and the parent hands each connection to
 * the next of them. Workers inherit the environment, the standard output and the standard error.
 * @param file the module that a worker runs
 */
export function createFork(file: string): () => WorkerProcess {
  cluster.setupPrimary({ exec: file, args: [] });
  return () => {
    const worker = cluster.fork();
    closeUnaccepted(worker);
    // Sending to a worker that has just been killed emits an error. Nothing is needed here: `onExit` reports the end of the worker.
    worker.on('error', () => {});
    return {
      id: worker.id,
      channel: channelOf(worker),
      kill: () => void worker.process.kill('SIGKILL'),
      // The last messages of a process can arrive after its exit is known, and may contain the result of a registration. So the exit is
      // reported after the channel has been closed.
      onExit: (listener) =>
        void worker.on('exit', (code, signal) => {
          if (worker.isConnected()) worker.once('disconnect', () => listener(code, signal));
          else listener(code, signal);
        }),
    };
  };
}

/** Returns the connection of this worker to its parent. If the parent ends, node:cluster ends this process. */
export function parentOfThisWorker(): { readonly id: number; readonly channel: IpcChannel } {
  const { worker } = cluster;
  if (!worker) throw new Error('This module is started by its parent process only.');
  return { id: worker.id, channel: channelOf(worker) };
}

/** Returns the IPC channel between the parent and a worker, for either of them: each has a `Worker` object for it. */
const channelOf = (worker: Worker): IpcChannel => ({
  send: (message) => void (worker.isConnected() && worker.send(message)),
  receive: (listener) => void worker.on('message', listener),
});
