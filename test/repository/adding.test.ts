/*
 * The steps of docs/adding.md are applied to a copy of the sources: they compile and work, and the errors that the document
 * shows for rows left out are those of the compiler. The counts of the document are those of its steps and tables. So are the lines of
 * the files in the folder adding, which belong to tables of the document.
 */

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { textOf } from './files.js';

const root = join(__dirname, '../..');
const document = textOf('docs/adding.md');

interface Step {
  /** The document that has the step. */
  readonly document: string;
  readonly file: string;
  /** The line beside which the code is inserted, or the part of a line that it replaces; null for a new file, and for imports. */
  readonly line: string | null;
  readonly position: 'new' | 'among the imports' | 'after' | 'before' | 'in place of';
  readonly code: string;
}

const pattern =
  /(?:Create `(?<created>[^`]+)`|In `(?<file>[^`]+)`,\s+(?:(?<imports>among the imports)|(?<position>after|before|in\s+place\s+of)\s+(?<fence>``?)(?<line>.+?)\k<fence>)):\n\n```(?:ts|md)\n(?<code>.*?)```/gs;
const stepsIn = (name: string): readonly Step[] =>
  [...textOf(name).matchAll(pattern)].map(({ groups }) => ({
    document: name,
    file: (groups!['created'] ?? groups!['file'])!,
    line: groups!['line'] ?? null,
    position: (groups!['created'] ? 'new' : (groups!['imports'] ?? groups!['position']!.replaceAll(/\s+/g, ' '))) as Step['position'],
    code: groups!['code']!,
  }));
const part = (heading: string) => document.split(/^(?=## )/m).find((text) => text.startsWith(`## ${heading}\n`))!;
const steps = stepsIn('docs/adding.md');
const queryIn = (text: string): string => /```graphql\n(.*?)```/s.exec(text)![1]!.trim();
/** The recipes that are tables of the document; their lines are in files of their own. */
const headings = {
  page: 'A page',
  object: 'A read of one object',
  lookup: 'A record looked up by id',
  mutation: 'A mutation',
};
const recipes = Object.entries(headings).map(([name, heading]) => {
  const file = `test/repository/adding/${name}.md`;
  return { name, heading, steps: stepsIn(file), query: queryIn(textOf(file)) };
});
/** The lines of "Afterwards", for the field and the list of the document. */
const afterwards = stepsIn('test/repository/adding/afterwards.md');
/** The lines of a setting, which is in no query. */
const stepsOfSetting = stepsIn('test/repository/adding/setting.md');
const rowFiles = /(\.access|\/(access-table|cost-table|find-signature)|transport\/signature)\.ts$/;
const isRow = ({ file }: Step) => rowFiles.test(file);
/** The access rows of the new type. The compiler does not see that they are missing. */
const isTypeRow = ({ file }: Step) => /\/(sponsor\.access|access-table)\.ts$/.test(file);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'adding-'));
  for (const name of [
    'src',
    'test',
    'tools',
    'docs',
    'schema',
    'examples',
    'CHANGELOG.md',
    '.env.example',
    'package.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'jest.config.js',
    'package-lock.json',
  ])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function apply({ document: recipe, file, line, position, code }: Step): void {
  const path = join(folder, file);
  if (position === 'new') {
    if (existsSync(path)) throw new Error(`${file} exists now. Choose an example that does not exist for ${recipe}.`);
    mkdirSync(dirname(path), { recursive: true });
    return writeFileSync(path, code);
  }
  // The line may be the first of the file.
  const text = `\n${readFileSync(path, 'utf8')}`;
  const anchor = position === 'among the imports' ? /^(?=import )/m : position === 'in place of' ? line! : `\n${line!}\n`;
  if (typeof anchor === 'string' && text.split(anchor).length !== 2)
    throw new Error(`${file} does not have \`${line}\` exactly once. Mend the step in ${recipe}.`);
  const inserted = {
    'among the imports': code,
    'in place of': code.replace(/\n$/, ''),
    after: `\n${line}\n${code}`,
    before: `\n${code}${line}\n`,
  };
  writeFileSync(path, text.replace(anchor, () => inserted[position]).slice(1));
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

test('every block of code belongs to a step', () => {
  const recipeFiles = readdirSync(join(__dirname, 'adding')).map((name) => `test/repository/adding/${name}`);
  for (const name of ['docs/adding.md', ...recipeFiles]) {
    expect(stepsIn(name)).toHaveLength(textOf(name).split(/```(?:ts|md)\n/).length - 1);
  }
});

/** The files of `src` that a table states something of. */
const namedFiles = (table: string) => new Set([...table.matchAll(/^\| `(src\/[^`]+)` \|(?! nothing)/gm)].map(([, file]) => file!));

test.each(recipes.filter(({ name }) => name !== 'object'))(
  'the table "$heading" in docs/adding.md has the files of src that its lines change',
  ({ heading, steps: ofRecipe }) => {
    expect(namedFiles(part(heading))).toEqual(new Set(ofRecipe.map(({ file }) => file).filter((file) => file.startsWith('src/'))));
  },
);

/** The tables of "Afterwards": for a field, and for an endpoint with what follows it. */
const [tableOfField, tableOfEndpoint] = part('Afterwards').split(/^For an endpoint, such as/m) as [string, string];
/** The files of steps, and of the rows of a table, which begin with the file. */
const filesOf = (texts: readonly string[], table: string): ReadonlySet<string> =>
  new Set([
    ...texts.flatMap((text) => [...text.matchAll(pattern)].map(({ groups }) => (groups!['created'] ?? groups!['file'])!)),
    ...[...table.matchAll(/^\| `([^`|]+)`[^|]* \|(?! nothing).* \|$/gm)].map(([, file]) => file!),
  ]);
const filesOfField = filesOf([part('A field of a record')], tableOfField);
/** A field of tickets and goods changes the same files, and those that the section names. */
const [, furtherFiles] = /^### Tickets and goods\n\n([^]*?)\n\n/m.exec(document)!;
const filesOfStockField = new Set([...filesOfField, ...[...furtherFiles!.matchAll(/`((?:src|test)\/[^`]+)`/g)].map(([, file]) => file!)]);
const filesOfList = filesOf([part('A new read'), part('Afterwards')], tableOfEndpoint);

test('the tables of "Afterwards" have the files that its lines change', () => {
  expect(new Set(afterwards.map(({ file }) => file))).toEqual(filesOf([], part('Afterwards')));
});

test('the table "A setting" in docs/adding.md has the files that its lines change', () => {
  expect(filesOf([], part('A setting'))).toEqual(new Set(stepsOfSetting.map(({ file }) => file)));
});

/** The files of what has no id: without those that state how a reference to it is found. */
const ofReferences = ['src/model/ids.ts', 'src/graph/entity-types.ts', 'src/graph/federation/entities.ts', 'test/graph/access/paths.ts'];
const filesOfObject = new Set([...filesOfList].filter((file) => !ofReferences.includes(file)));
/** The items of a list need a key for Apollo Client. */
const filesOfListWithoutIds = new Set([...filesOfObject, 'src/apollo-client/merge.ts']);

test('one object takes the files of src that a list without ids takes, but the keys for Apollo Client', () => {
  const ofObject = recipes
    .find(({ name }) => name === 'object')!
    .steps.map(({ file }) => file)
    .filter((file) => file.startsWith('src/'));
  const ofList = [...filesOfObject].filter((file) => file.startsWith('src/'));
  expect(new Set(ofObject)).toEqual(
    new Set(ofList.map((file) => file.replace(/sponsors?\b/g, (noun) => noun.replace('sponsor', 'venue')))),
  );
});

/** A record looked up by id is stated a second time as a list is, and its lines have the sample. */
const filesOfLookup = new Set([
  ...filesOf([], part('A record looked up by id')),
  ...filesOf([], tableOfEndpoint),
  ...recipes.find(({ name }) => name === 'lookup')!.steps.map(({ file }) => file),
]);

test.each<readonly [heading: string, files: ReadonlySet<string>]>([
  ['A field of a record', filesOfField],
  ['Tickets and goods', filesOfStockField],
  ['A new read', filesOfList],
  ['A list without ids', filesOfListWithoutIds],
  ['A read of one object', filesOfObject],
  ['A record looked up by id', filesOfLookup],
  ...[
    'A read with an argument',
    'A read on Query',
    'A page',
    'A personal or uncached read',
    'A mutation',
    'An operation of §4.12 becomes documented',
    'A setting',
    'A scope',
  ].map((heading) => [heading, filesOf([], part(heading))] as const),
])('the first table of docs/adding.md states how many files "%s" takes', (heading, files) => {
  const ofSource = [...files].filter((file) => file.startsWith('src/')).length;
  const [, stated, others] = new RegExp(`\\| (\\d*) ?\\| (\\d*) ?\\| \\[${heading}\\]`).exec(document)!;
  expect([stated, others].map(Number)).toEqual([ofSource, files.size - ofSource]);
});

// For a machine that is slow and busy.
jest.setTimeout(300_000);
const added = recipes.flatMap((recipe) => recipe.steps);

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

test('without the access rows of the new type the copy compiles, and does not start', () => {
  for (const step of steps) if (isRow(step) && !isTypeRow(step)) apply(step);
  expect(build()).toBe('');
  const [refusal] = /The type Sponsor has no\s+access rows\. Add it to [^"]+/.exec(document)!;
  expect(run('dist/main.js')).toContain(refusal.replaceAll(/\s+/g, ' '));
});

test('with all steps of the document, the tests that it names find the addition stated everywhere', () => {
  for (const step of [...steps.filter(isTypeRow), ...afterwards]) apply(step);
  expect(typecheck() + compile('tools')).toBe('');
  run('dist/tools/tools/docs/emit.js');
  const [, contents, sections] = /^\*\*Contents\*\*(.*?)^(## .*)/ms.exec(
    readFileSync(join(folder, 'docs/event-service-interface.md'), 'utf8'),
  )!;
  for (const [, section] of sections!.matchAll(/^### (\d.*)$/gm)) expect(contents).toContain(`[${section}](#`);
  expect(
    runSuites('test/rest', 'test/field-mapping', 'test/endpoint/endpoints', 'test/sandbox/sandbox.endpoints', 'test/graph/access/tenants'),
  ).toEqual(allPassed);
});

test('with the steps of all recipes, the queries shown work', () => {
  for (const step of [...added, ...stepsOfSetting]) apply(step);
  expect(typecheck() + build()).toBe('');
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

test('with the steps of all recipes, their tests, those of settings and the laws of all mutations pass', () => {
  const ofSteps = [...steps, ...added]
    .filter(({ file, position }) => position === 'new' && file.endsWith('.test.ts'))
    .map(({ file }) => file);
  expect(ofSteps).not.toHaveLength(0);
  expect(runSuites(...ofSteps, 'test/faults/mutations.test.ts', 'test/repository/settings', 'test/config/config.test.ts')).toEqual(
    allPassed,
  );
});

test('the formatter changes nothing but the order of imports', () => {
  const changed = [...new Set([...steps, ...afterwards, ...added, ...stepsOfSetting].map(({ file }) => file))].filter((file) =>
    file.endsWith('.ts'),
  );
  const linesOf = () => changed.map((file) => ({ file, lines: readFileSync(join(folder, file), 'utf8').split('\n').sort() }));
  const before = linesOf();
  run(join(root, 'node_modules/prettier/bin/prettier.cjs'), '--config', join(root, '.prettierrc.json'), '--write', ...changed);
  expect(linesOf()).toEqual(before);
});

test('with one of the recipes, no folder has more files than `source-files.test.ts` permits', () => {
  for (const { steps: ofRecipe } of [{ steps }, ...recipes]) expect(Math.max(...folderSizes(ofRecipe))).toBeLessThanOrEqual(25);
});

/** The numbers of files in the folders to which steps add files. */
function folderSizes(ofRecipe: readonly Step[]): readonly number[] {
  const folders = ofRecipe.filter(({ position }) => position === 'new').map(({ file }) => dirname(file));
  return folders.map((path) => {
    const before = existsSync(join(root, path))
      ? readdirSync(join(root, path), { withFileTypes: true }).filter((entry) => entry.isFile())
      : [];
    return before.length + folders.filter((other) => other === path).length;
  });
}

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
