/* `npm run check`, which tools/check.mjs runs. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { textOf } from './files.js';

const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Readonly<Record<string, string>> };

test('npm run check runs scripts that exist, and among them every one that ends in `:check`', () => {
  const run = scripts['check']!.split(' ').slice(2);
  expect(run.filter((script) => !(script in scripts))).toEqual([]);
  expect(run).toEqual(expect.arrayContaining(Object.keys(scripts).filter((script) => script.endsWith(':check'))));
});

test('each check is printed below its name; one that fails does not hide the others, and the failed ones are listed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'check-'));
  try {
    const fails = (word: string) => `echo ${word} && exit 1`;
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ scripts: { a: fails('one'), b: 'echo two', c: fails('three'), d: 'echo four' } }),
    );
    const run = (...names: readonly string[]) =>
      spawnSync(process.execPath, [resolve('tools/check.mjs'), ...names], { cwd: folder, encoding: 'utf8' });
    const all = run('a', 'b', 'c');
    expect(all.status).toBe(1);
    expect(all.stdout.split(/^(?=[a-d]$)/m).toSorted()).toEqual(['a\none\n', 'b\ntwo\n', 'c\nthree\n']);
    expect(all.stderr).toContain('Failed:\n  npm run a\n  npm run c\n');
    const passing = run('b', 'd');
    expect(passing.status).toBe(0);
    expect(passing.stdout.split('\n\n').at(-1)).toBe('All 2 checks passed.\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
