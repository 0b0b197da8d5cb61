import type { ExampleOperation } from './explorer-content.js';

/**
 * A list of the examples in groups, above GraphiQL: with more tabs than fit, a tab is hard to find. Choosing an example shows its tab,
 * or opens it again if it was closed.
 */
export function exampleList(examples: readonly ExampleOperation[]): string {
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
