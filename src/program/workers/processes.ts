/* The processes of the workers: node:cluster as the other files see it. */

import cluster, { type Worker } from 'node:cluster';
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

/** A message of node:cluster that gives a connection to a worker: `key` is the port's, `seq` the number of the message. */
interface NewConnection {
  readonly act: 'newconn';
  readonly key: string;
  readonly seq: number;
}

/** The parent's end of a connection that it gives away. */
interface Handle {
  close(): void;
}

/** A connection that a worker has refused is given to another one within this time, unless none has the port open. */
const givenAgainMs = 1_000;

/** How often each connection was given to a worker. */
const timesGiven = new WeakMap<Handle, number>();

/**
 * Closes the connections that a worker has not accepted. node:cluster closes the parent's end of a connection only when a worker accepts it.
 * Otherwise that end would stay open, and the client would wait for a response that never comes. There are two cases:
 *
 * - The worker ends before it accepts the connection.
 * - The worker refuses it, because it has closed the port meanwhile, and no other worker has the port open: the program is ending.
 *
 * Neither connections nor these messages are in the public interface of node:cluster, so messages of another form have no effect.
 */
export function closeUnaccepted(worker: Worker): void {
  // At most one connection of each port is on its way to a worker.
  const onTheirWay = new Map<string, { readonly seq: number; readonly handle: Handle; readonly times: number }>();
  const { process } = worker as { readonly process: { send: (...parameters: readonly unknown[]) => boolean } };
  const { send } = process;
  process.send = (...parameters) => {
    const [message, handle] = parameters;
    if (isNewConnection(message) && isHandle(handle)) {
      const times = (timesGiven.get(handle) ?? 0) + 1;
      timesGiven.set(handle, times);
      onTheirWay.set(message.key, { seq: message.seq, handle, times });
    }
    return Reflect.apply(send, process, parameters);
  };
  worker.process.on('internalMessage', (reply: { readonly ack?: unknown; readonly accepted?: unknown }) => {
    for (const [key, { seq, handle, times }] of onTheirWay) {
      if (reply.ack !== seq) continue;
      onTheirWay.delete(key);
      if (reply.accepted === false) closeUnlessGivenAgain(handle, times);
    }
  });
  const close = () => {
    for (const { handle } of onTheirWay.values()) handle.close();
    onTheirWay.clear();
  };
  // Its last messages can arrive after its exit is known, and may refuse a connection, which node:cluster then gives to another worker.
  worker.on('exit', () => (worker.isConnected() ? void worker.once('disconnect', close) : close()));
}

/** Closes a connection that was refused after it had been given so many times. node:cluster may have given it to another worker already. */
function closeUnlessGivenAgain(handle: Handle, times: number): void {
  setTimeout(() => {
    if (timesGiven.get(handle) === times) handle.close();
  }, givenAgainMs).unref();
}

const isNewConnection = (message: unknown): message is NewConnection =>
  typeof message === 'object' && message !== null && 'act' in message && message.act === 'newconn' && 'key' in message && 'seq' in message;

const isHandle = (handle: unknown): handle is Handle =>
  typeof handle === 'object' && handle !== null && 'close' in handle && typeof handle.close === 'function';
