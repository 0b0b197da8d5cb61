import type { RedisClientType } from '@redis/client';

/** One connection to Redis. It never reconnects: its user opens another one. */
export interface RedisConnection {
  /** Resolves when the connection is open and authenticated. @throws the error of the network or of Redis */
  readonly opened: Promise<unknown>;
  /** Sends a command, and resolves with its reply. @throws the error of Redis, or an error when the connection ends */
  send(command: readonly string[]): Promise<unknown>;
  /** Receives the messages of a channel. A connection that does this accepts no other commands. */
  subscribe(channel: string, receive: (text: string) => void): Promise<void>;
  unsubscribe(channel: string): Promise<void>;
  /** Ends the connection immediately. Commands without a reply fail, and are not sent again. */
  destroy(): void;
}

/** Opens a connection. `onEnd` is called when it ends by itself, at any time, with the cause. */
export type OpenConnection = (onEnd: (cause: unknown) => void) => RedisConnection;

const connectTimeoutMs = 1_000;

/**
 * Loads the client library, and returns a function that opens connections. The library reconnects nowhere and has no queue: a
 * command that was sent on one connection must never be sent again on another one.
 * @throws Error if the optional library is not installed
 */
export async function createOpenConnection(url: string): Promise<OpenConnection> {
  const { createClient } = await import('@redis/client');
  return (onEnd) => {
    const client = createClient({
      url,
      // Every Redis, Valkey and proxy speaks version 2 of the protocol, and the program needs nothing of version 3.
      RESP: 2,
      disableOfflineQueue: true,
      disableClientInfo: true,
      maintNotifications: 'disabled',
      socket: { reconnectStrategy: false, connectTimeout: connectTimeoutMs },
    }) as unknown as RedisClientType;
    let isDestroyed = false;
    // No listener is removed: the client derives from the object that emits, and without a listener it would get a list of its own.
    client.on('error', (cause) => {
      if (!isDestroyed) onEnd(cause);
    });
    // The library does not end a socket that is still connecting. So it is ended as soon as it is connected.
    client.on('connect', () => {
      if (isDestroyed) client.destroy();
    });
    const opened = client.connect();
    // The caller may destroy the connection before it is open, and does not wait for it then.
    opened.catch(() => {});
    return {
      opened,
      send: (command) => client.sendCommand(command),
      subscribe: (channel, receive) => client.subscribe(channel, receive),
      unsubscribe: (channel) => client.unsubscribe(channel),
      destroy: () => {
        isDestroyed = true;
        try {
          client.destroy();
        } catch {
          // It has ended already.
        }
      },
    };
  };
}
