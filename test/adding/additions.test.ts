/*
 * A copy of the repository gets an addition by each recipe, and those of all commands that the pages show. It then passes the static checks and
 * the suites that docs/adding/afterwards.md names.
 */

import { planOf, type Addition } from '../../tools/adding/plan.js';
import { filesBelow, textOf } from '../repository/files.js';
import { additionsOfCopy, listOfCopy } from './additions.js';
import { allPassed, CopyWithCommands, documentedSuites } from './copy.js';

const pages = ['CONTRIBUTING.md', 'docs/adding.md', ...filesBelow('docs/adding')];
/** The arguments of each `npm run add -- …` with a name, such as `list Hall`. */
const shown = [
  ...new Set(pages.flatMap((page) => [...textOf(page).matchAll(/npm run add -- ([\w-]+ \w[^`\n]*)/g)].map(([, args]) => args!.trim()))),
];
const [table] = /^\| You add \|[^]*?\n\n/m.exec(textOf('docs/adding.md'))!;
const commandsOfTable = [...table.matchAll(/^\|[^|]*\| `([^`]+)` \|/gm)].map(([, args]) => args!);

let copy: CopyWithCommands;
beforeAll(() => void (copy = new CopyWithCommands()));
afterAll(() => copy.close());

// For a machine that is slow and busy.
jest.setTimeout(900_000);

test('each command of the table of additions is in full in a section', () => {
  expect(commandsOfTable).not.toHaveLength(0);
  expect(shown).toEqual(expect.arrayContaining(commandsOfTable));
});

// The tests run in this order: each goes on where the one before it ended.
test('an addition by each recipe with a name of its own is written, and a row of the interface is the last one of its table', () => {
  apply(listOfCopy);
  moveShuttleBuses();
  for (const addition of additionsOfCopy) {
    const before = linesOfInterface();
    apply(addition);
    if (addition.recipe === 'field') expectLastRow(linesOfInterface(), before);
  }
  expect(copy.textOf('src/graph/types/order/order.resolver.ts')).toContain('cancelOrder');
  copy.format(...changedFiles());
  copy.commit();
});

test('each command that a page shows writes its addition after those before it, unless the repository has it', () => {
  // Each command generates files. They are generated once here, at the end. What a reader of a page has added to this working tree exists.
  const scripts = copy.textOf('package.json')!;
  copy.write('package.json', scripts.replaceAll(/"(schema|types|docs)": ".*"/g, '"$1": "true"'));
  copy.commit();
  for (const args of shown) {
    const printed = copy.add(...args.split(' '));
    expect([args, printed]).toEqual([
      args,
      expect.stringMatching(/The addition works in the sandbox|^.* exists\b.*\nNothing was written/m),
    ]);
    copy.commit();
  }
  copy.write('package.json', scripts);
  for (const script of ['schema', 'types', 'docs']) expect(copy.run('npm', 'run', '--silent', script)).not.toMatch(/error/i);
  copy.commit();
});

test('after all additions the static checks find only what is left to decide', () => {
  copy.removeComments(copy.checkUndecided());
  const checks = ['typecheck', 'lint', 'architecture', 'lint:schema', 'docs:check', 'undecided:check'];
  expect(copy.node('tools/check.mjs', ...checks)).toContain(`All ${checks.length} checks passed.`);
  expect(copy.format('--list-different', ...changedFiles())).toBe('');
});

test('after all additions the tests that the document names pass, and those that were written', () => {
  const written = changedFiles('--diff-filter=A').filter((file) => file.endsWith('.test.ts'));
  // All additions together make a resolver longer than a release would.
  expect(copy.runSuites([...written, ...documentedSuites], ['a source file has at most 200 lines'])).toEqual(allPassed);
});

/** The files that the additions changed or created. */
function changedFiles(...options: readonly string[]): readonly string[] {
  copy.run('git', 'add', '--all');
  const first = copy.run('git', 'rev-list', '--max-parents=0', 'HEAD').trim();
  return copy
    .run('git', 'diff', '--cached', '--name-only', ...options, first)
    .trim()
    .split('\n');
}

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
