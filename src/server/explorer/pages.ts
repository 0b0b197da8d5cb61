/* The pages of the explorer: GraphiQL and Apollo Sandbox. */

import { createHash } from 'node:crypto';
import type { ExampleOperation } from './example-operations.js';

export interface ExplorerContent {
  /** Example operations, each in a tab of its own. The first tab is active. */
  readonly examples: readonly ExampleOperation[];
  /** Whether the graph requires a credential. The page then has an input for it. */
  readonly authenticated: boolean;
}

/** The title of both pages. */
const title = 'Event Graph';

/** An explorer page and its content security policy. */
interface ExplorerPage {
  readonly html: string;
  readonly policy: string;
  /** The script that the page loads from {@link scriptPath}, followed by its hash. Omitted: it has none. */
  readonly script?: string;
  readonly scriptHash?: string;
}

/** Returns a value as JSON that an inline script may contain. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

export const scriptPath = '/graphiql.js';

/** Without an icon, the script of Apollo Sandbox adds one from Apollo's CDN. */
const ownIcon = '<link rel="icon" href="data:,">';

/** Directives of every page's policy: nothing from other origins, and the page must not be framed. */
const commonPolicy =
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; default-src 'none'; img-src 'self' data:; font-src 'self' data:; style-src 'unsafe-inline'";

/* GraphiQL */

/**
 * Returns a page with GraphiQL, and its script of nine megabytes, which is named by its hash: a browser loads it once. They need no
 * internet access: they load nothing from other origins, and the policy permits no requests to them.
 */
export async function graphiql({ examples, authenticated }: ExplorerContent): Promise<ExplorerPage> {
  const script = await graphiqlScript();
  const scriptHash = createHash('sha256').update(script).digest('base64url');
  // Headers are not stored in the browser, because they can contain a credential.
  const options = { title, endpoint: '/graphql', method: 'POST', defaultTabs: examples, shouldPersistHeaders: false };
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${ownIcon}
</head>
<body id="body" class="no-focus-outline">
${graphiqlAdditions}${authenticated ? keyBar : ''}
<div id="root"></div>
<script src="${scriptPath}?${scriptHash}"></script>
<script>YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), ${inScript(options)});</script>
</body>
</html>
`;
  const policy = `${commonPolicy}; script-src 'self' 'unsafe-inline' blob:; worker-src blob:; connect-src 'self'`;
  return { html, policy, script, scriptHash };
}

/** Returns the script of GraphiQL, with its style sheet and its workers. */
async function graphiqlScript(): Promise<string> {
  const { css, editorWorkerService, graphqlWorker, js, jsonWorker } = await import('@graphql-yoga/render-graphiql/graphiql');
  return `(() => {
  const style = document.createElement('style');
  style.textContent = ${JSON.stringify(css)};
  document.head.append(style);
  const workers = ${JSON.stringify({ editorWorkerService, json: jsonWorker, graphql: graphqlWorker })};
  self.MonacoEnvironment = {
    globalAPI: false,
    getWorkerUrl: (_module, label) => URL.createObjectURL(new Blob([workers[label]], { type: 'application/javascript' })),
  };
})();
${js};
`;
}

/** Fixes and extensions of the GraphiQL page: tab layout, and which tab is active after a reload. */
const graphiqlAdditions = `
<style>
  .graphiql-logo span { white-space: nowrap; }
  /* If there are more tabs than fit, GraphiQL's animation does not finish, and tabs move away from the first click. */
  .graphiql-tab { transform: none !important; }
  body { display: flex; flex-direction: column; height: 100dvh; }
  #root { flex: 1; min-height: 0; }
  .graphiql-container { height: 100%; width: 100%; }
  @media (max-width: 700px) {
    .graphiql-container .graphiql-main, .graphiql-container #graphiql-session { flex-direction: column; }
    .graphiql-horizontal-drag-bar { display: none; }
  }
</style>
<script>
  (() => {
    // After a reload, the tab of the address or the last active tab is active again. Without this GraphiQL opens another empty tab.
    const { tabs = [], activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState') ?? '{}');
    const linked = new URL(location.href).searchParams.get('query');
    const tab = linked === null || linked === tabs[activeTabIndex]?.query ? tabs[activeTabIndex] : tabs.find(({ query }) => query === linked);
    localStorage.setItem('graphiql:query', tab?.query ?? linked ?? '');
    localStorage.setItem('graphiql:variables', tab?.variables ?? '');
  })();
</script>
`;

/**
 * A form for a credential above GraphiQL. The credential is sent with every request of the page and never stored. If the graph
 * refuses a request with 401, the form shows why.
 */
const keyBar = `
<style>
  #key { color-scheme: light; display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; padding: 8px 16px; margin: 0; font: 14px/1.4 system-ui, sans-serif; background: #f3f4f7; color: #1c2430; border-bottom: 1px solid #d5d9e0; }
  #key :is(input, button) { font: inherit; }
  #key input { padding: 4px 8px; width: 22rem; max-width: 60vw; border: 1px solid #8892a0; border-radius: 4px; }
  #key button { padding: 4px 12px; }
  #key output { color: #b3261e; }
  body.graphiql-dark #key { color-scheme: dark; background: #1c2230; color: #e6e9ee; border-color: #3a4354; }
  body.graphiql-dark #key output { color: #ff8a80; }
  @media (prefers-color-scheme: dark) {
    body:not(.graphiql-light) #key { color-scheme: dark; background: #1c2230; color: #e6e9ee; border-color: #3a4354; }
    body:not(.graphiql-light) #key output { color: #ff8a80; }
  }
</style>
<form id="key">
  <label>Key or token <input type="password" autocomplete="off" placeholder="sent as authorization: Bearer …"></label>
  <button>Use</button>
  <output role="status"></output>
</form>
<script>
  (() => {
    const form = document.getElementById('key');
    const [input, message] = [form.querySelector('input'), form.querySelector('output')];
    const originalFetch = window.fetch;
    window.fetch = async (resource, init) => {
      const headers = new Headers(init?.headers);
      const own = ['authorization', 'x-api-key'].some((name) => headers.has(name));
      const key = input.value.trim();
      if (key !== '' && !own) headers.set('authorization', 'Bearer ' + key);
      const response = await originalFetch(resource, { ...init, headers });
      message.textContent = response.status !== 401 ? ''
        : key === '' && !own ? 'Refused (401): this graph requires a key or token. Paste it here, or set it under Headers.'
        : 'Refused (401): this key or token is not valid.';
      return response;
    };
    // Loads the schema, which requires the key.
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      document.querySelector('button[aria-label^="Re-fetch"]')?.click();
    });
  })();
</script>
`;

/* Apollo Sandbox */

/**
 * Returns a page with Apollo Sandbox, which runs in a frame from Apollo's origin. Apollo's script, which opens that frame, sends its
 * requests to the graph. It changes under its address, so its hash cannot be stated; what it shows is Apollo's in any case.
 */
export function apolloSandbox(content: ExplorerContent): ExplorerPage {
  const start = startScript(content);
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title>${ownIcon}<style>html,body,#sandbox{margin:0;height:100%}iframe{border:0}</style></head>
<body>
<div id="sandbox"></div>
<script src="${apolloScript}"></script>
<script>${start}</script>
</body>
</html>
`;
  const scripts = `${apolloScript} 'sha256-${createHash('sha256').update(start).digest('base64')}'`;
  return {
    html: page,
    policy: `${commonPolicy}; script-src ${scripts}; frame-src https://sandbox.embed.apollographql.com; connect-src 'self'`,
  };
}

const apolloScript = 'https://embeddable-sandbox.cdn.apollographql.com/v2/embeddable-sandbox.umd.production.min.js';

function startScript({ examples: [first], authenticated }: ExplorerContent): string {
  const initialState = {
    document: first?.query ?? '',
    variables: first?.variables && (JSON.parse(first.variables) as unknown),
    sharedHeaders: authenticated ? { authorization: 'Bearer ' } : undefined,
    includeCookies: false,
  };
  return `new window.EmbeddedSandbox({target:'#sandbox',initialEndpoint:location.origin+'/graphql',initialState:${inScript(initialState)}});`;
}
