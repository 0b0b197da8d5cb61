/* HTTP and TCP servers that are closed when the test ends. */

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createSocketServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { closedAfterwards } from './afterwards.js';

export interface HttpServer {
  readonly url: string;
  /** All connections so far, in order. */
  readonly sockets: readonly Socket[];
  /** The number of connections that are open. */
  openSockets(): number;
  close(): Promise<void>;
}

/** Starts an HTTP server on a free loopback port. @param tls key and certificate of localhost as PEM. With them it speaks TLS */
export async function httpServer(listener: RequestListener, tls?: { readonly key: string; readonly cert: string }): Promise<HttpServer> {
  const listen: RequestListener = (request, response) => {
    request.on('error', () => {});
    response.on('error', () => {});
    listener(request, response);
  };
  if (!tls) return listening(createServer(listen));
  const server = await listening(createSecureServer(tls, listen));
  return Object.assign(server, { url: server.url.replace('http://127.0.0.1', 'https://localhost') });
}

/** Starts a TCP server on a free loopback port. The test reads and writes the bytes. */
export function socketServer(onConnection: (socket: Socket) => void): Promise<HttpServer> {
  return listening(createSocketServer(onConnection));
}

async function listening(server: Server): Promise<HttpServer> {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => {});
    sockets.push(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return closedAfterwards({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets,
    openSockets: () => sockets.filter(({ closed }) => !closed).length,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  });
}

/** An address of this machine on which no server listens. */
export async function deadUrl(): Promise<string> {
  const server = await httpServer(() => {});
  await server.close();
  return server.url;
}

/** Resolves when a connection is closed. */
export async function ended(socket: Socket): Promise<void> {
  if (!socket.closed) await new Promise<void>((resolve) => socket.once('close', () => resolve()));
}
