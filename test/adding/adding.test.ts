/*
 * The steps of docs/adding.md and of the files beside this one are applied to a copy of the repository: it compiles and works, the tests that
 * the document names pass, and the errors that it shows for rows left out are those of the compiler.
 */

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { textOf } from '../repository/files.js';
import { additions, queryIn, recipes, steps, withStep, type Step } from './steps.js';

const root = join(__dirname, '../..');
const document = textOf('docs/adding.md');
const rowFiles = /(\.access|\/(access-table|cost-table|find-signature)|transport\/signature)\.ts$/;
const isRow = ({ file }: Step) => rowFiles.test(file);
/** The lines of src that add a type without an id. The compiler does not see that its access rows are missing. */
const venue = recipes.find(({ name }) => name === 'object')!.steps.filter(({ file }) => file.startsWith('src/'));
const isTypeRow = ({ file }: Step) => file.endsWith('access-table.ts');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'adding-'));
  const left = new Set(['.git', 'dist', 'coverage', 'node_modules']);
  for (const name of readdirSync(root)) {
    if (left.has(name)) continue;
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: (path) => basename(path) !== 'node_modules' });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function apply(step: Step): void {
  const path = join(folder, step.file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, withStep(existsSync(path) ? readFileSync(path, 'utf8') : null, step));
}

function run(file: string, ...args: string[]): string {
  try {
    return execFileSync(process.execPath, [file, ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
      // A program that starts although it should not is ended after this time.
      timeout: 300_000,
      env: { ...process.env, PORT: '0', ADMIN_PORT: '0' },
    });
  } catch (error) {
    return (error as { stdout: string }).stdout + (error as { stderr: string }).stderr;
  }
}
const compile = (project: string, ...options: string[]) =>
  run(join(root, 'node_modules/typescript/bin/tsc'), '-p', project, '--singleThreaded', ...options);
/** As `npm run typecheck`: the sources and the tests. */
const typecheck = () => compile('tsconfig.json');
const build = () => compile('tsconfig.build.json', '--declaration', 'false');
/** Runs suites of the copy. */
const runSuites = (...suites: string[]) => run(join(root, 'node_modules/jest/bin/jest.js'), '--runInBand', '--json', ...suites);
const allPassed = expect.stringMatching(/"numFailedTestSuites":0,.*"numPassedTestSuites":[1-9]/);

// For a machine that is slow and busy.
jest.setTimeout(300_000);

// The tests run in this order: each goes on where the one before it ended.
test('without the rows of access, cost and signatures the copy does not compile, and the errors are those of the document', () => {
  for (const step of steps) if (!isRow(step)) apply(step);
  const shown = [...document.matchAll(/```text\n(.*?)```/gs)].flatMap(([, block]) => block!.trim().split('\n'));
  const errors = typecheck()
    .split('\n')
    .filter((line) => /: error TS/.test(line))
    .map((line) => line.replace(/\(\d+,\d+\): error TS\d+/, ''));
  expect(errors).toHaveLength(shown.length);
  for (const line of shown) expect(errors).toContainEqual(expect.stringContaining(line));
});

test('without the access rows of a type that is no entity the copy compiles, and does not start', () => {
  for (const step of [...steps.filter(isRow), ...venue]) if (!venue.includes(step) || !isTypeRow(step)) apply(step);
  expect(build()).toBe('');
  const [refusal] = /The type Sponsor has no\s+access rows\. Add it to [^"]+/.exec(document)!;
  expect(run('dist/main.js')).toContain(refusal.replaceAll(/\s+/g, ' ').replace('Sponsor', 'Venue'));
});

test('with the steps of the document and of all recipes, the queries shown work', () => {
  for (const step of additions) if (!venue.includes(step) || isTypeRow(step)) apply(step);
  expect(typecheck() + compile('tools') + build()).toBe('');
  const results = JSON.parse(run(scriptOf([queryIn(document), ...recipes.map(({ query }) => query)]))) as readonly {
    data: Record<string, any>;
    plannedCalls: number;
    errors?: unknown;
  }[];
  expect(results.map(({ errors: none }) => none)).toEqual(results.map(() => undefined));
  const [read, page, object, lookup, mutation] = results.map(({ data }) => data);
  expect(read!['activity'].sponsors).toEqual([
    { id: 'sponsor:1001:1', name: 'Acme', websiteUrl: 'https://acme.example' },
    { id: 'sponsor:1001:2', name: 'Globex', websiteUrl: null },
  ]);
  expect(read!['activity'].categories).toContainEqual({ name: 'News', color: '#0b6e99' });
  expect(read!['_entities']).toEqual([{ name: 'Globex' }]);
  expect(page!['activity'].sponsorPage).toEqual({
    totalCount: 2,
    nodes: [{ name: 'Globex' }],
    edges: [{ cursor: '1' }],
    pageInfo: { hasNextPage: false, hasPreviousPage: true },
  });

  expect(object).toEqual({ activity: { venue: { name: 'Harbour Hall', address: '1 Quay Street' } } });
  const [holder, first, second, third] = [expect.any(String), ...[700001, 700002, 700003].map((id) => ({ id: `badge:1001:${id}` }))];
  expect(lookup).toEqual({ activity: { a: { holder }, b: first, c: second }, _entities: [second, third] });
  expect(mutation).toEqual({ sendReminder: { sent: true, userErrors: [] } });
  expect(results.map(({ plannedCalls }) => plannedCalls).slice(-2)).toEqual([3, 1]);
});

test('with all steps, the tests that the document names find the additions stated everywhere, and those of the recipes pass', () => {
  expect(run('dist/tools/tools/docs/emit.js')).not.toContain('Error');
  const ofSteps = [...steps, ...additions]
    .filter(({ file, position }) => position === 'new' && file.endsWith('.test.ts'))
    .map(({ file }) => file);
  expect(ofSteps).not.toHaveLength(0);
  expect(
    runSuites(
      ...ofSteps,
      'test/rest',
      'test/field-mapping',
      'test/endpoint/endpoints',
      'test/sandbox/sandbox.endpoints',
      'test/graph/access/tenants',
      'test/graph/types/access-table',
      'test/faults/mutations',
      'test/repository/settings',
      'test/repository/stated-lists',
      'test/repository/documents',
      'test/config/config.test',
      // The copy has the sections that the document invents, which the repository must lack.
      '--testNamePattern=^(?!.*lacks those that docs/adding.md invents)',
    ),
  ).toEqual(allPassed);
});

test('the formatter changes nothing but the order of imports', () => {
  const changed = [...new Set([...steps, ...additions].map(({ file }) => file))].filter((file) => file.endsWith('.ts'));
  const linesOf = () => changed.map((file) => ({ file, lines: readFileSync(join(folder, file), 'utf8').split('\n').sort() }));
  const before = linesOf();
  run(join(root, 'node_modules/prettier/bin/prettier.cjs'), '--config', join(root, '.prettierrc.json'), '--write', ...changed);
  expect(linesOf()).toEqual(before);
});

/** Writes a program that runs queries over the sandbox of the copy, and prints the results. */
function scriptOf(queries: readonly string[]): string {
  const file = 'query.mjs';
  writeFileSync(
    join(folder, file),
    `import { graphql, parse } from 'graphql';
     import { operationCost } from './dist/graph/cost/operation-cost.js';
     import { allScopes, createEventGraph } from './dist/index.js';
     import { sandboxKeys, startSandbox } from './dist/sandbox/sandbox.js';
     const sandbox = await startSandbox();
     const graph = await createEventGraph({ url: sandbox.url, ...sandboxKeys, activityIds: [1001] });
     const contextValue = graph.createContext({ caller: { name: 'test', scopes: allScopes } });
     const results = [];
     for (const source of ${JSON.stringify(queries)}) {
       const document = parse(source);
       const { upstreamCalls } = operationCost(document, document.definitions[0], {}, { ...graph, maxPageSize: 100, defaultActivityId: 1001 });
       results.push({ ...(await graphql({ schema: graph.schema, source, contextValue })), plannedCalls: upstreamCalls });
     }
     console.log(JSON.stringify(results));
     await graph.close();
     await sandbox.close();`,
  );
  return file;
}
