/*
 * Finds the modules that a suite imports: the bundles of packages, and the sources that imports name as TypeScript requires, by the `.js` of
 * the compiled module. Jest stores what a resolver returns for all suites of a worker. What its setting moduleNameMapper maps, it resolves
 * again for each import of each suite.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleOf } from './bundled-packages.mjs';

/** The path of a module, which a file of the folder `basedir` imports. A signer module has an address of a file. */
export function sync(name, options) {
  if (name.startsWith('file:')) return fileURLToPath(name);
  return bundleOf(name) ?? sourceOf(name, options.basedir) ?? options.defaultResolver(name, options);
}

function sourceOf(name, basedir) {
  if (!/^\.{1,2}\/.*\.js$/.test(name) || basedir.includes('/node_modules/')) return undefined;
  const path = join(basedir, name.replace(/js$/, 'ts'));
  return existsSync(path) ? path : undefined;
}
