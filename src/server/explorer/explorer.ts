import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { apolloSandbox } from './apollo-sandbox.js';
import { commonPolicy, type ExplorerContent, type Page } from './explorer-content.js';
import { keyBar, pageParts } from './explorer-page.js';
import { header, type Handler } from '../http/http.js';
import { methodNotAllowed } from '../http/refusal.js';
import type { Explorer } from '../settings.js';

/** The page where the graph is tried by hand. It needs no credential: what it asks of the graph does. */
export function createExplorer(
  kind: Exclude<Explorer, 'off'>,
  title: string,
  content: ExplorerContent = { examples: [], authenticated: false },
): Handler {
  let page: Promise<Page & { readonly compressed: Buffer }> | undefined;
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed('GET, HEAD');
    page ??= (kind === 'graphiql' ? graphiql : apolloSandbox)(title, content).then(async (made) => ({
      ...made,
      compressed: await compress(made.html),
    }));
    const zipped = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(header(request, 'accept-encoding') ?? '');
    const { compressed, policy } = await page;
    return {
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        vary: 'accept-encoding',
        ...(zipped && { 'content-encoding': 'gzip' }),
      },
      body: zipped ? compressed : gunzipSync(compressed),
    };
  };
}

const compress = promisify(gzip);

/** GraphiQL in one page, which works without a network: nothing of it comes from another origin, nor may go to one. */
async function graphiql(title: string, { examples, authenticated }: ExplorerContent): Promise<Page> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  // What is typed under Headers may be a credential: it is not left behind in the browser.
  const html = renderGraphiQL({ title, endpoint: '/graphql', method: 'POST', defaultTabs: [...examples], shouldPersistHeaders: false });
  const root = '<div id="root"></div>';
  return {
    html: html.replace(root, () => pageParts + (authenticated ? keyBar : '') + root),
    policy: `${commonPolicy}; script-src 'unsafe-inline' blob:; worker-src blob:; connect-src 'self'`,
  };
}
