/* `npm run add` in a copy of the repository: what it writes, prints and generates. What it refuses changes nothing. */

import { listOfCopy } from './additions.js';
import { CopyWithCommands } from './copy.js';

let copy: CopyWithCommands;
beforeAll(() => void (copy = new CopyWithCommands()));
afterAll(() => copy.close());

const changes = () => copy.run('git', 'status', '--porcelain');
/** The arguments that add the list of the copy. */
const addList = [listOfCopy.recipe, listOfCopy.name, '--plural', listOfCopy.plural];

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
  const printed = copy.add(...args);
  expect(printed).toContain(message);
  expect(printed).toContain('Nothing was written.');
  expect(changes()).toBe('');
});

test('--help prints how to use the command, and nothing else', () => {
  const printed = copy.add('--help');
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
    expect(copy.add(...args)).toMatch(message);
    expect(changes().trim()).toBe(`M ${file}`);
  });
});

test('a file without the block in which code belongs is refused with nothing written', () => {
  const file = 'src/graph/cost/cost-table.ts';
  const text = copy.textOf(file)!;
  copy.write(file, text.replace('const activity: ', 'const activities: '));
  expect(copy.add(...addList, '--uncommitted')).toMatch(
    /^src\/graph\/cost\/cost-table\.ts does not have a block .*[^]*Nothing was written\.$/m,
  );
  expect(changes().trim()).toBe(`M ${file}`);
  copy.write(file, text);
});

test('a generation that fails ends with how to go on, and with commands that undo what was written', () => {
  const scripts = copy.textOf('package.json')!;
  copy.write('package.json', scripts.replace(/"schema": ".*"/, '"schema": "exit 3"'));
  copy.commit();
  const printed = copy.add('object', 'FoodCourt');
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
  const printed = copy.add(...addList);
  expect(printed).toContain('created src/graph/types/shuttle-bus/shuttle-bus.type.ts');
  expect(printed).toMatch(/^src\/graph\/types\/shuttle-bus\/shuttle-bus\.access\.ts:\d+: the scope \(also in /m);
  expect(printed).toContain('npm run undecided:check lists all.\n');
  expect(copy.textOf('schema/event-graph.graphql')).toContain('  shuttleBuses: [ShuttleBus!]');
  const written = [...printed.matchAll(/^(?:created|changed) (.*\.ts)$/gm)].map(([, file]) => file!);
  expect(copy.format('--list-different', ...written)).toBe('');
});

test('npm run check fails while a comment TO DECIDE is left, and names each', () => {
  const check = () => copy.checkUndecided();
  expect(check()).toMatch(/^src\/endpoint\/shuttle-bus\.ts:\d+: method, path, /m);
  copy.removeComments(check());
  expect(check()).toBe('');
});
