import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { closedAfterwards } from './afterwards.js';

export interface HttpServer {
  readonly url: string;
  /** All connections so far, in order. */
  readonly sockets: readonly Socket[];
  close(): Promise<void>;
}

/** Starts an HTTP server on a free loopback port. */
export function httpServer(listener: RequestListener): Promise<HttpServer> {
  return listening(
    createServer((request, response) => {
      request.on('error', () => {});
      response.on('error', () => {});
      listener(request, response);
    }),
  );
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
