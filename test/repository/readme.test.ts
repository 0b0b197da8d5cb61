import { startSandbox } from '../../src/sandbox/sandbox.js';
import { closedAfterwards } from '../support/afterwards.js';
import { graphOver } from '../support/graph.js';
import { filesBelow, textOf } from './files.js';

const readme = textOf('README.md');
const bench = textOf('bench/README.md');

test('the first query of the README returns the response that the README shows', async () => {
  const query = /"query":\s+"(\{ activity .*?\})" \}'/s.exec(readme)![1]!;
  const shown = JSON.parse(/```json\n(.*?)```/s.exec(readme)![1]!) as { data: unknown; extensions: { upstream: { calls: number } } };
  const sandbox = closedAfterwards(await startSandbox());
  const graph = await graphOver(sandbox.url);
  const response = await graph.run(query);
  expect({ data: response.data, calls: response.extensions.upstream!.calls }).toEqual({
    data: shown.data,
    calls: shown.extensions.upstream.calls,
  });
});

test('the README has at most 200 lines', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(200);
});

/** The cells of the rows of all tables, by the first cell. */
const rowsOf = (text: string): ReadonlyMap<string, readonly string[]> =>
  new Map([...text.matchAll(/^\| (.*) \|$/gm)].map(([, row]) => row!.split(' | ')).map(([first, ...others]) => [first!, others]));

/** A cell with the median and the range, which have two decimals, rounded to one. `toFixed` alone would round 1.65 down, which is less in binary. */
const rounded = (cell: string): string =>
  cell.replaceAll(/\d+\.\d\d/g, (figure) => (Math.round(Number(figure.replace('.', '')) / 10) / 10).toFixed(1));

test.each([
  ['Request', 'Workload'],
  ['a page of 100 attendees', '`list`: a page of 100 attendees, 8 fields each'],
  ['one attendee', '`one`: one attendee by id'],
  ['`{ __typename }`: no call to the service', '`trivial`: `{ __typename }`'],
  [
    'the home screen for a crowd; only Event Graph caches it',
    '`herd`: the home screen of an event, the same in every request; only Event Graph caches it',
  ],
])('the figures of "%s" in the README are those of bench/README.md, rounded to one decimal', (shown, measured) => {
  const exact = rowsOf(bench).get(measured)!.slice(0, 3);
  expect(exact).toHaveLength(3);
  expect(rowsOf(readme).get(shown)).toEqual(exact.map(rounded));
});

test('the README and bench/README.md date the figures alike', () => {
  const dates = [readme, bench].map((text) => /--peers mercurius,tailcall`[^]{0,60}?(\d+ \w+ \d{4})/.exec(text));
  expect(dates.map((found) => found?.[1])).toEqual([expect.any(String), dates[0]![1]]);
});

test('docs/README.md leads to every other page of docs', () => {
  const pages = filesBelow('docs').flatMap((path) => /^docs\/([\w-]+\.md)$/.exec(path)?.[1] ?? []);
  expect(pages.filter((page) => !textOf('docs/README.md').includes(`](${page})`))).toEqual(['README.md']);
});

test('docs/performance.md has the headings and tables that npm run bench:curves writes', () => {
  const frameOf = (path: string) =>
    textOf(path)
      .replaceAll('\\`', '`')
      .match(/^(## .+|\| [A-Z].*\|)$/gm);
  expect(frameOf('docs/performance.md')).toEqual(frameOf('bench/performance-page.mjs'));
});
