/*
 * `npm run add` in a copy of the repository: what it writes compiles and passes the tests that find what is missing; what it refuses changes
 * nothing.
 */

import { planOf } from '../../tools/adding/plan.js';
import { additionsOfCopy, listOfCopy, mutationOfCopy } from './additions.js';
import { allPassed, Copy, namedSuites } from './copy.js';

let copy: Copy;
beforeAll(() => {
  copy = new Copy();
  copy.compile('tools');
  copy.run('git', 'init', '-q');
  commit();
});
afterAll(() => copy.close());

const commit = () => {
  copy.run('git', 'add', '--all');
  copy.run('git', '-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false', 'commit', '-qm', 'copy');
};
const changes = () => copy.run('git', 'status', '--porcelain');
/** As `npm run add`, which compiles the command before. */
const add = (...args: readonly string[]) => copy.node('dist/tools/tools/adding/add.js', ...args);

// For a machine that is slow and busy.
jest.setTimeout(300_000);

// The tests run in this order: each goes on where the one before it ended.
test.each([
  ['an unknown recipe', ['lists', 'Hall'], 'There is no recipe "lists".'],
  ['an unknown option', ['list', 'Hall', '--force'], "Unknown option '--force'"],
  ['a noun that exists', ['list', 'Article'], 'src/model/article.ts exists.'],
])('%s is refused with nothing written', (_, args, message) => {
  const printed = add(...args);
  expect(printed).toContain(message);
  expect(printed).toContain('Nothing was written.');
  expect(changes()).toBe('');
});

test('a lost line beside which code belongs is refused with nothing written, and so are uncommitted files', () => {
  const file = 'src/graph/cost/cost-table.ts';
  const text = copy.textOf(file)!;
  copy.write(file, text.replace("goods: content('goods', {", "goods: content('goods',{"));
  expect(add(listOfCopy.recipe, listOfCopy.name)).toMatch(/^Files are uncommitted\.[^]*Nothing was written\.$/m);
  expect(add(listOfCopy.recipe, listOfCopy.name, '--uncommitted')).toMatch(
    /^src\/graph\/cost\/cost-table\.ts does not have .*[^]*Nothing was written\.$/m,
  );
  expect(changes().trim()).toBe(`M ${file}`);
  copy.write(file, text);
});

test('a generation that fails ends with how to go on, and with commands that undo what was written', () => {
  const scripts = copy.textOf('package.json')!;
  copy.write('package.json', scripts.replace(/"schema": ".*"/, '"schema": "exit 3"'));
  commit();
  const printed = add('object', 'FoodCourt');
  expect(printed).toContain('a later step failed');
  expect(printed).not.toMatch(/^ +at /m);
  expect(changes()).not.toBe('');
  for (const command of printed.split('\n').filter((line) => /^git (clean|restore) /.test(line)))
    copy.run('git', ...command.split(' ').slice(1));
  expect(changes()).toBe('');
  copy.write('package.json', scripts);
  commit();
});

test('a list of another noun is written, formatted and generated, and the command prints what remains to decide', () => {
  const printed = add(listOfCopy.recipe, listOfCopy.name);
  expect(printed).toContain('created src/graph/types/meal-plan/meal-plan.type.ts');
  expect(printed).toMatch(/^src\/graph\/types\/meal-plan\/meal-plan\.access\.ts:\d+: the scope \(also in /m);
  expect(copy.textOf('schema/event-graph.graphql')).toContain('  mealPlans: [MealPlan!]');
  const written = [...printed.matchAll(/^(?:created|changed) (.*\.ts)$/gm)].map(([, file]) => file!);
  expect(copy.prettier('--check', '--log-level', 'warn', ...written)).toBe('');
});

test('npm run check fails while a comment TO DECIDE is left, and names each', () => {
  const check = () => copy.node('dist/tools/tools/adding/check-undecided-points.js');
  expect(check()).toMatch(/^src\/endpoint\/meal-plan\.ts:\d+: method, path, /m);
  for (const file of new Set([...check().matchAll(/^(.*?):\d+: /gm)].map(([, name]) => name!)))
    copy.write(
      file,
      copy
        .textOf(file)!
        .split('\n')
        .filter((line) => !line.includes('TO DECIDE: '))
        .join('\n'),
    );
  expect(check()).toBe('');
});

test('with an addition by each recipe the copy compiles, keeps the architecture, and passes the tests that the document names', () => {
  for (const addition of additionsOfCopy) {
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
  expect(add(mutationOfCopy.recipe, mutationOfCopy.name, '--uncommitted')).toContain('created src/graph/types/order/order.resolver.ts');
  expect(copy.typecheck()).toBe('');
  expect(copy.architecture()).toContain('no dependency violations found');
  const created = changes()
    .split('\n')
    .flatMap((line) => /^\?\? (test\/.*)/.exec(line)?.[1] ?? []);
  expect(copy.runSuites(...created, ...namedSuites, 'test/repository/adding')).toEqual(allPassed);
  expect(copy.compile('tools') + copy.node('dist/tools/tools/docs/emit.js', '--check')).toBe('');
});
