import { createRequire } from 'node:module';
import { filesBelow, textOf } from './files.js';

const sources = filesBelow('src').filter((path) => path.endsWith('.ts'));

test('two files of config read the environment, and the sandbox reads its own', () => {
  expect(sources.filter((path) => /process\s*\.\s*env\b|process\[/.test(textOf(path)))).toEqual([
    'src/config/before-loading.ts',
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
