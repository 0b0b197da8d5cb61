/* docs/adding.md, done: a copy of the sources to which the page's field, list and mutation are added has them in its graph. */

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type * as support from '../support/counted-sandbox.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { textOf } from './files.js';

/** A block of the page: its file, and the beginning of the line above which it goes; none for a new file. */
const block = /^`(src\/[^`]+)`, (?:new|above `([^`]+)`(?: of `(\w+)`)?).*?\n\n```ts\n(.*?)^```$/gms;

const copy = temporaryFolder();

let added: support.CountedSandbox;
beforeAll(async () => {
  for (const folder of ['src', 'test/support']) cpSync(folder, join(copy, folder), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  for (const [, path, line, name, code] of textOf('docs/adding.md').matchAll(block)) add(join(copy, path!), line, name, code!);
  execFileSync(process.execPath, [resolve('tools/records.mjs')], { cwd: copy });
  let countedSandbox!: typeof support.countedSandbox;
  // The types of the copy are not in the metadata that other suites share.
  jest.isolateModules(() => {
    ({ countedSandbox } = jest.requireActual<typeof support>(join(copy, 'test/support/counted-sandbox.ts')));
  });
  added = await countedSandbox();
});

/** Adds a block above the first line that begins so, in the declaration of a name if one is given, and its imports above the others. */
function add(file: string, beginning: string | undefined, name: string | undefined, code: string): void {
  if (beginning === undefined) {
    expect(existsSync(file)).toBe(false);
    return writeFileSync(file, code);
  }
  const lines = readFileSync(file, 'utf8').split('\n');
  const from = name === undefined ? 0 : lines.indexOf(`export const ${name} = {`);
  const at = lines.findIndex((line, index) => index >= from && line.trimStart().startsWith(beginning));
  expect({ file, beginning, isFound: from !== -1 && at !== -1 }).toEqual({ file, beginning, isFound: true });
  const imports = code.match(/^import .*\n/gm)?.join('') ?? '';
  const text = lines.toSpliced(at, 0, code.replaceAll(/^import .*\n/gm, '')).join('\n');
  writeFileSync(
    file,
    text.replace(/^import /m, (first) => imports + first),
  );
}

test('a row in a record and a value in the sandbox add a field', async () => {
  const { data, errors } = await added.graph.run('{ activity { categories { name featured } } }');
  expect(errors).toEqual([]);
  expect(data['activity'].categories).toContainEqual({ name: 'News', featured: true });
  expect(data['activity'].categories).toContainEqual({ name: 'Press', featured: false });
});

test('six sources add a list with its entities, its global ids and its cache', async () => {
  const { data, errors, calls } = await added.cost(`{
    activity { halls { id name seats } }
    _entities(representations: [{ __typename: "Hall", id: "hall:1001:701" }]) { ... on Hall { name } }
  }`);
  expect(errors).toEqual([]);
  expect(data).toEqual({
    activity: { halls: [{ id: 'hall:1001:701', name: 'Main hall', seats: 900 }] },
    _entities: [{ name: 'Main hall' }],
  });
  expect(calls).toEqual({ 'hall/getList': 1 });
});

test('six sources add a mutation', async () => {
  const { data, errors, calls } = await added.cost('mutation { closeHall(id: "hall:1001:701") }');
  expect(errors).toEqual([]);
  expect({ data, calls }).toEqual({ data: { closeHall: true }, calls: { 'hall/close': 1 } });
});
