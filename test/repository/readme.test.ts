import { readFileSync } from 'node:fs';
import { settingNames } from '../../src/config/settings.js';
import { startSandbox } from '../../src/sandbox/sandbox.js';
import { graphOver } from '../support/graph.js';

const readme = readFileSync('README.md', 'utf8');

test('the first query of the README gives the answer that the README shows', async () => {
  const query = /"query":\s+"(\{ activity .*?\})" \}'/s.exec(readme)![1]!;
  const shown = JSON.parse(/```json\n(.*?)```/s.exec(readme)![1]!) as { data: unknown; extensions: { upstream: { calls: number } } };
  const sandbox = await startSandbox();
  const graph = await graphOver(sandbox.url);
  const answer = await graph.run(query);
  expect([answer.data, answer.extensions.upstream!.calls]).toEqual([shown.data, shown.extensions.upstream.calls]);
  await graph.close();
  await sandbox.close();
});

test('the README tells of every setting', () => {
  const told = new Set([...readme.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name));
  expect(settingNames.filter((name) => !told.has(name))).toEqual([]);
});
