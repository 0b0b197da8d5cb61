import { createRequire } from 'node:module';
import { filesBelow, textOf } from './files.js';

const sources = filesBelow('src').filter((path) => path.endsWith('.ts'));

test('three files of config read the environment, and the sandbox reads its own', () => {
  expect(sources.filter((path) => /process\s*\.\s*env\b|process\[/.test(textOf(path)))).toEqual([
    'src/config/before-loading.ts',
    'src/config/config.ts',
    'src/config/node-options.ts',
    'src/sandbox/main.ts',
  ]);
});

/** A rule of .dependency-cruiser.cjs. */
interface Rule {
  readonly name: string;
  readonly comment: string;
  readonly to: { readonly path?: string; readonly pathNot?: string };
}
const architectureRules = () =>
  (createRequire(__filename)('../../.dependency-cruiser.cjs') as { readonly forbidden: readonly Rule[] }).forbidden;

test('every dependency has a row in the architecture rules that says where it may be imported', () => {
  const homes = architectureRules()
    .filter(({ name }) => name.startsWith('home-of-'))
    .map(({ to }) => new RegExp(to.path!));
  const declared = JSON.parse(textOf('package.json')) as Record<string, Readonly<Record<string, string>>>;
  const names = ['dependencies', 'optionalDependencies', 'peerDependencies'].flatMap((kind) => Object.keys(declared[kind]!));
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !homes.some((home) => home.test(`node_modules/${name}/index.js`)))).toEqual([]);
});

test('every folder whose public files are listed has further files', () => {
  const rules = architectureRules().filter(({ name }) => name.startsWith('public-files-of-'));
  const hasFurtherFiles = ({ to: { path, pathNot } }: Rule) =>
    sources.some((file) => new RegExp(path!).test(file) && !new RegExp(pathNot!).test(file));
  expect(rules.length).toBeGreaterThan(5);
  expect(rules.filter((rule) => !hasFurtherFiles(rule)).map(({ name }) => name)).toEqual([]);
});

test('docs/architecture.md names the stages that import a dependency exactly as the rules do', () => {
  const rules = architectureRules().flatMap(({ comment }) => {
    const [, library, folders] = /^(\S+) is imported in (.+) only\.$/.exec(comment) ?? [];
    return library ? [`${library}: ${folders!}`] : [];
  });
  const text = textOf('docs/architecture.md');
  const rowsOfStages = [...text.matchAll(/^\| `(\w+)` \|[^|]*\| ([^|]+) \|$/gm)];
  const home = (stage: string, [, library, subfolder]: readonly string[]) => `${library}: ${subfolder ? `${stage}/${subfolder}` : stage}`;
  const alone = rowsOfStages.flatMap(([, stage, libraries]) =>
    libraries!.split(', ').map((part) => home(stage!, /^(\S+)(?: \(`([\w-]+)`\))?$/.exec(part)!)),
  );
  const [, sentence] = /^Several stages import ([^.]+)\./m.exec(text)!;
  const shared = sentence!.split(/;\s+/).map((part) => part.replaceAll(/[`()]/g, '').replace(/\s+/, ': ').replaceAll(/\s+/g, ' '));
  expect(rules.length).toBeGreaterThan(20);
  expect([...alone, ...shared].toSorted()).toEqual(rules.toSorted());
});

/** The parts that docs/architecture.md lists with their lines. */
function partsWithLines() {
  const table = /^\| Part \| Where \| Lines .*?\n\n/ms.exec(textOf('docs/architecture.md'))![0];
  return [...table.matchAll(/^\| ([^|]+) \| (`[^|]+) \| ([\d,]+) \|/gm)].map(([, part, where, lines]) => ({
    part,
    stated: numberOf(lines!),
    counted: linesIn(where!.replaceAll('`', '').split(', ')),
  }));
}
const numberOf = (figure: string): number => Number(figure.replaceAll(',', ''));

function linesIn(paths: readonly string[]): number {
  const isIn = (file: string, path: string) => file.endsWith('.ts') && (file === path || file.startsWith(`${path}/`));
  const code = filesBelow('').filter((file) => paths.some((path) => isIn(file, path)));
  return code.map((file) => textOf(file).split('\n').length - 1).reduce((sum, count) => sum + count, 0);
}

test('the lines of code that docs/architecture.md states for a part are those of its files, within a fifth', () => {
  const parts = partsWithLines();
  expect(parts.length).toBeGreaterThan(10);
  expect(parts.filter(({ stated, counted }) => Math.abs(stated - counted) > counted / 5)).toEqual([]);
});

test('the lines of these parts together are the sum of their rows, in thousands', () => {
  const [, together] = /they are about ([\d,]+) of the [\d,]+ lines/.exec(textOf('docs/architecture.md'))!;
  const sum = partsWithLines().reduce((lines, { stated }) => lines + stated, 0);
  expect(numberOf(together!)).toBe(Math.round(sum / 1000) * 1000);
});

test.each([
  ['docs/architecture.md', 'the source', /of the ([\d,]+) lines\s+in `src` and `wasm`/, ['src', 'wasm']],
  ['README.md', 'the source', /about ([\d,]+) lines of source/, ['src', 'wasm']],
  ['README.md', 'the tests', /lines of source and ([\d,]+) of tests/, ['test']],
])('the lines that %s states of %s are those of the files, within a twentieth', (page, _, sentence, folders) => {
  const stated = numberOf(sentence.exec(textOf(page))![1]!);
  const counted = linesIn(folders);
  expect({ stated, counted, isClose: Math.abs(stated - counted) <= counted / 20 }).toEqual({ stated, counted, isClose: true });
});
