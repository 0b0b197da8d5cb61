/*
 * Finds the sources that imports name as TypeScript requires, by the `.js` of the compiled module. Jest stores what a resolver returns for
 * all suites of a worker. What its setting moduleNameMapper maps, it resolves again for each import of each suite.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The path of a module, which a file of the folder `basedir` imports. A signer module has an address of a file. */
export function sync(name, { basedir, defaultResolver, ...options }) {
  if (name.startsWith('file:')) return fileURLToPath(name);
  const isOurs = /^\.{1,2}\/.*\.js$/.test(name) && !basedir.includes('/node_modules/');
  const source = join(basedir, name.replace(/js$/, 'ts'));
  return isOurs && existsSync(source) ? source : defaultResolver(name, { basedir, defaultResolver, ...options });
}
