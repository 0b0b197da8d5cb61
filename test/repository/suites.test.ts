import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { filesBelow, textOf } from './files.js';

test('every suite that longest-first.cjs lists exists', () => {
  const suites = new Set(filesBelow('test'));
  const listed = [...textOf('test/longest-first.cjs').matchAll(/'([^']+\.test\.ts)'/g)].map(([, suite]) => `test/${suite}`);
  expect(listed.length).toBeGreaterThan(5);
  expect(listed.filter((suite) => !suites.has(suite))).toEqual([]);
});

test('test/README.md names every folder of test', () => {
  const folders = new Set(filesBelow('test').flatMap((path) => /^test\/(\w+)\//.exec(path)?.[1] ?? []));
  expect([...folders].filter((folder) => !textOf('test/README.md').includes(`\`${folder}\``) && folder !== 'support')).toEqual([]);
});

test('test/README.md lists as tested elsewhere only files without a test of their name, and names tests that exist', () => {
  const files = [...filesBelow('src'), ...filesBelow('test')];
  const [, table = ''] = /\| File \| Its tests are in \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(textOf('test/README.md')) ?? [];
  const rows = [...table.matchAll(/^\| (.+?) \| (.+) \|$/gm)];
  expect(rows.length).toBeGreaterThan(5);
  const untrue = rows.flatMap(([, listed = '', elsewhere = '']) => {
    const sources = [...listed.matchAll(/`([^`]+)\.ts`/g)].map(([, source]) => source!);
    // A folder, a file, or the beginning of names of files.
    const tests = [...elsewhere.matchAll(/`([^`*]+)/g)].map(([, path]) => path!).filter((path) => path.startsWith('test/'));
    return [
      ...sources.filter((source) => !files.includes(`src/${source}.ts`) || files.includes(`test/${source}.test.ts`)),
      ...tests.filter((path) => !files.some((file) => file.startsWith(path))),
      ...(tests.length > 0 ? [] : sources),
    ];
  });
  expect(untrue).toEqual([]);
});

/** The folders whose tests are about the program seen from one side, not about a file of src: test/README.md lists them. */
const sides =
  /^test\/(abuse|browser|clients|field-mapping|faults|federation|frozen|gateways|library|package|replicas|repository|schema|stitching|wasm)\//;

test('a test is named after the file that it tests, unless it tests the graph or the whole program', () => {
  const sources = new Set([...filesBelow('src'), ...filesBelow('wasm'), ...filesBelow('test')]);
  const misnamed = filesBelow('test').filter((path) => {
    const [, file, aspect] = /^test\/(.+?)(?:\.([\w-]+))?\.test\.ts$/.exec(path) ?? [];
    if (file === undefined || sides.test(path) || aspect === 'graph' || aspect === 'program') return false;
    // The sources of wasm are beside src; a helper of the tests is beside its test.
    const beside = ['ts', 'mjs', 'cjs'].map((extension) => `test/${file}.${extension}`);
    return ![`src/${file}.ts`, `src/${file}.${aspect}.ts`, `${file}.ts`, ...beside].some((source) => sources.has(source));
  });
  expect(misnamed).toEqual([]);
});

/** Names of products and terms, which are no identifiers. */
const terms = /\b(WebSockets?|GraphQL|GraphiQL|TypeGraphQL|GraphOS|JavaScript|TypeScript|WeChat|OpenTelemetry|npm|iOS)\b/g;

test('identifiers in the names of tests are in backticks', () => {
  const suites = filesBelow('test').filter((path) => path.endsWith('.test.ts'));
  const bare = suites.flatMap((path) =>
    [...textOf(path).matchAll(/^ *(?:(?:describe|test)(?:\.\w+)?|\]\))\(\s*(['"])((?:\\.|(?!\1)[^\\])*)\1/gm)]
      .map(([, , name]) => name!)
      .filter((name) => /\b[a-z]+([A-Z]|_[a-z])/.test(name.replace(/`[^`]*`|"[^"]*"|[/.$-]\w+/g, '').replace(terms, '')))
      .map((name) => `${path}: ${name}`),
  );
  expect(bare).toEqual([]);
});

test('suites and the programs that they start have a temporary folder of the run, which is removed at its end', () => {
  const ofProgram = execFileSync(process.execPath, ['-p', 'os.tmpdir()'], { encoding: 'utf8' }).trim();
  expect({ ofProgram, name: basename(tmpdir()) }).toEqual({ ofProgram: tmpdir(), name: expect.stringMatching(/^event-graph-tests-/) });
});
