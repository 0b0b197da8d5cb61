/*
 * The steps of docs/adding.md are applied to a copy of the sources: they compile and work, and the errors that the document
 * shows for rows left out are those of the compiler.
 */

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { textOf } from './files.js';

const root = join(__dirname, '../..');
const document = textOf('docs/adding.md');

interface Step {
  readonly file: string;
  /** The line beside which the code is inserted; null for a new file. */
  readonly line: string | null;
  readonly position: 'after' | 'before';
  readonly code: string;
}

const pattern =
  /(?:Create `(?<created>[^`]+)`|In `(?<file>[^`]+)`,\s+(?<position>after|before) `(?<line>[^`]+)`):\n\n```ts\n(?<code>.*?)```/gs;
const steps: readonly Step[] = [...document.matchAll(pattern)].map(({ groups }) => ({
  file: (groups!['created'] ?? groups!['file'])!,
  line: groups!['line'] ?? null,
  position: groups!['position'] === 'before' ? 'before' : 'after',
  code: groups!['code']!,
}));
const rowFiles = /(\.access|\/(access-table|cost-table|content-reads|attempted-endpoints|find-signature)|transport\/signature)\.ts$/;
const isRow = ({ file }: Step) => rowFiles.test(file);
/** The access rows of the new type. The compiler does not see that they are missing. */
const isTypeRow = ({ file }: Step) => /\/(sponsor\.access|access-table)\.ts$/.test(file);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'adding-'));
  for (const name of ['src', 'package.json', 'tsconfig.json', 'tsconfig.build.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function apply({ file, line, position, code }: Step): void {
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  if (line === null) return writeFileSync(path, code, { flag: 'wx' });
  const lines = readFileSync(path, 'utf8').split('\n');
  if (lines.filter((each) => each === line).length !== 1) throw new Error(`${file} does not have the line \`${line}\` exactly once.`);
  lines.splice(lines.indexOf(line) + (position === 'after' ? 1 : 0), 0, ...code.replace(/\n$/, '').split('\n'));
  writeFileSync(path, lines.join('\n'));
}

function run(file: string, ...args: string[]): string {
  try {
    return execFileSync(process.execPath, [file, ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
      // A program that starts although it should not is ended after this time.
      timeout: 120_000,
      env: { ...process.env, PORT: '0', ADMIN_PORT: '0' },
    });
  } catch (error) {
    return (error as { stdout: string }).stdout + (error as { stderr: string }).stderr;
  }
}
const compile = () =>
  run(join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json', '--declaration', 'false', '--singleThreaded');

test('every block of TypeScript belongs to a step', () => {
  expect(steps).toHaveLength(document.split('```ts\n').length - 1);
});

test('the document states how many files of src a new read needs', () => {
  const [before, ...after] = document.split(/^(?=## A (?:new read|read with an argument)$)/m).map((part) => [...part.matchAll(pattern)]);
  const filesOfRead = after[0]!.map(({ groups }) => groups!['created'] ?? groups!['file']);
  expect(before).not.toHaveLength(0);
  expect(document).toContain(`${new Set(filesOfRead).size} files of \`src\``);
});

test('without the rows of access, cost, content, doctor and signatures the copy does not compile, with the errors that the document shows', () => {
  for (const step of steps) if (!isRow(step)) apply(step);
  const shown = [...document.matchAll(/```text\n(.*?)```/gs)].flatMap(([, block]) => block!.trim().split('\n'));
  const errors = compile()
    .split('\n')
    .filter((line) => /: error TS/.test(line))
    .map((line) => line.replace(/\(\d+,\d+\): error TS\d+/, ''));
  expect(errors).toHaveLength(shown.length);
  for (const line of shown) expect(errors).toContainEqual(expect.stringContaining(line));
});

test('without the access rows of the new type the copy compiles, and does not start', () => {
  for (const step of steps) if (isRow(step) && !isTypeRow(step)) apply(step);
  expect(compile()).toBe('');
  const [shown] = /The type Sponsor has no\s+access rows\. Add it to [^"]+/.exec(document)!;
  expect(run('dist/main.js')).toContain(shown.replaceAll(/\s+/g, ' '));
});

test('with the rows the copy compiles, and the query of the document works', () => {
  for (const step of steps) if (isTypeRow(step)) apply(step);
  expect(compile()).toBe('');
  const query = /```graphql\n(.*?)```/s.exec(document)![1]!.trim();
  writeFileSync(
    join(folder, 'query.mjs'),
    `import { graphql } from 'graphql';
     import { allScopes, createEventGraph } from './dist/index.js';
     import { sandboxKeys, startSandbox } from './dist/sandbox/sandbox.js';
     const sandbox = await startSandbox();
     const graph = await createEventGraph({ url: sandbox.url, ...sandboxKeys, activityIds: [1001] });
     const contextValue = graph.createContext({ caller: { name: 'test', scopes: allScopes } });
     console.log(JSON.stringify(await graphql({ schema: graph.schema, source: ${JSON.stringify(query)}, contextValue })));
     await graph.close();
     await sandbox.close();`,
  );
  const { data, errors } = JSON.parse(run('query.mjs')) as { data: { activity: Record<string, unknown> }; errors?: unknown };
  expect(errors).toBeUndefined();
  expect(data.activity['sponsors']).toEqual([
    { name: 'Acme', websiteUrl: 'https://acme.example' },
    { name: 'Globex', websiteUrl: null },
  ]);
  expect(data.activity['categories']).toContainEqual({ name: 'News', color: '#0b6e99' });
});

test('the changed files are formatted, and no folder has more files than homes.test.ts permits', () => {
  const changed = [...new Set(steps.map(({ file }) => file))];
  const config = join(root, '.prettierrc.json');
  expect(run(join(root, 'node_modules/prettier/bin/prettier.cjs'), '--config', config, '--list-different', ...changed)).toBe('');
  const sizes = changed.map(
    (file) => readdirSync(join(folder, dirname(file)), { withFileTypes: true }).filter((entry) => entry.isFile()).length,
  );
  expect(Math.max(...sizes)).toBeLessThanOrEqual(25);
});
