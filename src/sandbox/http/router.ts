/* Routes requests of the sandbox to its endpoints, after it has checked them. */

import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { json, Rejection, type Reply, type SandboxEndpoint } from '../endpoint.js';
import { pictureHost } from '../pictures/picture-address.js';
import type { ActivityStore } from '../store.js';
import { parseForm } from './multipart.js';
import { verify, type ServiceKeys } from './verification.js';

/** A request as the sandbox read it, for tests that count calls. */
export interface HandledRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  form: Record<string, string>;
  headers: IncomingHttpHeaders;
}

export interface RouterOptions {
  readonly endpoints: readonly SandboxEndpoint[];
  readonly store: ActivityStore;
  readonly keys: ServiceKeys;
  /** The clock, in milliseconds since the epoch. */
  readonly now: () => number;
  readonly onRequest: (request: HandledRequest) => void;
}

const maxBodyBytes = 8 * 1024 * 1024;

/**
 * Returns the sandbox's request listener. Each reply comes from an endpoint, or has code 0 and a msg (§7).
 * @throws if two endpoints have the same path
 */
export function router(options: RouterOptions): RequestListener {
  const paths = options.endpoints.map(({ path }) => path);
  const repeated = paths.find((path, index) => paths.indexOf(path) !== index);
  if (repeated !== undefined) throw new Error(`Two endpoints of the sandbox have the path ${repeated}. Remove one of them.`);
  return (request, response) => {
    replyTo(request, options).then(
      (reply) => write(response, withPictures(reply, request), {}),
      (error: unknown) => {
        if (error instanceof Rejection) return write(response, json({ code: 0, msg: error.message }, error.status), error.headers);
        if (request.errored !== null) return response.destroy();
        console.error(error);
        return write(response, json({ code: 0, msg: 'The sandbox has a defect; see its log.' }, 500), {});
      },
    );
  };
}

/** @throws Rejection */
async function replyTo(request: IncomingMessage, { endpoints, store, keys, now, onRequest }: RouterOptions): Promise<Reply> {
  const received = await receive(request, onRequest);
  const endpoint = find(endpoints, request.method ?? '', received.path);
  const time = Math.floor(now() / 1000);
  if (endpoint.auth === 'none') {
    return endpoint.handle({ store, time, parameters: await documentedParameters(endpoint, received) });
  }
  const activity = verify(header(request, 'service-auth'), keys, store, time);
  return endpoint.handle({ store, time, activity, parameters: await documentedParameters(endpoint, received) });
}

interface Received {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: Promise<ReadonlyMap<string, string>>;
}

/** Reads the whole request. A malformed form makes the promise `form` fail, so the request is rejected only if the endpoint reads it. */
async function receive(request: IncomingMessage, onRequest: RouterOptions['onRequest']): Promise<Received> {
  const [path = '', ...rest] = (request.url ?? '').split('?');
  const query = new URLSearchParams(rest.join('?'));
  const form = parseForm(request.headers['content-type'], await readBody(request));
  const readable = await form.catch(() => new Map<string, string>());
  onRequest({
    method: request.method ?? '',
    path,
    query: Object.fromEntries(query),
    form: Object.fromEntries(readable),
    headers: request.headers,
  });
  return { path, query, form };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBodyBytes) throw new Rejection('The body is too large.', 413, { connection: 'close' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function find(endpoints: readonly SandboxEndpoint[], method: string, path: string): SandboxEndpoint {
  const endpoint = endpoints.find((candidate) => candidate.path === path);
  if (endpoint === undefined) throw new Rejection('There is no such endpoint.', 404);
  if (endpoint.method !== method) {
    throw new Rejection(`This endpoint takes ${endpoint.method}.`, 405, { allow: endpoint.method });
  }
  return endpoint;
}

/** The parameters of an endpoint. @throws Rejection for an undocumented or repeated one, and for a required one that is missing or blank */
async function documentedParameters(endpoint: SandboxEndpoint, { query, form }: Received): Promise<ReadonlyMap<string, string>> {
  const [parameters, misplaced] =
    endpoint.parametersIn === 'query' ? [uniqueParameters(query), await form] : [await form, uniqueParameters(query)];
  const { required = [], optional = [], pattern } = endpoint;
  const known = (name: string) => required.includes(name) || optional.includes(name) || pattern?.test(name) === true;
  const unknown = [...misplaced.keys()][0] ?? [...parameters.keys()].find((name) => !known(name));
  if (unknown !== undefined) throw new Rejection(`Parameter ${unknown} is not documented for this endpoint.`);
  for (const name of required) {
    if ((parameters.get(name) ?? '').trim() === '') throw new Rejection(`Parameter ${name} is required.`);
  }
  return parameters;
}

function uniqueParameters(query: URLSearchParams): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of query) {
    if (parameters.has(name)) throw new Rejection(`Parameter ${name} is given twice.`);
    parameters.set(name, value);
  }
  return parameters;
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

/** Puts the address under which the sandbox was called before the pictures that a reply names. */
function withPictures(reply: Reply, request: IncomingMessage): Reply {
  if (typeof reply.body !== 'string') return reply;
  return { ...reply, body: reply.body.replaceAll(pictureHost, `http://${request.headers.host ?? ''}`) };
}

function write(response: ServerResponse, { status, type, body }: Reply, headers: Readonly<Record<string, string>>): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), ...headers }).end(body);
}
