/*
 * The larger packages that src and the tests import, each bundled into one file for jest. Jest loads every module again for every suite:
 * the 900 files of these packages cost about a second of CPU time a suite, the bundles a tenth of it. Tests of the package (test/package)
 * use the packages as they are installed.
 */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The packages, as src and the tests import them. One that reads files beside it, such as pino and libsql, cannot be bundled. */
export const bundled = [
  '@apollo/server',
  '@apollo/server/plugin/disabled',
  'busboy',
  'dataloader',
  'fast-check',
  'graphql',
  'graphql-ws',
  'html-to-text',
  'jose',
  'prom-client',
  're2js',
  'sanitize-html',
  'type-graphql',
  'undici',
  'ws',
  'zod',
];

/** All that the bundles depend on: the versions of the packages, and this file. */
const sources = createHash('sha256')
  .update(readFileSync('package-lock.json'))
  .update(readFileSync(fileURLToPath(import.meta.url)));
const folder = resolve('node_modules/.cache', `packages-${sources.digest('hex').slice(0, 16)}`);
const fileName = (name) => name.replaceAll(/[@/]/g, '-');

/** The path of the bundle of a package, or undefined. */
export function bundleOf(name) {
  if (name.startsWith('graphql/')) return join(folder, 'graphql.cjs');
  return bundled.includes(name) ? join(folder, `${fileName(name)}.cjs`) : undefined;
}

/** A bundled package that another one imports remains one module: two copies of graphql would reject each other's types. */
const shared = (self) => ({
  name: 'shared packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[\w@]/ }, ({ path }) => {
      if (path.startsWith('graphql/')) return { path: 'graphql', external: true };
      return bundled.includes(path) && path !== self ? { path, external: true } : undefined;
    });
  },
});

/** Writes the bundles, unless those of these sources exist. */
export async function bundlePackages() {
  if (existsSync(folder)) return;
  const unfinished = `${folder}-${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  await Promise.all(bundled.map((name) => bundle(name, join(unfinished, `${fileName(name)}.cjs`))));
  try {
    renameSync(unfinished, folder);
  } catch {
    // Another run has written the same bundles in the meantime.
    rmSync(unfinished, { recursive: true });
  }
}

/** Modules of graphql whose exports the package itself does not have, and which the composers of federation import. */
const insideGraphql = ['graphql/validation/specifiedRules.js', 'graphql/validation/validate.js'];

/** The module with which Apollo Server hashes, as in production. In a bundle it would hash in JavaScript, for want of a `module.require`. */
const nativeHashes = { '@apollo/utils.createhash': 'node:crypto' };

function bundle(name, outfile) {
  const isGraphql = name === 'graphql';
  const exported = isGraphql
    ? `Object.assign({}, ${[name, ...insideGraphql].map((path) => `require('${path}')`).join(', ')})`
    : `require('${name}')`;
  return build({
    stdin: { contents: `module.exports = ${exported};`, resolveDir: process.cwd() },
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    // A module that jest runs cannot call import().
    supported: { 'dynamic-import': false },
    minifyWhitespace: true,
    legalComments: 'none',
    external: ['reflect-metadata', 'class-validator'],
    plugins: isGraphql ? [] : [shared(name)],
    alias: nativeHashes,
    // As in production, graphql-js does not compare the names of classes in each check of a type: a quarter of the time of the graph's tests.
    define: isGraphql ? { 'process.env.NODE_ENV': '"production"' } : {},
    logLevel: 'error',
  });
}
