import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import busboy from 'busboy';
import { closedAfterwards } from './afterwards.js';

/** A request that reached the service. */
export interface Hit {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly form: Record<string, string>;
  readonly headers: IncomingHttpHeaders;
}

/** Returns the envelope of the reply. A script that returns undefined writes the response itself, or leaves the request without one. */
export type Script = (hit: Hit, response: ServerResponse) => unknown;

export interface FakeService {
  readonly url: string;
  readonly hits: Hit[];
  /** The requests of one operation, by the end of its path. */
  hitsOf(path: string): Hit[];
  close(): Promise<void>;
}

/** Starts a service whose replies are scripted by path, over real HTTP. An operation without a script replies with code 0. */
export async function fakeService(scripts: Record<string, Script>): Promise<FakeService> {
  const hits: Hit[] = [];
  const server = createServer((request, response) => {
    void readHit(request).then(async (hit) => {
      hits.push(hit);
      const script = scripts[hit.path];
      const envelope = script ? await script(hit, response) : { code: 0, msg: 'no script' };
      if (envelope !== undefined) response.setHeader('content-type', 'application/json').end(JSON.stringify(envelope));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return closedAfterwards({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits,
    hitsOf: (path) => hits.filter((hit) => hit.path.endsWith(path)),
    close: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  });
}

async function readHit(request: IncomingMessage): Promise<Hit> {
  const url = new URL(request.url!, 'http://service');
  const multipart = request.headers['content-type']?.startsWith('multipart/') ?? false;
  const form = multipart ? await readForm(request) : (request.resume(), {});
  return { method: request.method!, path: url.pathname, query: Object.fromEntries(url.searchParams), form, headers: request.headers };
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
