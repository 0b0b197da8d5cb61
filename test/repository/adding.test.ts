/*
 * What docs/adding.md states about itself, without a compiler: each line that a step names is in its file, the tables have the files that the
 * steps change, and the counts are theirs. test/adding applies the steps to a copy, and compiles and runs it.
 */

import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { additions, afterwards, furtherRecipes, pattern, recipes, steps, stepsIn, withStep, type Step } from '../adding/steps.js';
import { filesBelow, textOf } from './files.js';

const document = textOf('docs/adding.md');
const part = (heading: string) => document.split(/^(?=## )/m).find((text) => text.startsWith(`## ${heading}\n`))!;

test('every block of code belongs to a step', () => {
  const recipeFiles = filesBelow('test/adding').filter((path) => path.endsWith('.md'));
  for (const name of ['docs/adding.md', ...recipeFiles]) {
    expect(stepsIn(name)).toHaveLength(textOf(name).split(/```(?:ts|md)\n/).length - 1);
  }
});

/** The files that the lines of a recipe change. */
const filesOfRecipe = (recipe: string) => new Set(recipes.find(({ name }) => name === recipe)!.steps.map(({ file }) => file));

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

test.each(Object.entries(furtherRecipes).slice(0, 2))(
  'the table "%s" in docs/adding.md has the files that its lines change',
  (heading, ofRecipe) => {
    expect(filesOf([], part(heading))).toEqual(new Set(ofRecipe.map(({ file }) => file)));
  },
);

test('the table "An error code" in docs/adding.md has the files that its lines change, and those of other kinds of codes', () => {
  expect([...filesOf([], part('An error code'))]).toEqual(expect.arrayContaining(furtherRecipes['An error code'].map(({ file }) => file)));
});

test('the table "A mutation" in docs/adding.md has the files that its lines change', () => {
  expect(filesOf([], part('A mutation'))).toEqual(filesOfRecipe('mutation'));
});

/** The files of what has no id: a class in place of an `EntityList`, and no reference to it. */
const ofReferences = ['test/graph/access/paths.ts'];
const filesOfObject = new Set([...filesOfList, 'src/domain/sponsors.ts'].filter((file) => !ofReferences.includes(file)));
/** The items of a list need a key for Apollo Client. */
const filesOfListWithoutIds = new Set([...filesOfObject, 'src/apollo-client/merge.ts']);

test('one object takes the files that a list without ids takes, but the keys for Apollo Client', () => {
  expect(filesOfRecipe('object')).toEqual(
    new Set([...filesOfObject].map((file) => file.replace(/sponsors?\b/g, (noun) => noun.replace('sponsor', 'venue')))),
  );
});

test.each<readonly [heading: string, files: ReadonlySet<string>]>([
  ['A field of a record', filesOfField],
  ['Tickets and goods', filesOfStockField],
  ['A new read', filesOfList],
  ['A list without ids', filesOfListWithoutIds],
  ['A read of one object', filesOfObject],
  ['A record looked up by id', filesOfRecipe('lookup')],
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

test('each line that a step names is in its file exactly once, and what a step creates is not there', () => {
  const files = new Map<string, string>();
  const textBefore = (file: string) => files.get(file) ?? (existsSync(file) ? textOf(file) : null);
  const applyAll = () => {
    for (const step of [...steps, ...additions]) files.set(step.file, withStep(textBefore(step.file), step));
  };
  expect(applyAll).not.toThrow();
});

test('with one of the recipes, no folder has more files than `source-files.test.ts` permits', () => {
  for (const { steps: ofRecipe } of [{ steps }, ...recipes]) expect(Math.max(...folderSizes(ofRecipe))).toBeLessThanOrEqual(25);
});

/** The numbers of files in the folders to which steps add files. */
function folderSizes(ofRecipe: readonly Step[]): readonly number[] {
  const folders = ofRecipe.filter(({ position }) => position === 'new').map(({ file }) => dirname(file));
  return folders.map((path) => {
    const before = existsSync(path) ? readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isFile()) : [];
    return before.length + folders.filter((other) => other === path).length;
  });
}
