import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { keyBar, pageParts } from './explorer-page.js';
import { header, type Handler } from './http.js';
import { methodNotAllowed } from './refusal.js';
import type { Explorer } from './settings.js';

/** What the explorer opens with. */
export interface ExplorerContent {
  /** Operations to start from, each in a tab of its own; the first is in front. */
  readonly examples: readonly { readonly query: string; readonly variables?: string }[];
  /** Whether the graph wants a credential: there is then a place for it on the page. */
  readonly authenticated: boolean;
}

/** The page where the graph is tried by hand. It needs no credential: what it asks of the graph does. */
export function createExplorer(kind: Exclude<Explorer, 'off'>, title: string, content: ExplorerContent = { examples: [], authenticated: false }): Handler {
  let page: Promise<Buffer> | undefined;
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed('GET, HEAD');
    page ??= (kind === 'graphiql' ? graphiql(title, content) : Promise.resolve(apolloSandbox(title, content))).then((html) => compress(html));
    const zipped = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(header(request, 'accept-encoding') ?? '');
    const compressed = await page;
    return {
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policies[kind],
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
async function graphiql(title: string, { examples, authenticated }: ExplorerContent): Promise<string> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  // What is typed under Headers may be a credential: it is not left behind in the browser.
  const html = renderGraphiQL({ title, endpoint: '/graphql', method: 'POST', defaultTabs: [...examples], shouldPersistHeaders: false });
  const root = '<div id="root"></div>';
  return html.replace(root, () => pageParts + (authenticated ? keyBar : '') + root);
}

/** Apollo's Sandbox, whose parts come from Apollo: it needs a network, and the page itself asks the graph. */
function apolloSandbox(title: string, { examples: [first], authenticated }: ExplorerContent): string {
  const initialState = {
    document: first?.query ?? '',
    ...(first?.variables !== undefined && { variables: JSON.parse(first.variables) as unknown }),
    ...(authenticated && { sharedHeaders: { authorization: 'Bearer ' } }),
    includeCookies: false,
  };
  const state = JSON.stringify(initialState).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title><style>html,body,#sandbox{margin:0;height:100%}</style></head>
<body>
<div id="sandbox">This page needs a network: its parts come from Apollo.</div>
<script src="https://embeddable-sandbox.cdn.apollographql.com/_latest/embeddable-sandbox.umd.production.min.js"></script>
<script>new window.EmbeddedSandbox({target:'#sandbox',initialEndpoint:location.origin+'/graphql',includeCookies:false,initialState:${state}});</script>
</body>
</html>
`;
}

const common = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; default-src 'none'; img-src 'self' data:; font-src 'self' data:; style-src 'unsafe-inline'";
const policies = {
  graphiql: `${common}; script-src 'unsafe-inline' blob:; worker-src blob:; connect-src 'self'`,
  sandbox: `${common} https://embeddable-sandbox.cdn.apollographql.com; script-src 'unsafe-inline' https://embeddable-sandbox.cdn.apollographql.com; frame-src https://sandbox.embed.apollographql.com; connect-src 'self' https://embeddable-sandbox.cdn.apollographql.com`,
} as const;
