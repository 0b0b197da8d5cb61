import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import busboy from 'busboy';

export interface Hit {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly form: Record<string, string>;
  readonly headers: IncomingHttpHeaders;
}

/** What to answer: a JSON envelope, or full control of the response. */
export type Script = (hit: Hit, response: ServerResponse) => unknown;

export interface FakeService {
  readonly url: string;
  readonly hits: Hit[];
  /** Hits of one operation, by the end of its path. */
  hitsOf(path: string): Hit[];
  close(): Promise<void>;
}

/**
 * A service that answers what a test scripts, path by path, over real HTTP. A script that returns something answers it as
 * JSON; one that returns nothing has answered, or not, by itself. An operation without a script answers code 0.
 */
export async function fakeService(scripts: Record<string, Script>): Promise<FakeService> {
  const hits: Hit[] = [];
  const server = createServer((request, response) => {
    void readHit(request).then(async (hit) => {
      hits.push(hit);
      const script = scripts[hit.path];
      const answer = script ? await script(hit, response) : { code: 0, msg: 'no script' };
      if (answer !== undefined) response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits,
    hitsOf: (path) => hits.filter((hit) => hit.path.endsWith(path)),
    close: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
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
