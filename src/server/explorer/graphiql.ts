/* The page with GraphiQL. */

import { commonPolicy, title, type ExampleOperation, type ExplorerContent, type ExplorerPage } from './example-operations.js';

/**
 * Returns a page with GraphiQL. It needs no internet access: it loads nothing from other origins, and its policy permits no
 * requests to them.
 */
export async function graphiql({ examples, authenticated }: ExplorerContent): Promise<ExplorerPage> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const defaultTabs = examples.map(({ query, variables }) => ({ query, ...(variables !== undefined && { variables }) }));
  // Headers are not stored in the browser, because they can contain a credential.
  const html = renderGraphiQL({ title, endpoint: '/graphql', method: 'POST', defaultTabs, shouldPersistHeaders: false });
  const root = '<div id="root"></div>';
  return {
    html: html.replace(
      root,
      () => graphiqlAdditions + (authenticated ? keyBar : '') + (examples.length > 1 ? exampleList(examples) : '') + root,
    ),
    policy: `${commonPolicy}; script-src 'unsafe-inline' blob:; worker-src blob:; connect-src 'self'`,
  };
}

/**
 * A list of the examples in groups, above GraphiQL: with more tabs than fit, a tab is hard to find. Choosing an example shows its tab,
 * or opens it again if it was closed.
 */
function exampleList(examples: readonly ExampleOperation[]): string {
  const groups = [...new Set(examples.map(({ group }) => group ?? ''))];
  const options = (wanted: string) =>
    examples
      .map((example, index) => ({ ...example, index }))
      .filter(({ group }) => (group ?? '') === wanted)
      .map(({ query, index }) => `<option value="${index}">${tabName(query)}</option>`)
      .join('');
  const list = groups.map((group) => (group === '' ? options(group) : `<optgroup label="${group}">${options(group)}</optgroup>`)).join('');
  const known = JSON.stringify(examples.map(({ query, variables }) => ({ name: tabName(query), query, variables }))).replaceAll(
    '<',
    '\\u003c',
  );
  return `
<form id="examples" class="bar">
  <label>Examples <select><option value="">Choose one of ${examples.length}…</option>${list}</select></label>
</form>
<script>
  (() => {
    const examples = ${known};
    const select = document.querySelector('#examples select');
    select.addEventListener('change', () => {
      const example = examples[select.value];
      select.value = '';
      const tabs = [...document.querySelectorAll('.graphiql-tab-button')];
      const tab = example && tabs.find((button) => button.textContent === example.name);
      if (tab) {
        tab.click();
        tab.scrollIntoView({ block: 'nearest', inline: 'center' });
      } else if (example) {
        sessionStorage.setItem('event-graph:variables', example.variables ?? '');
        location.assign('/?query=' + encodeURIComponent(example.query));
      }
    });
    document.getElementById('examples').addEventListener('submit', (event) => event.preventDefault());
  })();
</script>
`;
}

/** The name of an operation, as GraphiQL shows it on its tab. */
const tabName = (query: string): string => /^\s*(?:query|mutation|subscription)\s+(\w+)/m.exec(query)?.[1] ?? 'Untitled';

/** Fixes and extensions of the GraphiQL page: tab layout, and which tab is active after a reload. */
const graphiqlAdditions = `
<style>
  .graphiql-logo span { white-space: nowrap; }
  /* If there are more tabs than fit, GraphiQL's animation does not finish, and tabs move away from the first click. */
  .graphiql-tab { transform: none !important; }
  body { display: flex; flex-direction: column; height: 100dvh; }
  #root { flex: 1; min-height: 0; }
  .bar { color-scheme: light; display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; padding: 8px 16px; margin: 0; font: 14px/1.4 system-ui, sans-serif; background: #f3f4f7; color: #1c2430; border-bottom: 1px solid #d5d9e0; }
  .bar :is(input, select, button) { font: inherit; }
  body.graphiql-dark .bar { color-scheme: dark; background: #1c2230; color: #e6e9ee; border-color: #3a4354; }
  @media (prefers-color-scheme: dark) {
    body:not(.graphiql-light) .bar { color-scheme: dark; background: #1c2230; color: #e6e9ee; border-color: #3a4354; }
  }
</style>
<script>
  (() => {
    // After a reload, the tab of the address or the last active tab is active again. Without this GraphiQL opens another empty tab.
    const { tabs = [], activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState') ?? '{}');
    const linked = new URL(location.href).searchParams.get('query');
    const tab = linked === null || linked === tabs[activeTabIndex]?.query ? tabs[activeTabIndex] : tabs.find(({ query }) => query === linked);
    // An example whose tab was closed is opened with its variables.
    const opened = linked !== null && tab === undefined ? { query: linked, variables: sessionStorage.getItem('event-graph:variables') } : tab;
    sessionStorage.removeItem('event-graph:variables');
    for (const name of ['query', 'variables']) localStorage.setItem('graphiql:' + name, opened?.[name] ?? '');
  })();
</script>
`;

/**
 * A form for a credential above GraphiQL. The credential is sent with every request of the page and never stored. If the graph
 * refuses a request with 401, the form shows why.
 */
const keyBar = `
<style>
  #key input { padding: 4px 8px; width: 22rem; max-width: 60vw; border: 1px solid #8892a0; border-radius: 4px; }
  #key button { padding: 4px 12px; }
  #key output { color: #b3261e; }
  body.graphiql-dark #key output { color: #ff8a80; }
  @media (prefers-color-scheme: dark) {
    body:not(.graphiql-light) #key output { color: #ff8a80; }
  }
</style>
<form id="key" class="bar">
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
