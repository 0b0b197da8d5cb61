import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox } from '../../src/sandbox/sandbox.js';
import { closedAfterwards } from '../support/afterwards.js';
import { sandboxDay } from '../support/counted-sandbox.js';

/** What a service that fails does with a request in place of replying as the sandbox does. */
export type Fault =
  | 'reset'
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body: string }
  /** Replaces a text in the sandbox's reply. */
  | { readonly replace: string; readonly by: string };
/** By the path of an endpoint. Of a list each request takes the next one; after the last the sandbox replies. */
export type Faults = Readonly<Record<string, Fault | readonly Fault[]>>;

export interface RecordedService {
  readonly url: string;
  /** Replaces the faults. */
  fail(faults: Faults): void;
  /** The requests since the last call, each as a line: method, path, activity, parameters. */
  taken(): string[];
  close(): Promise<void>;
}

/** Starts a sandbox behind a proxy, which records the requests, and fails on request. */
export async function recordedService(): Promise<RecordedService> {
  const sandbox = closedAfterwards(await startSandbox({ today: sandboxDay, seed: 7 }));
  let calls: string[] = [];
  let faults = new Map<string, Fault[] | Fault>();
  const nextFault = (path: string): Fault | undefined => {
    const fault = faults.get(path);
    return Array.isArray(fault) ? fault.shift() : fault;
  };
  const server = createServer((incoming, response) => {
    void bytesOf(incoming).then((body) => {
      const { pathname, search } = new URL(incoming.url!, sandbox.url);
      calls.push(lineOf(incoming, body));
      reply(incoming, response, body, { address: sandbox.url + pathname + search, fault: nextFault(pathname) });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return closedAfterwards({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail: (given) => {
      faults = new Map(
        Object.entries(given).map(([path, fault]) => [path, Array.isArray(fault) ? [...(fault as Fault[])] : (fault as Fault)]),
      );
    },
    taken: () => {
      const taken = calls;
      calls = [];
      return taken;
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  });
}

function reply(
  incoming: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  { address, fault }: { readonly address: string; readonly fault: Fault | undefined },
): void {
  if (fault === 'reset') return void response.destroy();
  if (fault !== undefined && 'body' in fault) {
    response.writeHead(fault.status ?? 200, { 'content-type': 'application/json', ...fault.headers }).end(fault.body);
    return;
  }
  const { connection: _connection, 'transfer-encoding': _coding, ...headers } = incoming.headers;
  const outgoing = request(address, { method: incoming.method!, headers: { ...headers, 'content-length': body.length } }, (replied) => {
    void bytesOf(replied).then((bytes) => {
      const text = bytes.toString();
      response.writeHead(replied.statusCode!, { 'content-type': replied.headers['content-type'] });
      response.end(fault === undefined ? text : text.replaceAll(fault.replace, fault.by));
    });
  });
  outgoing.on('error', () => response.destroy()).end(body);
}

/** A request as a line. Secrets of a check-in point are parameters as well: those of the sandbox are public. */
function lineOf({ method, url, headers }: IncomingMessage, body: Buffer): string {
  const { pathname, searchParams } = new URL(url!, 'http://service');
  const form = [...body.toString().matchAll(/name="([^"]*)"\r\n(?:[^\r\n]+\r\n)*\r\n([^]*?)\r\n--/g)];
  const parameters = [...searchParams, ...form.map(([, name, value]) => [name!, value!])].map((pair) => pair.join('='));
  const auth = headers['service-auth'];
  const activity = auth === undefined ? 'unsigned' : String((JSON.parse(String(auth)) as { ActivityId: number }).ActivityId);
  return [method, pathname, activity, ...parameters].join(' ');
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
