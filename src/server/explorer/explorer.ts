/* The explorer at /: a page from which a browser sends operations to the graph. */

import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { once } from '../../primitives/values.js';
import { eventStream, graphqlResponse, html, json, negotiate } from '../http/media-type.js';
import { type HttpHandler, type HttpRequest, readOnly } from '../http/request.js';
import type { ExplorerName } from '../server-settings.js';
import { apolloSandbox } from './apollo-sandbox.js';
import type { ExplorerContent } from './example-operations.js';
import { graphiql } from './graphiql.js';

/** The handler of the explorer page. The page itself needs no credential; its requests to the graph do. */
export function createExplorer(
  name: Exclude<ExplorerName, 'off'>,
  content: ExplorerContent = { examples: [], authenticated: false },
): HttpHandler {
  const create = async () => {
    const { html: text, policy } = await (name === 'graphiql' ? graphiql : apolloSandbox)(content);
    const compressed = await compress(text);
    // GraphiQL has nine megabytes. All clients share them: otherwise each client that does not read would occupy as much memory.
    return { policy, compressed, decompressed: once(() => decompress(compressed)) };
  };
  let page: ReturnType<typeof create> | undefined;
  /** Returns the page, which is created at the first request. A failure is not stored: the next request tries again. */
  const createdPage = () =>
    (page ??= create().catch((error: unknown) => {
      page = undefined;
      throw error;
    }));
  return readOnly(async (request) => {
    const { compressed, decompressed, policy } = await createdPage();
    const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:\s*,|\s*$))/.test(request.headers['accept-encoding'] ?? '');
    return {
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        vary: 'accept-encoding',
        ...(acceptsGzip && { 'content-encoding': 'gzip' }),
      },
      body: acceptsGzip ? compressed : await decompressed(),
    };
  });
}

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Returns the handler of /graphql, which leads a browser that opens the address itself to the explorer. */
export function withExplorer(graphql: HttpHandler): HttpHandler {
  return (request) => (isOpenedInBrowser(request) ? toExplorer : graphql(request));
}

/** A browser prefers HTML, and an address without a document cannot be a request of GraphQL. */
const isOpenedInBrowser = (request: HttpRequest): boolean =>
  request.method === 'GET' &&
  !/(?:^|&)(?:query|documentId|extensions)=/.test(request.search) &&
  negotiate(request.headers.accept, [json, graphqlResponse, eventStream, html]) === html;

const toExplorer = {
  status: 303,
  headers: { location: '/', 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', vary: 'accept' },
  body: 'The explorer is at /.\n',
};
