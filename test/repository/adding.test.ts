/*
 * What docs/adding.md, its pages and the recipes state, without a compiler: each line that a step names is in its file, the tables have files
 * that the steps change. test/adding applies the steps to a copy, and compiles and runs it.
 */

import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FieldAddition } from '../../tools/adding/field-steps.js';
import { fieldPlan } from '../../tools/adding/field.js';
import { inventedIn } from '../../tools/adding/invented-lines.js';
import { nameOf, renaming } from '../../tools/adding/names.js';
import { exampleFields, planOf, type Addition, type Files, type NamedAddition } from '../../tools/adding/plan.js';
import { addedRecipes, examples, readRecipe, recipeNames, type AddedRecipe, type RecipeName } from '../../tools/adding/recipes.js';
import { Refusal } from '../../tools/adding/refusal.js';
import { stepsIn, withStep, type Step } from '../../tools/adding/steps.js';
import { suitesIn, suitesOfFieldIn } from '../../tools/adding/suites.js';
import { undecidedIn } from '../../tools/adding/undecided-points.js';
import { plannedAdditions } from '../adding/additions.js';
import { filesBelow, textOf } from './files.js';

const pages = filesBelow('docs/adding');
const documents = ['docs/adding.md', ...pages, ...filesBelow('tools/adding/recipes')];
const part = (heading: string) =>
  pages.flatMap((page) => textOf(page).split(/^(?=## )/m)).find((text) => text.startsWith(`## ${heading}\n`))!;
const recipes = recipeNames.map((name) => readRecipe(name));
/** The recipe of a link creates the resolver class of a type, so it is applied only while the type has none. */
const firstLink = 'src/graph/types/schedule/schedule-item.resolver.ts';
const isFirstLink = !existsSync(firstLink);
const appliedSteps = recipes.filter(({ name }) => name !== 'link' || isFirstLink).flatMap(({ steps }) => steps);

const noChanges: ReadonlyMap<string, string> = new Map();
const filesWith = (changes: ReadonlyMap<string, string>): Files => ({
  textOf: (file) => changes.get(file) ?? (existsSync(file) ? textOf(file) : null),
  sources: () => [...new Set([...filesBelow('src'), ...changes.keys()])].filter((file) => /^src\/.*\.ts$/.test(file)),
});

/** The additions whose commands the documents show. */
const shown: readonly Addition[] = ['CONTRIBUTING.md', ...documents].flatMap((path) =>
  [...textOf(path).matchAll(/npm run add -- (?:field (\w+)\.(\w+) (\w+!?)|([\w-]+) (\w+))/g)].map(
    ([, owner, field, type, recipe, name]): Addition =>
      owner === undefined ? { recipe: recipe as AddedRecipe, name: name! } : { recipe: 'field', owner, field: field!, type: type! },
  ),
);
/** Returns why an addition is refused, or null. A page is planned after its list. */
function refusalOf(addition: Addition): string | null {
  try {
    const list = addition.recipe === 'page' ? planOf({ ...addition, recipe: 'list' }, filesWith(noChanges)).changes : noChanges;
    planOf(addition, filesWith(list));
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
test('docs/adding.md lists the names that the recipes reserve', () => {
  const [listed] = /- \*\*Reserved names\*\*[^]*?\. /.exec(textOf('docs/adding.md'))!;
  const names = [...listed.matchAll(/`([\w.]+)`/g)].map(([, name]) => name!);
  expect(new Set(names)).toEqual(new Set([...Object.values(examples), ...exampleFields]));
});

/** The refusal of a command that someone has already run in this working tree. */
const isThereAlready = /^src\/\S+\.ts exists\.|^\w+\.\w+ exists\.|^\w+ exists in src\/(config\/settings|model\/errors)\.ts\./;

test('each command that a document shows is one that the repository permits, and each recipe has one', () => {
  const refusals = shown.map(refusalOf).filter((refusal) => refusal !== null);
  expect(refusals.filter((refusal) => !isThereAlready.test(refusal))).toEqual([]);
  expect(new Set(shown.map(({ recipe }) => recipe))).toEqual(new Set([...addedRecipes, 'field']));
});

/** The files of a recipe, with the name that the documents have in the place of that of the example. */
const filesOfRecipe = (name: RecipeName): ReadonlySet<string> => {
  const addition = shown.find((one): one is NamedAddition => one.recipe !== 'field' && one.recipe === name);
  // The files of a mutation have its noun only.
  const nounOf = (text: string) => nameOf(name === 'mutation' ? text.replace(/^[a-z]+/, '') : text);
  const renamed = addition ? renaming(nounOf(examples[addition.recipe]), nounOf(addition.name)) : (file: string) => file;
  return new Set(recipes.find((recipe) => recipe.name === name)!.steps.map(({ file }) => renamed(file, 'path')));
};

test('every block of code of a recipe belongs to a step', () => {
  for (const name of filesBelow('tools/adding/recipes')) {
    expect(stepsIn(name, textOf(name))).toHaveLength(textOf(name).split(/```(?:ts\n|md\n|graphql\n(?=#))/).length - 1);
  }
});

/** The files that the rows of a table begin with. */
const filesOf = (table: string): ReadonlySet<string> =>
  new Set([...table.matchAll(/^\| `([^`|]+)`[^|]* \|(?! nothing).* \|$/gm)].map(([, file]) => file!));

test.each<readonly [heading: string, recipe: RecipeName]>([
  ['A field of a record', 'field'],
  ['A list of records without ids inside a record', 'nested'],
  ['A list of entities', 'list'],
  ['A list without ids', 'list-without-ids'],
  ['A record looked up by id', 'lookup'],
  ['A personal or uncached read', 'personal-list'],
  ['A page', 'page'],
  ['A mutation', 'mutation'],
  ['A setting', 'setting'],
  ['A scope', 'scope'],
  ['A signature algorithm', 'signature'],
])('the table "%s" has files that its lines change, and no others', (heading, recipe) => {
  const [table] = /^\| File \|(?:.*\n)+?(?=\n)/m.exec(part(heading))!;
  expect(filesOf(table).size).toBeGreaterThan(3);
  // A vector is the only line that someone else must compute.
  const byHand = new Set(recipe === 'signature' ? ['test/transport/signature.test.ts'] : []);
  expect([...filesOf(table)].filter((file) => !filesOfRecipe(recipe).has(file) && !byHand.has(file))).toEqual([]);
});

test('the table "A field that leads to a record of another list" has files that its lines change', () => {
  const files = filesOfRecipe('link');
  expect([...filesOf(part('A field that leads to a record of another list'))].filter((file) => !files.has(file))).toEqual([]);
});

test('one object takes the files that a list without ids takes, but the keys for Apollo Client', () => {
  const ofList = [...filesOfRecipe('list-without-ids')].filter((file) => file !== 'src/apollo-client/merge.ts');
  const plurals = new Set(['src/domain/menus.ts']);
  const ofObject = ofList.map((file) => (plurals.has(file) ? file : file.replace('menus', 'menu')).replaceAll('menu', 'caterer'));
  expect(filesOfRecipe('object')).toEqual(new Set(ofObject));
});

test('docs/adding.md states how many files a list of entities changes, and the numbers of its groups add up', () => {
  const { size } = filesOfRecipe('list');
  const [section] = /^## How many files a list changes\n[^]*?(?=^## )/m.exec(textOf('docs/adding.md'))!;
  const numbers = [...section.matchAll(/^\|[^|]+\| (\d+) \|/gm)].map(([, number]) => Number(number));
  expect(numbers.reduce((sum, number) => sum + number, 0)).toBe(size);
  expect(section).toContain(`A list of entities changes ${size} files.`);
});

test('each line that a step names is in its file exactly once, and what a step creates is not there', () => {
  const changes = new Map<string, string>();
  const { textOf: textBefore } = filesWith(changes);
  const applyAll = () => {
    for (const step of appliedSteps) changes.set(step.file, withStep(textBefore(step.file), step));
  };
  expect(applyAll).not.toThrow();
});

test.each<readonly [recipe: RecipeName, addition: FieldAddition]>([
  ['field', { recipe: 'field', owner: 'Category', field: 'color', type: 'String' }],
  ['link', { recipe: 'field', owner: 'ScheduleItem', field: 'ticket', type: 'TicketItem' }],
])('the lines of the recipe "%s" are those that the command writes', (name, addition) => {
  const inFile = ({ file, line, position, code }: Step) => ({ file, line, position, code });
  const shownSteps = recipes.find((recipe) => recipe.name === name)!.steps;
  const files = filesWith(noChanges);
  const written = fieldPlan(addition, isFirstLink ? files : { textOf: (file) => (file === firstLink ? null : files.textOf(file)) }).steps;
  // A line in place of which code belongs is changed by the first link.
  const compared = (steps: readonly Step[]) => steps.map(inFile).filter(({ position }) => isFirstLink || position !== 'in place of');
  expect(compared(written)).toEqual(compared(shownSteps));
});

test('each undecided point of a recipe is about a line that it writes, or about one that exists', () => {
  for (const { steps, undecidedPoints, name } of recipes) {
    expect([name, undecidedPoints.length > 0]).toEqual([name, name in examples]);
    for (const { file, line } of undecidedPoints) {
      const written = steps.filter((step) => step.file === file && step.code.split('\n').includes(line));
      const present = existsSync(file)
        ? textOf(file)
            .split('\n')
            .filter((one) => one === line)
        : [];
      expect([file, line, written.length === 0 ? present.length : written.length]).toEqual([file, line, 1]);
    }
  }
});

test.each(plannedAdditions.filter(({ recipe }) => recipe === 'list' || recipe === 'field').slice(0, 3))(
  'a comment on its own line is at each place that an addition leaves to decide, and without these lines nothing is left',
  (addition) => {
    const list = planOf({ recipe: 'list', name: 'SampleNoun' }, filesWith(noChanges)).changes;
    const { changes } = planOf(addition, filesWith(addition.recipe === 'field' ? list : noChanges));
    const filesWithComments = [...changes].filter(([file, text]) => undecidedIn(file, text).length > 0).map(([file]) => file);
    expect(filesWithComments).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^src\/endpoint\//),
        expect.stringMatching(/^tools\/field-mapping\//),
        'docs/event-service-interface.md',
        ...(addition.recipe === 'list' ? ['CHANGELOG.md'] : []),
      ]),
    );
    for (const [file, text] of changes) {
      const decided = text.split('\n').filter((line) => !/^ *(\/\/|<!--) TO DECIDE: /.test(line));
      expect(decided.join('\n')).not.toContain('TO DECIDE');
      expect(undecidedIn(file, decided.join('\n'))).toEqual([]);
    }
  },
);

test('a comment stands above its line with the indentation of the line, and below a heading or a table', () => {
  const { changes } = planOf({ recipe: 'list', name: 'SampleNoun' }, filesWith(noChanges));
  expect(changes.get('src/model/content-kind.ts')).toMatch(/^ {2}\/\/ TO DECIDE: .*\n {2}sampleNouns: /m);
  expect(changes.get('docs/event-service-interface.md')).toMatch(/^### 4\.12 .*\n\n<!-- TO DECIDE: .* -->\n/m);
  const table = /^\| Field \| Type \| Meaning \|\n\|---\|---\|---\|\n(?:\| `\w+` \|.*\n)+<!-- TO DECIDE: the members, .* -->\n$/m;
  const [section] = /^### \S+ Sample noun\n[^]*?(?=^#)/m.exec(changes.get('docs/event-service-interface.md')!)!;
  expect(section).toMatch(table);
  const field = planOf({ recipe: 'field', owner: 'Category', field: 'slogan', type: 'String' }, filesWith(noChanges)).changes;
  expect(field.get('docs/event-service-interface.md')).toMatch(
    /^\| `slogan` \|.*\n<!-- TO DECIDE: the type and the meaning of `slogan`\. -->$/m,
  );
  expect(undecidedIn('src/a.ts', 'one\n  // TO DECIDE: this.\n')).toEqual(['src/a.ts:2: this.']);
  expect(undecidedIn('docs/a.md', '<!-- TO DECIDE: that. -->\n')).toEqual(['docs/a.md:1: that.']);
});

test('a field is the last row of the table of its record, also while the comments of the record and of other fields are left', () => {
  const interfacePage = 'docs/event-service-interface.md';
  let changes = new Map(planOf({ recipe: 'list', name: 'SampleNoun' }, filesWith(noChanges)).changes);
  for (const field of ['firstCount', 'secondCount'])
    changes = new Map([...changes, ...planOf({ recipe: 'field', owner: 'SampleNoun', field, type: 'Int' }, filesWith(changes)).changes]);
  const [table] = /^\|.*\n(?:\|.*\n)+(?=<!-- TO DECIDE: the type and the meaning of `second_count`)/m.exec(changes.get(interfacePage)!)!;
  expect(table.split('\n').map((row) => row.split(' | ')[0])).toEqual([
    '| Field',
    '|---|---|---|',
    '| `id`',
    '| `name`',
    '| `website`',
    '| `first_count`',
    '| `second_count`',
    '',
  ]);
  // A comment between the header and the delimiter is not the end of the rows.
  expect(
    withStep('### A\n\n| a |\n<!-- c -->\n|:-:|\n| b |\n\n| other |\n|---|\n', {
      document: 'docs/a.md',
      file: 'docs/b.md',
      line: '### A',
      position: 'at the end of',
      code: '| c |\n',
    }),
  ).toContain('\n| b |\n| c |\n\n| other |');
});

test('every line that an addition wrote with its path, or with a member of its record, is printed', () => {
  const { changes, steps } = planOf({ recipe: 'list', name: 'SampleNoun' }, filesWith(noChanges));
  const items = inventedIn(steps, (file) => changes.get(file)!).split('\n');
  const placesIn = (item: string) => [...item.matchAll(/`([^:`]+):([\d,]+)`/g)].map(([, file, numbers]) => [file!, numbers!] as const);
  const [path, name, website, id] = items;
  expect(path).toMatch(/^- The path, \/api\/sample-noun\/getList: /);
  expect(
    [path, name, website].map((item) =>
      placesIn(item!)
        .map(([file]) => file)
        .toSorted(),
    ),
  ).toEqual([
    [
      'docs/event-service-interface.md',
      'src/endpoint/sample-noun.ts',
      'src/sandbox/endpoints/sample-noun.ts',
      'test/endpoint/samples.ts',
      'test/graph/types/sample-noun/sample-noun.type.test.ts',
    ],
    ...Array.from({ length: 2 }, () => [
      'docs/event-service-interface.md',
      'schema/operations/sample-nouns.graphql',
      'src/endpoint/sample-noun.ts',
      'src/graph/types/sample-noun/sample-noun.access.ts',
      'src/graph/types/sample-noun/sample-noun.type.ts',
      'src/model/sample-noun.ts',
      'src/sandbox/endpoints/sample-noun.ts',
      'test/endpoint/samples.ts',
      'test/graph/types/sample-noun/sample-noun.type.test.ts',
      'tools/field-mapping/sample-noun.ts',
    ]),
  ]);
  expect(id).toMatch(/^- The id, which is that of a record of the sandbox: `test\/graph\/access\/paths\.ts:\d+`$/);
  for (const item of items)
    for (const [file, numbers] of placesIn(item))
      for (const number of numbers.split(','))
        expect(changes.get(file)!.split('\n')[Number(number) - 1]).toMatch(
          /api\/sample-noun\/getList|\bname\b|\bwebsite|SampleNoun: 'sampleNoun:1001:2'/,
        );
});

test('each recipe can be applied under two further names, one after the other, and its example is still free then', () => {
  const changes = new Map<string, string>();
  for (const addition of plannedAdditions) for (const [file, text] of planOf(addition, filesWith(changes)).changes) changes.set(file, text);
  const { textOf: textBefore } = filesWith(changes);
  for (const step of appliedSteps) changes.set(step.file, withStep(textBefore(step.file), step));

  expect(changes.get('src/endpoint/sample-noun.ts')).toMatch(/4\.\d+: the sample nouns of an activity\./);
  expect(changes.get('src/graph/types/invented-part/invented-part.access.ts')).toContain(
    '/* Who may read the fields of an invented part. */',
  );
  expect(changes.get('docs/event-service-interface.md')).toMatch(/^### 4\.\d+ Chaos$/m);
  expect(changes.get('src/graph/types/sample/sample.resolver.ts')).toContain('async inventSample(');
  expect(changes.get('schema/operations/sample-noun-page.graphql')).toMatch(
    /^# The first of the sample nouns, [^]*query SampleNounPage\([^]* sampleNounPage\(/,
  );
});

test.each<readonly [what: string, addition: Addition, message: string]>([
  ['a noun that has files', { recipe: 'list', name: 'Article' }, 'src/model/article.ts exists.'],
  ['a noun that has files, without a plural', { recipe: 'list', name: 'Category' }, 'src/model/category.ts exists.'],
  [
    'a type of the graph',
    { recipe: 'list', name: 'ActivityUserError' },
    'activityUserErrorAccess exists in src/graph/types/user-error/user-error.access.ts.',
  ],
  [
    'a handler of the sandbox',
    { recipe: 'list', name: 'Exhibitor' },
    'listExhibitors exists in src/sandbox/undocumented-endpoints/exhibitor.ts.',
  ],
  [
    'a path of the sandbox',
    { recipe: 'list', name: 'Guest' },
    'The sandbox has the path /api/guest/getList in src/sandbox/undocumented-endpoints/speaker.ts.',
  ],
  ...['Date', 'Json', 'Int', 'Node', 'Promise', 'Omit', 'Partial', 'Required'].map(
    (name) => [`a list of ${name}`, { recipe: 'list', name }, `${name} is the name of a type`] as const,
  ),
  ['a list of Package', { recipe: 'list', name: 'Package' }, '"package" is a reserved word of JavaScript.'],
  ['a mutation of Package', { recipe: 'mutation', name: 'sendPackage' }, '"package" is a reserved word of JavaScript.'],
  ['a lookup of Case', { recipe: 'lookup', name: 'Case' }, '"case" is a reserved word of JavaScript.'],
  ['a setting', { recipe: 'setting', name: 'MAX_TOKENS' }, 'MAX_TOKENS exists in src/config/settings.ts.'],
  ['an error code', { recipe: 'error-code', name: 'OUTCOME_UNKNOWN' }, 'OUTCOME_UNKNOWN exists in src/model/errors.ts.'],
  [
    'a field of an unknown type',
    { recipe: 'field', owner: 'Hal', field: 'size', type: 'Int' },
    'The graph has no type "Hal". If the service has such records, add them first, as npm run add -- list Hall does.',
  ],
  [
    'a field of a part of a record',
    { recipe: 'field', owner: 'ScheduleLive', field: 'size', type: 'Int' },
    'Add the field by hand, where the files of that record have ScheduleLive: docs/adding/field.md#a-field-of-a-part-of-a-record. ',
  ],
  [
    'a field of Activity',
    { recipe: 'field', owner: 'Activity', field: 'size', type: 'Int' },
    'A field of Activity is a read or a write: add a list, an object, a lookup or a mutation (docs/adding.md#all-additions).',
  ],
  ['a field of goods', { recipe: 'field', owner: 'Goods', field: 'size', type: 'Int' }, 'npm run add writes no fields of Goods.'],
  [
    'a link of goods',
    { recipe: 'field', owner: 'Goods', field: 'ticket', type: 'TicketItem' },
    'Goods.ticket leads to another record: its resolver and its cost row are as in tools/adding/recipes/link.md.',
  ],
  [
    'a field of an unknown kind',
    { recipe: 'field', owner: 'Category', field: 'size', type: 'Float' },
    'docs/adding/field.md#kinds-of-fields shows the lines.',
  ],
  ['a field that exists', { recipe: 'field', owner: 'Category', field: 'intro', type: 'Int' }, 'Category.intro exists.'],
  ['a field with a resolver', { recipe: 'field', owner: 'Category', field: 'children', type: 'Int' }, 'Category.children exists.'],
  [
    'a field in another spelling',
    { recipe: 'field', owner: 'Category', field: 'seat_count', type: 'Int' },
    'A field cannot have the name "seat_count". Spell it like `seatCount`',
  ],
  [
    'a field of a member that another field has',
    { recipe: 'field', owner: 'Category', field: 'size', type: 'Int', key: 'count' },
    '§2.5 of docs/event-service-interface.md has `count`',
  ],
  [
    'a link of attendees',
    { recipe: 'field', owner: 'Attendee', field: 'ticket', type: 'TicketItem' },
    'does not require content:read for Attendee',
  ],
  [
    'a link to attendees',
    { recipe: 'field', owner: 'Category', field: 'author', type: 'Attendee' },
    'No list of content has the records of',
  ],
  ['a link to its own list', { recipe: 'field', owner: 'Category', field: 'twin', type: 'Category' }, 'as Category.children'],
  [
    'the name of the example',
    { recipe: 'lookup', name: 'Badge' },
    'Choose another name, or rename the example first (docs/adding.md#the-command).',
  ],
  ['a name in another spelling', { recipe: 'mutation', name: 'Reminder' }, 'Spell it like `sendInvitation`.'],
  ['a noun in lower case', { recipe: 'list', name: 'shuttle' }, 'Spell it like `Hall`: begin with a capital letter.'],
  [
    'an abbreviation in capitals',
    { recipe: 'list', name: 'QRCode' },
    'Spell it like `Hall`. Write an abbreviation as a word, as in `QrCode`.',
  ],
  ...['Bus', 'Box', 'Quiz', 'Lunch', 'Dish', 'Gallery'].map(
    (name) => [`a list of ${name} without a plural`, { recipe: 'list', name }, `State the plural of ${name} with --plural`] as const,
  ),
  ['a mutation of a noun without a plural', { recipe: 'mutation', name: 'bookGallery' }, 'State the plural of bookGallery with --plural'],
  [
    'a list without ids whose plural is its name',
    { recipe: 'list-without-ids', name: 'Fauna', plural: 'Fauna' },
    'The plural of Fauna must differ from it, as in --plural FaunaRecords',
  ],
  ['a page of a list that was not added so', { recipe: 'page', name: 'Article' }, 'Activity.articles does not read an `EntityList`'],
  ['a page before its list', { recipe: 'page', name: 'SampleNoun' }, 'Add the list first: npm run add -- list SampleNoun'],
])('%s is refused', (_, addition, message) => {
  expect(() => planOf(addition, filesWith(noChanges))).toThrow(Refusal);
  expect(() => planOf(addition, filesWith(noChanges))).toThrow(message);
});

test.each([
  ['polishCount', 'Int', 'The polish count; null if empty.'],
  ['vanishesAt', 'DateTime', 'When it vanishes; null if the service has none.'],
  ['polishedOffAt', 'DateTime', 'When it was polished off; null if the service has none.'],
  ['polishTime', 'DateTime', 'The polish time; null if the service has none.'],
])('a field %s of the type %s is described as "%s"', (field, type, description) => {
  const { changes } = planOf({ recipe: 'field', owner: 'Category', field, type }, filesWith(noChanges));
  expect(changes.get('src/graph/types/category/category.type.ts')).toContain(`'${description}'`);
});

test('a field has an entry in the changelog unless its type is new since the last release', () => {
  const list = planOf({ recipe: 'list', name: 'SampleNoun' }, filesWith(noChanges)).changes;
  const entryOf = (owner: string) =>
    planOf({ recipe: 'field', owner, field: 'slogan', type: 'String' }, filesWith(list)).changes.get('CHANGELOG.md');
  expect(entryOf('Category')).toContain('\n- **Category**: `Category.slogan`.\n');
  expect(entryOf('SampleNoun')).toBeUndefined();
});

test('no document shows the field that the next tests add, so that readers may try every command that they see', () => {
  expect(shown.map((addition) => ('field' in addition ? addition.field : addition.name))).not.toContain('slogan');
});

test.each<readonly [owner: string, line: string]>([
  ['Category', "    slogan: id % 2 === 0 ? '' : `Slogan ${id}`,"],
  ['Article', "    slogan: fields.id % 2 === 0 ? '' : `Slogan ${fields.id}`,"],
  ['FormField', "    slogan: (index + 1) % 2 === 0 ? '' : `Slogan ${(index + 1)}`,"],
  ['ScheduleItem', "    slogan: id % 2 === 0 ? '' : `Slogan ${id}`,"],
  ['Attendee', "    slogan: id % 2 === 0 ? '' : `Slogan ${id}`,"],
])('in the sandbox, a new field of %s differs between records, and is empty in some', (owner, line) => {
  const { changes } = planOf({ recipe: 'field', owner, field: 'slogan', type: 'String' }, filesWith(noChanges));
  expect([...changes].filter(([file, text]) => file.startsWith('src/sandbox/') && text.includes(`${line}\n`))).toHaveLength(1);
});

test('in the sandbox, attendee 700001 has a value in a new field, and attendees with no more than a name and a mobile number have none', () => {
  const { changes } = planOf({ recipe: 'field', owner: 'Attendee', field: 'slogan', type: 'String' }, filesWith(noChanges));
  const valueIn = (record: RegExp) => record.exec(changes.get('src/sandbox/seed/notable-attendees.ts')!)?.[1];
  expect(valueIn(/^const complete = [^]*?^ {2}slogan: (.*),\n\}\);$/m)).toBe("'Example'");
  expect(valueIn(/^const onlyNameAndMobile: [^]*?^ {2}slogan: (.*),\n\};$/m)).toBe("''");
});

test.each<readonly [owner: string, file: string, spread: string]>([
  ['Article', 'src/sandbox/seed/articles.ts', '...fields'],
  ['FormField', 'src/sandbox/seed/form-fields.ts', '...field'],
])('in the sandbox, a new field of %s has the value that its record states, if any', (owner, file, spread) => {
  const { changes } = planOf({ recipe: 'field', owner, field: 'slogan', type: 'String' }, filesWith(noChanges));
  expect(changes.get(file)).toMatch(new RegExp(`^    slogan: .*\\n    ${spread.replaceAll('.', '\\.')},$`, 'm'));
});

test.each(['src/sandbox/seed/sample-nouns.ts', 'src/sandbox/seed/sample-noun.ts'])(
  'a field is added to the record of the sandbox also if it was moved to %s',
  (moved) => {
    const changes = new Map(planOf({ recipe: 'list', name: 'SampleNoun' }, filesWith(noChanges)).changes);
    const handler = 'src/sandbox/endpoints/sample-noun.ts';
    const [before, record] = changes.get(handler)!.split('const record = ');
    changes.set(handler, before!).set(moved, `export const record = ${record!}`);
    const field = { recipe: 'field', owner: 'SampleNoun', field: 'motto', type: 'String' } as const;
    expect(planOf(field, filesWith(changes)).changes.get(moved)).toMatch(
      /\{\n {2}id,[^]*?\n(?: {2}\/\/ .*\n)? +motto: id % 2 === 0 \? '' : `Motto \$\{id\}`,\n\}/,
    );
    changes.set(moved, '');
    expect(() => planOf(field, filesWith(changes))).toThrow(/^None of .*sample-nouns\.ts.* has `const record = `/);
  },
);

test('a record that was moved is found by the plural that the list was added with', () => {
  const list = { recipe: 'list', name: 'SampleBus', plural: 'SampleBuses' } as const;
  const changes = new Map(planOf(list, filesWith(noChanges)).changes);
  const [handler, moved] = ['src/sandbox/endpoints/sample-bus.ts', 'src/sandbox/seed/sample-buses.ts'];
  const [before, record] = changes.get(handler)!.split('const record = ');
  changes.set(handler, before!).set(moved, `export const record = ${record!}`);
  const field = { recipe: 'field', owner: 'SampleBus', field: 'motto', type: 'String' } as const;
  expect(planOf(field, filesWith(changes)).changes.get(moved)).toContain("motto: id % 2 === 0 ? '' : `Motto ${id}`,");
});

test('a field is added to the record of the sandbox also if the parameters of the record have lines of their own', () => {
  const changes = new Map(planOf({ recipe: 'list', name: 'SampleNoun' }, filesWith(noChanges)).changes);
  const handler = 'src/sandbox/endpoints/sample-noun.ts';
  changes.set(
    handler,
    changes.get(handler)!.replace(/const record = .*/, 'const record = ({\n  id,\n  name,\n}: {\n  readonly id: number;\n}) => ({'),
  );
  const field = { recipe: 'field', owner: 'SampleNoun', field: 'motto', type: 'String' } as const;
  expect(planOf(field, filesWith(changes)).changes.get(handler)).toMatch(/=> \(\{\n[^}]*motto: .*`Motto \$\{id\}`,\n\}\);/);
});

test('a file without the line beside which code belongs is refused', () => {
  const [file, line] = ['docs/event-service-interface.md', '## 3. Codes of states'];
  const changes = new Map([[file, textOf(file).replace(`${line}\n`, '')]]);
  expect(() => planOf({ recipe: 'list', name: 'SampleNoun' }, filesWith(changes))).toThrow(
    `${file} does not have \`${line}\` exactly once.`,
  );
});

describe('with two additions of each recipe', () => {
  const changes = new Map<string, string>();
  beforeAll(() => {
    for (const addition of plannedAdditions)
      for (const [file, text] of planOf(addition, filesWith(changes)).changes) changes.set(file, text);
  });
  const namesIn = (file: string, pattern: RegExp, text = changes.get(file)!) => [...text.matchAll(pattern)].map(([, name]) => name!);

  test.each([
    ['src/endpoint/documented-endpoints.ts', /^export \{.* from '\.\/([\w-]+)\.js';$/gm, 'sample-part'],
    ['src/sandbox/served-endpoints.ts', /^export \{.* from '\.\/endpoints\/([\w-]+)\.js';$/gm, 'sample-part'],
    ['tools/field-mapping/rows-by-noun.ts', /^export \{.* from '\.\/([\w-]+)\.js';$/gm, 'sample-part'],
    ['src/rest.ts', /^export type \{[^}]*\} from '\.\/model\/([\w-]+)\.js';$/gm, 'sample-part'],
    ['src/apollo-client/merge.ts', /^ {2}([A-Z]\w+): \(\{/gm, 'SampleItem'],
  ])('%s is in alphabetical order', (file, pattern, added) => {
    const names = namesIn(file, pattern);
    expect(names).toContain(added);
    expect(names).toEqual(names.toSorted());
  });

  test('the fields of Activity have one order in the resolver, the access rows and the cost rows, and new ones are at its end', () => {
    const [rows] = /^const activity: [^]*?^\};/m.exec(changes.get('src/graph/cost/cost-table.ts')!)!;
    const inCostTable = namesIn('', /^ {2}(\w+): /gm, rows);
    const fieldsWith = (text: (file: string) => string | null) =>
      ['activity-attendees', 'activity'].flatMap((name) =>
        namesIn('', /^ {2}(?:async )?(\w+)\(/gm, text(`src/graph/types/activity/${name}.resolver.ts`)!),
      );
    const before = fieldsWith(textOf);
    expect(inCostTable.slice(0, before.length)).toEqual(before);
    expect(inCostTable).toContain('samplePart');
    expect(fieldsWith(filesWith(changes).textOf)).toEqual(inCostTable);
    expect(namesIn('src/graph/types/activity/activity.access.ts', /^ {4}(\w+): /gm)).toEqual(['id', ...inCostTable]);
  });
});

test('no line beside which code belongs is one that an addition writes, so each may be changed afterwards', () => {
  const lines = addedRecipes.flatMap((name) =>
    readRecipe(name).steps.flatMap(({ line }) =>
      line === null ? [] : [{ line, renamed: renaming(nameOf(examples[name]), nameOf('Other'))(line, 'ts') }],
    ),
  );
  expect(lines.filter(({ line, renamed }) => line !== renamed)).toEqual([]);
});

test.each<readonly [what: string, unreleased: string, entry: string]>([
  [
    'lands under Unreleased even when a released section follows',
    '### Added\n\n- One.\n\n### Fixed\n\n- Two.\n',
    '### Added\n\n- One.\n- **Sample nouns**',
  ],
  [
    'lands in the first group of Added',
    '### Added\n\n#### Graph\n\n- One.\n\n#### Access\n\n- Two.\n',
    '#### Graph\n\n- One.\n- **Sample nouns**',
  ],
  ['has a heading even when nothing is unreleased', '', '## [Unreleased]\n\n### Added\n\n- **Sample nouns**'],
])('an entry of the changelog %s', (_, unreleased, entry) => {
  const released = '\n## [1.0.0]\n\n### Added\n\n- Three.\n';
  const before = `# Changelog\n\n## [Unreleased]\n${unreleased === '' ? '' : `\n${unreleased}`}${released}`;
  const { changes } = planOf({ recipe: 'list', name: 'SampleNoun' }, filesWith(new Map([['CHANGELOG.md', before]])));
  const text = changes.get('CHANGELOG.md')!.replace(/^<!-- .*\n/m, '');
  expect(text).toContain(entry);
  expect(text.endsWith(released)).toBe(true);
});

test('a page is added to a list whose description, scope and cost were changed', () => {
  const changes = new Map(planOf({ recipe: 'list', name: 'SampleNoun' }, filesWith(noChanges)).changes);
  const replace = (file: string, from: string, to: string) => {
    const text = changes.get(file)!;
    expect(text).toContain(from);
    changes.set(file, text.replace(from, to));
  };
  replace('src/graph/types/activity/activity.resolver.ts', "description: 'The sample nouns.'", "description: 'The nouns by name.'");
  replace('src/graph/types/activity/activity.access.ts', "sampleNouns: 'content:read'", "sampleNouns: 'content:meeting'");
  replace(
    'src/graph/cost/cost-table.ts',
    "sampleNouns: content('sampleNouns'),",
    "sampleNouns: { ...content('sampleNouns'), size: 'assumed' },",
  );
  expect(
    planOf({ recipe: 'page', name: 'SampleNoun' }, filesWith(changes)).changes.get('src/graph/types/activity/activity.resolver.ts'),
  ).toContain('async sampleNounPage(');
});

test('the suites that the command prints, for a field and for any addition, are in afterwards.md and exist', () => {
  const page = textOf('docs/adding/afterwards.md');
  const [ofField, ofAll] = [suitesOfFieldIn(page), suitesIn(page)];
  expect(ofField).toContain('test/field-mapping');
  expect(ofAll.length).toBeGreaterThan(ofField.length);
  const tests = filesBelow('test');
  for (const suite of [...ofField, ...ofAll]) expect([suite, tests.some((file) => file.startsWith(suite))]).toEqual([suite, true]);
});

test('with one of the recipes, no folder has more files than `source-files.test.ts` permits', () => {
  for (const { steps } of recipes) expect(Math.max(0, ...folderSizes(steps))).toBeLessThanOrEqual(25);
});

/** The numbers of files in the folders of code to which steps add files. */
function folderSizes(ofRecipe: readonly Step[]): readonly number[] {
  const created = ofRecipe.filter(({ position, file }) => position === 'new' && !file.startsWith('schema/'));
  const folders = created.map(({ file }) => dirname(file));
  return folders.map((path) => {
    const before = existsSync(path) ? readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isFile()) : [];
    return before.length + folders.filter((other) => other === path).length;
  });
}
