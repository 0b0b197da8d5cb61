import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { documentedFields } from '../../src/endpoint/documented-fields.js';
import { documented } from '../../tools/coverage/documented.js';
import { filesBelow, textOf } from './files.js';

const sources = filesBelow('src').filter((path) => path.endsWith('.ts'));

/** Names of the graph, by the schema without its descriptions. A field or parameter of the service that has one is no wire name. */
const graphNames = textOf('schema/event-graph.graphql')
  .replaceAll(/"""[^]*?"""|"[^"\n]*"/g, '')
  .match(/\w+/g);

/** Ordinary words that both the wire and the code have. */
const sharedWords = ['time', 'data', 'page', 'order', 'msg', 'count', 'ticket', 'avatar', 'qrcode'];

/** Names that only the wire has: code that uses one depends on the spelling of the service. §5 has those of the signature. */
const wireNames = Object.entries({ ...documentedFields, ...documented })
  .filter(([section]) => section !== '5')
  .flatMap(([, paths]) => paths.flatMap((path) => path.match(/[a-z]\w*/gi) ?? []))
  .filter((name, index, all) => all.indexOf(name) === index && !graphNames!.includes(name) && !sharedWords.includes(name));

test('positions in a reply occur in the endpoints only', () => {
  const hasPosition = (path: string) => /['"`]\$\.\w/.test(textOf(path));
  expect(sources.filter((path) => hasPosition(path) && !path.startsWith('src/endpoint/'))).toEqual([]);
  expect(hasPosition('src/endpoint/attendee.ts')).toBe(true);
});

test('wire names occur in the endpoints and in the sandbox only; ordinary words are listed in sharedWords of this file', () => {
  expect(wireNames).toEqual(expect.arrayContaining(['pagesize', 'eamil', 'sold_num', 'sign_code']));
  const found = sources
    .filter((path) => !/^src\/(endpoint|sandbox)\//.test(path))
    .flatMap((path) => wireNames.filter((name) => new RegExp(`\\b${name}\\b`).test(textOf(path))).map((name) => `${path}: ${name}`));
  expect(found).toEqual([]);
});

test('the environment is read in one place, and by the sandbox as a program of its own', () => {
  expect(sources.filter((path) => /process\s*\.\s*env\b|process\[/.test(textOf(path)))).toEqual([
    'src/config/config.ts',
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

test('a folder has at most 25 files, besides its subfolders', () => {
  const counts = new Map<string, number>();
  for (const path of filesBelow().filter((each) => /^(src|test|tools|bench)\//.test(each))) {
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count > 25)).toEqual([]);
});

test('a source file has at most 200 lines', () => {
  const written = sources.filter((path) => !path.endsWith('.generated.ts'));
  expect(written.filter((path) => textOf(path).trimEnd().split('\n').length > 200)).toEqual([]);
});

test('every folder whose public files are listed has further files', () => {
  const rules = architectureRules().filter(({ name }) => name.startsWith('public-files-of-'));
  const hasFurtherFiles = ({ to: { path, pathNot } }: Rule) =>
    sources.some((file) => new RegExp(path!).test(file) && !new RegExp(pathNot!).test(file));
  expect(rules.length).toBeGreaterThan(5);
  expect(rules.filter((rule) => !hasFurtherFiles(rule)).map(({ name }) => name)).toEqual([]);
});

test('docs/architecture.md names for each subfolder exactly those that the rules let it import', () => {
  const rules = architectureRules().flatMap(({ comment }) => {
    const [, stage, folder, imported] = /^(\S+)\/(\S+) imports (.+) of \1, and .+ of its own files\.$/.exec(comment) ?? [];
    return stage && stage !== 'model' ? [`${stage}/${folder}: ${imported === 'no other subfolder' ? 'none' : imported}`] : [];
  });
  const rows = [...textOf('docs/architecture.md').matchAll(/^\| `([\w/-]+)` *\| (`[\w-]+`[^|]*: [^|]*?) *\|$/gm)];
  const namedInPage = rows.flatMap(([, stage, cell]) =>
    cell!.split('; ').flatMap((part) => {
      const [folders, imported] = part.split(': ');
      return folders!.split(', ').map((folder) => `${stage}/${folder.replaceAll('`', '')}: ${imported}`);
    }),
  );
  expect(rules.length).toBeGreaterThan(20);
  expect(namedInPage.toSorted()).toEqual(rules.toSorted());
});

test('docs/architecture.md names the stages that import a dependency exactly as the rules do', () => {
  const rules = architectureRules().flatMap(({ comment }) => {
    const [, library, stages] = /^(\S+) is imported in (.+) only\.$/.exec(comment) ?? [];
    return library ? [`${library}: ${stages!}`] : [];
  });
  const text = textOf('docs/architecture.md');
  const rowsOfStages = [...text.matchAll(/^\| `(\w+)` \|[^|]*\| ([^|]+) \|$/gm)];
  const alone = rowsOfStages.flatMap(([, stage, libraries]) => libraries!.split(', ').map((library) => `${library}: ${stage!}`));
  const [, sentence] = /^Several stages import ([^.]+)\./m.exec(text)!;
  const shared = sentence!.split(/;\s+/).map((part) => part.replaceAll(/[`()]/g, '').replace(/\s+/, ': ').replaceAll(/\s+/g, ' '));
  expect(rules.length).toBeGreaterThan(20);
  expect([...alone, ...shared].toSorted()).toEqual(rules.toSorted());
});

/** The first comment of a file: its indent, whether it documents a declaration, and the line below it. */
const firstComment = /^(?<indent> *)(?:\/\/.*|\/\*(?<isDoc>\*?)[^]*?\*\/)\n(?<below>.*)$/m;

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '');

/** Whether the first comment of a file describes the file, or its main declaration: one that it exports or is named after. */
function saysWhatItIs(path: string): boolean {
  const { indent, isDoc, below } = firstComment.exec(textOf(path))?.groups ?? {};
  if (below === undefined || isDoc === undefined || indent !== '') return false;
  if (isDoc === '') return true;
  // A number is a detail of the file.
  if (/\bconst \w+ = -?\d/.test(below)) return false;
  if (/^export (abstract class|class|(async )?function|\{|const )/.test(below)) return true;
  const declared = letters(/\b(?:const|function|class|interface|type) (\w+)/.exec(below)?.[1] ?? '');
  const named = letters(basename(path, '.ts'));
  return declared !== '' && (declared.includes(singular(named)) || named.includes(singular(declared)));
}
const letters = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

test('the first comment of a source file says what the file is, not what a member is; the descriptions of graph types do', () => {
  const isDescribed = (path: string) => /^src\/graph\/types\/.+\.(type|input|resolver|access)\.ts$/.test(path);
  expect(sources.filter((path) => !isDescribed(path) && !saysWhatItIs(path))).toEqual([]);
});
