/* Closes connections that a worker was given and did not accept. */

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
