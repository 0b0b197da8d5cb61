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

test('the measured ratios in the README are those of bench/README.md', () => {
  const shown = /^\| Event Graph, multiple of plain Node \| (.*) \|$/m.exec(readme)![1]!.split(' | ');
  const measured = [...textOf('bench/README.md').matchAll(/^\| `[\w-]+` \| [\d.]+ \| [\d.]+ \| ([\d.]+) \(/gm)].map(([, ratio]) => ratio);
  expect(shown).toEqual(measured);
});

test('the README leads to every page of docs', () => {
  const pages = filesBelow('docs').filter((path) => /^docs\/[\w-]+\.md$/.test(path));
  expect(pages.filter((page) => !readme.includes(`](${page}`))).toEqual([]);
});
