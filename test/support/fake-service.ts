/* An event service whose replies the test states. */

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import busboy from 'busboy';
import { httpServer } from './http-server.js';

/** A request that reached the service. */
export interface Hit {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly form: Record<string, string>;
  readonly headers: IncomingHttpHeaders;
  /** The names and values of the headers as they were sent. */
  readonly rawHeaders: readonly string[];
  /** Its connection, for replies that no HTTP server sends. */
  readonly socket: Socket;
}

/** Returns the envelope of the reply. A script that returns undefined writes the response itself, or leaves the request without one. */
export type Script = (hit: Hit, response: ServerResponse) => unknown;
/** A script for each path, or the envelope itself where it is always the same. */
export type Scripts = Record<string, Script | object>;

export type FakeService = Awaited<ReturnType<typeof fakeService>>;

/**
 * Starts a service whose replies are scripted by path, over real HTTP. The script of `*` is that of all other paths; without it they
 * reply with code 0.
 */
export async function fakeService(scripts: Scripts) {
  const hits: Hit[] = [];
  const server = await httpServer((request, response) => {
    void readHit(request).then(async (hit) => {
      hits.push(hit);
      const script = scripts[hit.path] ?? scripts['*'] ?? { code: 0, msg: 'no script' };
      const envelope = typeof script === 'function' ? await script(hit, response) : script;
      if (envelope !== undefined) response.setHeader('content-type', 'application/json').end(JSON.stringify(envelope));
    });
  });
  return {
    ...server,
    hits,
    /** The requests of one operation, by the end of its path. */
    hitsOf: (path: string) => hits.filter((hit) => hit.path.endsWith(path)),
  };
}

/** The bytes of a complete HTTP response. */
export function http(body: string, { status = '200 OK', headers = {} as Record<string, string> } = {}): string {
  const lines = Object.entries({ 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...headers });
  return `HTTP/1.1 ${status}\r\n${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body}`;
}

/** The bytes of a reply with code 1. */
export const success = (members: object): string => http(JSON.stringify({ code: 1, ...members }));

/** A script that writes bytes, whether or not they are HTTP. */
export const writes =
  (bytes: string): Script =>
  ({ socket }) =>
    void socket.write(bytes);

async function readHit(request: IncomingMessage): Promise<Hit> {
  const { method, headers, rawHeaders, socket } = request;
  const url = new URL(request.url!, 'http://service');
  const form = headers['content-type']?.startsWith('multipart/') ? await readForm(request) : (request.resume(), {});
  return { method: method!, path: url.pathname, query: Object.fromEntries(url.searchParams), form, headers, rawHeaders, socket };
}

function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    const form: Record<string, string> = Object.create(null);
    const parser = busboy({ headers: request.headers, limits: { fieldSize: 16 * 1024 * 1024 } });
    parser.on('field', (name, value) => (form[name] = value));
    parser.on('error', reject);
    parser.on('close', () => resolve(form));
    request.pipe(parser);
  });
}
