/* Connections that a worker was given, and had not accepted when it ended. */

import type { Worker } from 'node:cluster';

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

/**
 * Closes the connections that a worker has not accepted when it ends. node:cluster closes the parent's end of a connection only when the
 * worker accepts it. If the worker ends first, that end would stay open, and the client would wait for a response that never comes.
 *
 * Neither connections nor these messages are in the public interface of node:cluster, so messages of another form have no effect.
 */
export function closeUnaccepted(worker: Worker): void {
  // At most one connection of each port is on its way to a worker.
  const onTheirWay = new Map<string, { readonly seq: number; readonly handle: Handle }>();
  const { process } = worker as { readonly process: { send: (...parameters: readonly unknown[]) => boolean } };
  const { send } = process;
  process.send = (...parameters) => {
    const [message, handle] = parameters;
    if (isNewConnection(message) && isHandle(handle)) onTheirWay.set(message.key, { seq: message.seq, handle });
    return Reflect.apply(send, process, parameters);
  };
  worker.process.on('internalMessage', (reply: { readonly ack?: unknown }) => {
    for (const [key, { seq }] of onTheirWay) if (reply.ack === seq) onTheirWay.delete(key);
  });
  const close = () => {
    for (const { handle } of onTheirWay.values()) handle.close();
    onTheirWay.clear();
  };
  // Its last messages can arrive after its exit is known, and may refuse a connection, which node:cluster then gives to another worker.
  worker.on('exit', () => (worker.isConnected() ? void worker.once('disconnect', close) : close()));
}

const isNewConnection = (message: unknown): message is NewConnection =>
  typeof message === 'object' && message !== null && 'act' in message && message.act === 'newconn' && 'key' in message && 'seq' in message;

const isHandle = (handle: unknown): handle is Handle =>
  typeof handle === 'object' && handle !== null && 'close' in handle && typeof handle.close === 'function';
