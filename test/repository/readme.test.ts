import { startSandbox } from '../../src/sandbox/sandbox.js';
import { graphOver } from '../support/graph.js';
import { filesBelow, textOf } from './files.js';

const readme = textOf('README.md');

test('the first query of the README returns the response that the README shows', async () => {
  const query = /"query":\s+"(\{ activity .*?\})" \}'/s.exec(readme)![1]!;
  const shown = JSON.parse(/```json\n(.*?)```/s.exec(readme)![1]!) as { data: unknown; extensions: { upstream: { calls: number } } };
  const sandbox = await startSandbox();
  const graph = await graphOver(sandbox.url);
  const response = await graph.run(query);
  expect([response.data, response.extensions.upstream!.calls]).toEqual([shown.data, shown.extensions.upstream.calls]);
  await graph.close();
  await sandbox.close();
});

test('the README has at most 200 lines', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(200);
});

/** The figures of the rows of a table, by its first column. */
const figuresOf = (text: string, columns: readonly number[]): Record<string, string[]> =>
  Object.fromEntries(
    [...text.matchAll(/^\| (.*) \|$/gm)].map(([, row]) => {
      const cells = row!.split(' | ');
      return [cells[0]!, columns.map((column) => cells.at(column) ?? '')];
    }),
  );

test.each([
  ['**Event Graph**', 'Event Graph (21 November)'],
  ['a facade of your own, with Apollo Server', 'Apollo Server, REST data source, every field mapped'],
  ['the same, with Mercurius and JIT', 'Mercurius with JIT (21 November)'],
  [
    '[GraphQL Mesh](https://the-guild.dev/graphql/mesh) with [Hive Gateway](https://the-guild.dev/graphql/hive/docs/gateway)',
    'Hive Gateway 2 over a Mesh JSON Schema source',
  ],
  ['[Tailcall](https://tailcall.run)', 'Tailcall 1.6.14, its best configuration for each (21 November)'],
])('the figures of %s in the README are those of bench/README.md', (shown, measured) => {
  const figures = figuresOf(readme, [-3, -2, -1])[shown];
  expect(figures).toHaveLength(3);
  expect(figures).toEqual(figuresOf(textOf('bench/README.md'), [1, -2, -1])[measured]);
});

test('the README leads to every page of docs', () => {
  const pages = filesBelow('docs').filter((path) => /^docs\/[\w-]+\.md$/.test(path));
  expect(pages.filter((page) => !readme.includes(`](${page}`))).toEqual([]);
});
