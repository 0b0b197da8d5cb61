import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { header, type HttpHandler } from '../http/handler.js';
import { methodNotAllowed } from '../http/http-error.js';
import type { ExplorerName } from '../server-settings.js';
import { apolloSandbox } from './apollo-sandbox.js';
import type { ExplorerContent, ExplorerPage } from './explorer-content.js';
import { graphiql } from './graphiql.js';

/** The handler of the explorer page. The page itself needs no credential; its requests to the graph do. */
export function createExplorer(
  kind: Exclude<ExplorerName, 'off'>,
  title: string,
  content: ExplorerContent = { examples: [], authenticated: false },
): HttpHandler {
  let page: Promise<ExplorerPage & { readonly compressed: Buffer }> | undefined;
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed('GET, HEAD');
    page ??= (kind === 'graphiql' ? graphiql : apolloSandbox)(title, content).then(async (created) => ({
      ...created,
      compressed: await compress(created.html),
    }));
    const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(header(request, 'accept-encoding') ?? '');
    const { compressed, policy } = await page;
    return {
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        vary: 'accept-encoding',
        ...(acceptsGzip && { 'content-encoding': 'gzip' }),
      },
      body: acceptsGzip ? compressed : gunzipSync(compressed),
    };
  };
}

const compress = promisify(gzip);
