/** What GraphiQL does not do by itself. */
export const pageParts = `
<style>
  .graphiql-logo span { white-space: nowrap; }
  /* With more tabs than there is room for, they hang in the middle of an animation, and jump away from the first click. */
  .graphiql-tab { transform: none !important; }
</style>
<script>
  (() => {
    // Subscriptions have an address of their own.
    const ask = window.fetch;
    window.fetch = (resource, init) =>
      ask(new Headers(init?.headers).get('accept') === 'text/event-stream' ? '/graphql/stream' : resource, init);

    // Whoever returns finds the tabs as they were, and in front the one that was, or that the address names; not an empty one more.
    const { tabs = [], activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState') ?? '{}');
    const wanted = new URL(location.href).searchParams.get('query');
    const tab = wanted === null || wanted === tabs[activeTabIndex]?.query ? tabs[activeTabIndex] : tabs.find(({ query }) => query === wanted);
    for (const name of ['query', 'variables']) localStorage.setItem('graphiql:' + name, tab?.[name] ?? '');
  })();
</script>
`;

/**
 * The place for a credential above GraphiQL, of which nothing is stored. It goes with every request of the page, and where the
 * graph refuses one, the bar says what is missing.
 */
export const keyBar = `
<style>
  body { display: flex; flex-direction: column; height: 100dvh; }
  #root { flex: 1; min-height: 0; }
  #key { color-scheme: light; display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; padding: 8px 16px; margin: 0; font: 14px/1.4 system-ui, sans-serif; background: #f3f4f7; color: #1c2430; border-bottom: 1px solid #d5d9e0; }
  #key input { font: inherit; padding: 4px 8px; width: 22rem; max-width: 60vw; border: 1px solid #8892a0; border-radius: 4px; }
  #key button { font: inherit; padding: 4px 12px; }
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
    const [input, said] = [form.querySelector('input'), form.querySelector('output')];
    const ask = window.fetch;
    window.fetch = async (resource, init) => {
      const headers = new Headers(init?.headers);
      const own = ['authorization', 'x-api-key'].some((name) => headers.has(name));
      const key = input.value.trim();
      if (key !== '' && !own) headers.set('authorization', 'Bearer ' + key);
      const response = await ask(resource, { ...init, headers });
      said.textContent = response.status !== 401 ? ''
        : key === '' && !own ? 'Refused (401): this graph needs a key or token. Paste it here, or give it under Headers.'
        : 'Refused (401): this key or token is not valid here.';
      return response;
    };
    // With a key, the schema can be read.
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      document.querySelector('button[aria-label^="Re-fetch"]')?.click();
    });
  })();
</script>
`;
