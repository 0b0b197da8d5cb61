import { createServer, type AddressInfo, type Socket } from 'node:net';
import { closedAfterwards } from './afterwards.js';

/** One request as the socket received it. */
export interface RawHit {
  readonly path: string;
  readonly head: string;
  readonly body: string;
  readonly at: number;
}

/** Writes the reply to one request, valid or not. `nth` counts the requests of its path from 1. */
export type RawScript = (socket: Socket, nth: number, hit: RawHit) => void;

export interface RawService {
  readonly url: string;
  readonly port: number;
  readonly hits: RawHit[];
  readonly sockets: Set<Socket>;
  hitsOf(path: string): RawHit[];
  close(): Promise<void>;
}

/** Starts a service whose replies are written as bytes, for faults that a correct HTTP server cannot have. */
export async function rawService(scripts: Record<string, RawScript>): Promise<RawService> {
  const hits: RawHit[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let received = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      received += chunk;
      for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
        const head = received.slice(0, end);
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (received.length < end + 4 + length) return;
        const hit = {
          head,
          body: received.slice(end + 4, end + 4 + length),
          path: head.split(' ')[1]!.split('?')[0]!,
          at: performance.now(),
        };
        received = received.slice(end + 4 + length);
        hits.push(hit);
        const script = scripts[hit.path] ?? scripts['*'];
        script?.(socket, hits.filter(({ path }) => path === hit.path).length, hit);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return closedAfterwards({
    url: `http://127.0.0.1:${port}`,
    port,
    hits,
    sockets,
    hitsOf: (path) => hits.filter((hit) => hit.path.endsWith(path)),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  });
}

/** The bytes of a complete HTTP response. */
export function http(body: string, { status = '200 OK', headers = {} as Record<string, string> } = {}): string {
  const lines = Object.entries({ 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...headers });
  return `HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body}`;
}

/** The bytes of a reply with code 1. */
export const success = (members: object): string => http(JSON.stringify({ code: 1, ...members }));

/** A script that always writes the same reply. */
export const always =
  (reply: string): RawScript =>
  (socket) =>
    void socket.write(reply);

/** A script that fails the first time, and then writes a reply. */
export const once =
  (fault: RawScript, reply: string): RawScript =>
  (socket, nth, hit) =>
    nth === 1 ? fault(socket, nth, hit) : void socket.write(reply);
