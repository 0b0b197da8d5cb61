/* The commands of the pages, run one after the other in a copy of the repository, which then passes the static checks and test/repository. */

import { filesBelow, textOf } from '../repository/files.js';
import { allPassed, Copy } from './copy.js';

const pages = ['CONTRIBUTING.md', 'docs/adding.md', ...filesBelow('docs/adding')];
/** The arguments of each `npm run add -- …` with a name, such as `list Hall`. */
const shown = [
  ...new Set(pages.flatMap((page) => [...textOf(page).matchAll(/npm run add -- ([\w-]+ \w[^`\n]*)/g)].map(([, args]) => args!.trim()))),
];
const [table] = /^\| You add \|[^]*?\n\n/m.exec(textOf('docs/adding.md'))!;
const commandsOfTable = [...table.matchAll(/^\|[^|]*\| `([^`]+)` \|/gm)].map(([, args]) => args!);

let copy: Copy;
beforeAll(() => {
  copy = new Copy();
  copy.compile('tools');
  copy.commit();
});
afterAll(() => copy.close());

// For a machine that is slow and busy.
jest.setTimeout(900_000);

test('each command of the table of additions is in full in a section', () => {
  expect(commandsOfTable).not.toHaveLength(0);
  expect(shown).toEqual(expect.arrayContaining(commandsOfTable));
});

// The tests run in this order: each goes on where the one before it ended.
test('each command that a page shows writes its addition after those before it, unless the repository has it', () => {
  // Each command generates files. They are generated once here, at the end. What a reader of a page has added to this working tree exists.
  const scripts = copy.textOf('package.json')!;
  copy.write('package.json', scripts.replaceAll(/"(schema|types|docs)": ".*"/g, '"$1": "true"'));
  copy.commit();
  for (const args of shown) {
    const printed = copy.node('dist/tools/tools/adding/add.js', ...args.split(' '));
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

test('after all commands that the pages show, the static checks find only what is left to decide', () => {
  copy.removeComments(copy.node('dist/tools/tools/adding/check-undecided-points.js'));
  const checks = ['typecheck', 'lint', 'architecture', 'lint:schema', 'docs:check', 'undecided:check'];
  expect(copy.node('tools/check.mjs', ...checks)).toContain(`All ${checks.length} checks passed.`);
  const changed = copy.run('git', 'diff', '--name-only', copy.run('git', 'rev-list', '--max-parents=0', 'HEAD').trim());
  expect(copy.prettier('--check', '--ignore-unknown', '--log-level', 'warn', ...changed.trim().split('\n'))).toBe('');
});

test('after all commands that the pages show, the tests of the repository pass', () => {
  expect(copy.runSuites(['test/repository'])).toEqual(allPassed);
});
