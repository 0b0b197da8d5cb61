/*
 * Writes assets/apollo-sandbox.js: @apollo/sandbox, in the version of package-lock.json, as one script for the explorer's page. The
 * program serves it itself, because the script on Apollo's CDN changes under a fixed address, so that its integrity cannot be pinned.
 * With --check it writes nothing, and fails if the file differs.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const target = at('assets/apollo-sandbox.js');

const { outputFiles, metafile } = await build({
  stdin: { contents: "import { ApolloSandbox } from '@apollo/sandbox'; window.EmbeddedSandbox = ApolloSandbox;", resolveDir: at('.') },
  bundle: true,
  minify: true,
  format: 'iife',
  platform: 'browser',
  target: 'es2020',
  // The program does not support the protocol of subscriptions-transport-ws.
  plugins: [
    {
      name: 'without-legacy-protocol',
      setup(bundler) {
        bundler.onResolve({ filter: /^subscriptions-transport-ws$/ }, ({ path }) => ({ path, namespace: 'absent' }));
        bundler.onLoad({ filter: /.*/, namespace: 'absent' }, () => ({
          contents: "export class SubscriptionClient { constructor() { throw new Error('This protocol is not supported.'); } }",
        }));
      },
    },
  ],
  banner: {
    js: '/* https://github.com/apollographql/embeddable-explorer, written by tools/apollo-sandbox.mjs. Versions and licences are at the end. */',
  },
  legalComments: 'none',
  metafile: true,
  write: false,
});
const text = outputFiles[0].text + licences(Object.keys(metafile.inputs));

/** The licence of each package in the script. The licences require that they are included. */
function licences(inputs) {
  const folders = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return [...new Set(folders)]
    .map((folder) => {
      const file = readdirSync(at(folder)).find((name) => /^licen[cs]e/i.test(name));
      const { name, version, license } = JSON.parse(readFileSync(at(`${folder}/package.json`), 'utf8'));
      const terms = file === undefined ? license : readFileSync(at(`${folder}/${file}`), 'utf8');
      return `/*! ${name} ${version}\n${terms.replaceAll('*/', '* /').trim()}\n*/\n`;
    })
    .join('');
}

if (!process.argv.includes('--check')) {
  writeFileSync(target, text);
  console.log('wrote assets/apollo-sandbox.js');
} else if (readFileSync(target, 'utf8') !== text) {
  console.error('assets/apollo-sandbox.js is not what npm run assets writes.');
  process.exitCode = 1;
}
