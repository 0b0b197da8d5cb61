/* `npm run check`, which tools/check.mjs runs. */

import { textOf } from './files.js';

const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Readonly<Record<string, string>> };

test('npm run check runs scripts that exist, and among them every one that ends in `:check`', () => {
  const run = scripts['check']!.split(' ').slice(2);
  expect(run.filter((script) => !(script in scripts))).toEqual([]);
  expect(run).toEqual(expect.arrayContaining(Object.keys(scripts).filter((script) => script.endsWith(':check'))));
});
