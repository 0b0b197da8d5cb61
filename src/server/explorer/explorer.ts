/* The explorer at /: a page from which a browser sends operations to the graph. */

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Config } from '../../config/config.js';
import { memoized } from '../../primitives/values.js';
import { applicationJson, eventStream, graphqlResponse, html, negotiate } from '../http/media-type.js';
import { type HttpHandler, type HttpRequest, readOnly, type Routes } from '../http/request.js';
import type { HttpResponse } from '../http/response.js';
import { apolloSandbox, type ExplorerContent, graphiql, scriptPath } from './pages.js';

/** The routes of the explorer. The page itself needs no credential; its requests to the graph do. */
export function createExplorer(name: Exclude<Config['server']['explorer'], 'off'>, content: ExplorerContent): Routes {
  const explorer = memoized(async () => {
    const { html: text, policy, script = '', scriptHash } = await (name === 'graphiql' ? graphiql : apolloSandbox)(content);
    return { page: await encoded(text), policy, script: await encoded(script), scriptHash };
  });
  const page = readOnly(async (request) => {
    const { page: text, policy } = await explorer();
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy, 'referrer-policy': 'no-referrer' };
    return respond(request, text, headers);
  });
  const script = readOnly(async (request) => {
    const { script: text, scriptHash } = await explorer();
    // Another version of the program may have made the page.
    const isNamed = request.search === scriptHash;
    const cache = isNamed ? 'public, max-age=31536000, immutable' : 'no-store';
    return respond(request, text, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': cache });
  });
  return name === 'graphiql' ? { '/': page, [scriptPath]: script } : { '/': page };
}

/** A long text in memory once, for all clients: otherwise each client that does not read would occupy as much. */
interface CompressedText {
  readonly plain: Buffer;
  readonly compressed: Buffer;
}

const encoded = async (text: string): Promise<CompressedText> => ({ plain: Buffer.from(text), compressed: await promisify(gzip)(text) });

function respond(request: HttpRequest, { plain, compressed }: CompressedText, headers: Readonly<Record<string, string>>): HttpResponse {
  const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:\s*,|\s*$))/.test(request.headers['accept-encoding'] ?? '');
  return {
    status: 200,
    headers: { ...headers, vary: 'accept-encoding, origin', ...(acceptsGzip && { 'content-encoding': 'gzip' }) },
    body: acceptsGzip ? compressed : plain,
  };
}

/** Returns the handler of /graphql, which leads a browser that opens the address itself to the explorer. */
export function withExplorer(graphql: HttpHandler): HttpHandler {
  return (request) => (isOpenedInBrowser(request) ? toExplorer : graphql(request));
}

/** A browser prefers HTML, and an address without a document cannot be a request of GraphQL. */
const isOpenedInBrowser = (request: HttpRequest): boolean =>
  request.method === 'GET' &&
  !/(?:^|&)(?:query|documentId|extensions)=/.test(request.search) &&
  negotiate(request.headers.accept, [applicationJson, graphqlResponse, eventStream, html]) === html;

const toExplorer = {
  status: 303,
  headers: { location: '/', 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', vary: 'accept' },
  body: 'The explorer is at /.\n',
};
