/*
 * `npm run add` in a copy of the repository: what it writes compiles and passes the tests that find what is missing; what it refuses changes
 * nothing.
 */

import { planOf, type Addition } from '../../tools/adding/plan.js';
import { additionsOfCopy, listOfCopy, mutationOfCopy } from './additions.js';
import { allPassed, Copy, documentedSuites } from './copy.js';

let copy: Copy;
beforeAll(() => {
  copy = new Copy();
  copy.compile('tools');
  copy.commit();
});
afterAll(() => copy.close());

const changes = () => copy.run('git', 'status', '--porcelain');
/** The arguments that add the list of the copy. */
const addList = [listOfCopy.recipe, listOfCopy.name, '--plural', listOfCopy.plural];
/** Runs the command of `npm run add`, which compiles it before. */
const add = (...args: readonly string[]) => copy.node('dist/tools/tools/adding/add.js', ...args);

// For a machine that is slow and busy.
jest.setTimeout(900_000);

// The tests run in this order: each goes on where the one before it ended.
test.each([
  ['an unknown recipe', ['lists', 'Hall'], 'There is no recipe "lists".'],
  ['an unknown option', ['list', 'Hall', '--force'], "Unknown option '--force'"],
  ['a field without its type', ['field', 'Category.motto'], 'The type of the field is missing.\n'],
  ['a list without its name', ['list'], 'The name is missing.\n'],
  ['no recipe', [], 'The recipe is missing.\n'],
  ['an argument more than a recipe has', ['list', 'Hall', 'Halls'], 'There is an additional argument, "Halls".\n'],
  ['a noun that exists', ['list', 'Article'], 'src/model/article.ts exists.'],
])('%s is refused with nothing written', (_, args, message) => {
  const printed = add(...args);
  expect(printed).toContain(message);
  expect(printed).toContain('Nothing was written.');
  expect(changes()).toBe('');
});

test('--help prints how to use the command, and nothing else', () => {
  const printed = add('--help');
  expect(printed).toMatch(/^npm run add -- field <Type>\.<field> <type> /);
  expect(printed).not.toContain('Nothing was written.');
  expect(changes()).toBe('');
});

describe('while a file is uncommitted', () => {
  const file = 'src/graph/cost/cost-table.ts';
  let text: string;
  beforeEach(() => {
    text = copy.textOf(file)!;
    copy.write(file, `${text}// Uncommitted.\n`);
  });
  afterEach(() => copy.write(file, text));

  test.each([
    ['a name that is taken is refused because it is taken', ['list', 'Article'], /src\/model\/article\.ts exists\./],
    ['a name that is free is refused because of the file', addList, /^Files are uncommitted\.[^]*Nothing was written\.$/m],
  ])('%s, with nothing written', (_, args, message) => {
    expect(add(...args)).toMatch(message);
    expect(changes().trim()).toBe(`M ${file}`);
  });
});

test('a file without the block in which code belongs is refused with nothing written', () => {
  const file = 'src/graph/cost/cost-table.ts';
  const text = copy.textOf(file)!;
  copy.write(file, text.replace('const activity: ', 'const activities: '));
  expect(add(...addList, '--uncommitted')).toMatch(/^src\/graph\/cost\/cost-table\.ts does not have a block .*[^]*Nothing was written\.$/m);
  expect(changes().trim()).toBe(`M ${file}`);
  copy.write(file, text);
});

test('a generation that fails ends with how to go on, and with commands that undo what was written', () => {
  const scripts = copy.textOf('package.json')!;
  copy.write('package.json', scripts.replace(/"schema": ".*"/, '"schema": "exit 3"'));
  copy.commit();
  const printed = add('object', 'FoodCourt');
  expect(printed).toContain('a later step failed');
  expect(printed).not.toMatch(/^ +at /m);
  expect(changes()).not.toBe('');
  for (const command of printed.split('\n').filter((line) => /^git (clean|restore) /.test(line)))
    copy.run('git', ...command.split(' ').slice(1));
  expect(changes()).toBe('');
  copy.write('package.json', scripts);
  copy.commit();
});

test('a list of another noun is written, formatted and generated, and the command prints what remains to decide', () => {
  const printed = add(...addList);
  expect(printed).toContain('created src/graph/types/shuttle-bus/shuttle-bus.type.ts');
  expect(printed).toMatch(/^src\/graph\/types\/shuttle-bus\/shuttle-bus\.access\.ts:\d+: the scope \(also in /m);
  expect(printed).toContain('npm run undecided:check lists all.\n');
  expect(copy.textOf('schema/event-graph.graphql')).toContain('  shuttleBuses: [ShuttleBus!]');
  const written = [...printed.matchAll(/^(?:created|changed) (.*\.ts)$/gm)].map(([, file]) => file!);
  expect(copy.prettier('--check', '--log-level', 'warn', ...written)).toBe('');
});

test('npm run check fails while a comment TO DECIDE is left, and names each', () => {
  const check = () => copy.node('dist/tools/tools/adding/check-undecided-points.js');
  expect(check()).toMatch(/^src\/endpoint\/shuttle-bus\.ts:\d+: method, path, /m);
  copy.removeComments(check());
  expect(check()).toBe('');
});

test('with an addition by each recipe the copy compiles, keeps the architecture, and passes the tests that the document names', () => {
  moveShuttleBuses();
  for (const addition of additionsOfCopy) {
    const before = linesOfInterface();
    apply(addition);
    if (addition.recipe === 'field') expectLastRow(linesOfInterface(), before);
  }
  expect(add(mutationOfCopy.recipe, mutationOfCopy.name, '--uncommitted')).toContain('created src/graph/types/order/order.resolver.ts');
  expect(copy.typecheck()).toBe('');
  expect(copy.architecture()).toContain('no dependency violations found');
  const created = changes()
    .split('\n')
    .flatMap((line) => /^\?\? (test\/.*)/.exec(line)?.[1] ?? []);
  expect(copy.runSuites([...created, ...documentedSuites])).toEqual(allPassed);
  expect(copy.compile('tools') + copy.node('dist/tools/tools/docs/emit.js', '--check')).toBe('');
});

const linesOfInterface = () => copy.textOf('docs/event-service-interface.md')!.split('\n');

/** Expects that the first of the added lines is the last row of a table. */
function expectLastRow(lines: readonly string[], before: readonly string[]): void {
  const added = lines.findIndex((line, index) => line !== before[index]);
  const header = lines.findLastIndex((line, index) => index < added && !line.startsWith('|')) + 1;
  expect(lines[header + 1]).toMatch(/^\|[-|]+\|$/);
  expect(lines.slice(added, added + 2)).toEqual([expect.stringMatching(/^\| `\w+` \|/), expect.not.stringMatching(/^\|/)]);
}

function apply(addition: Addition): void {
  const { changes: files } = planOf(addition, {
    textOf: (file) => copy.textOf(file),
    sources: () =>
      copy
        .run('git', 'ls-files', 'src')
        .split('\n')
        .filter((file) => file.endsWith('.ts')),
  });
  for (const [file, text] of files) copy.write(file, text);
}

/** Lets the records differ by activity, as docs/adding/list.md#records-that-differ-by-activity-or-day states. */
function moveShuttleBuses(): void {
  const handler = 'src/sandbox/endpoints/shuttle-bus.ts';
  const [before, comment, record] = copy.textOf(handler)!.split(/(\/\*\* A shuttle bus as .*\n)(?=const record = )/);
  copy.write(
    handler,
    before!.replace('handle: () =>', 'handle: ({ activity }) =>').replace('data: records', 'data: activity.seed.shuttleBuses'),
  );
  copy.write(
    'src/sandbox/seed/shuttle-buses.ts',
    `/* The shuttle buses of the conference. */

${comment!}export type ShuttleBusRecord = ReturnType<typeof record>;

${record!.replace('const records = ', 'export const conferenceShuttleBuses = ')}`,
  );
  const replace = (file: string, from: string | RegExp, to: string) => copy.write(file, copy.textOf(file)!.replace(from, to));
  const [store, activities] = ['src/sandbox/store.ts', 'src/sandbox/seed/activities.ts'];
  replace(store, /^(?=import )/m, `import type { ShuttleBusRecord } from './seed/shuttle-buses.js';\n`);
  replace(store, /^(?= {2}readonly goods: )/m, '  readonly shuttleBuses: readonly ShuttleBusRecord[];\n');
  replace(activities, /^(?=import )/m, `import { conferenceShuttleBuses } from './shuttle-buses.js';\n`);
  replace(activities, /^(?= {4}goods: conferenceGoods,)/m, '    shuttleBuses: conferenceShuttleBuses,\n');
  replace(activities, /^(?= {4}goods: \[\],)/m, '    shuttleBuses: [],\n');
  replace('docs/sandbox.md', /(?<=^\| `1002` .*)its /m, 'its shuttle buses, its ');
}
