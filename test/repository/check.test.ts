/* `npm run check`, which tools/check.mjs runs, and the files that the rules of its linter name. */

import { spawnSync } from 'node:child_process';
import { filesBelow, textOf } from './files.js';

const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Readonly<Record<string, string>> };

test('npm run check runs scripts that exist, and among them every one that ends in `:check`', () => {
  const run = scripts['check']!.split(' ').slice(2);
  expect(run.filter((script) => !(script in scripts))).toEqual([]);
  expect(run).toEqual(expect.arrayContaining(Object.keys(scripts).filter((script) => script.endsWith(':check'))));
});

test('the error of a generated file, such as a missing @Reads, is one message without a stack', () => {
  const fail = `(await import('./tools/generated-files.mjs')).writeGeneratedFiles('schema', () => { throw new Error('Add @Reads.'); })`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', fail], { encoding: 'utf8' });
  expect(run).toMatchObject({ status: 1, stderr: 'Add @Reads.\n' });
});

/** The globs without braces that a glob stands for: `a.ts` and `b.ts` for `{a,b}.ts`. */
function alternativesOf(glob: string): string[] {
  const [braces, names] = /\{([^}]*)\}/.exec(glob) ?? [];
  return names === undefined ? [glob] : names.split(',').flatMap((name) => alternativesOf(glob.replace(braces!, name)));
}

/** Matches the paths that a glob without braces means: `*` is a part of a name, and `**` any folders and files. */
function globPattern(glob: string): RegExp {
  const wildcards: Readonly<Record<string, string>> = { '.': '\\.', '*': '[^/]*', '**': '.*', '**/': '(?:.*/)?' };
  return new RegExp(`^${glob.replaceAll(/\*\*\/|\*\*?|\./g, (part) => wildcards[part]!)}$`);
}

test('every file that a rule of the linter is for exists, also each in braces', () => {
  const { overrides } = JSON.parse(textOf('.oxlintrc.json').replaceAll(/^ *\/\/.*$/gm, '')) as {
    overrides: readonly { files: readonly string[] }[];
  };
  const files = filesBelow();
  const globs = overrides.flatMap((override) => override.files.flatMap(alternativesOf));
  expect(globs).toEqual(expect.arrayContaining(['src/json/**', 'src/server/operations/handle.ts']));
  expect(globs.filter((glob) => !files.some((path) => globPattern(glob).test(path)))).toEqual([]);
});
