/*
 * Writes assets/apollo-sandbox.js: @apollo/sandbox, in the version of package-lock.json, as one script for the explorer's page. The
 * program serves it itself, because the script on Apollo's CDN changes under a fixed address, so that its integrity cannot be pinned.
 * With --check it writes nothing, and fails if the committed file is stale.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { writeGeneratedFiles } from './generated-files.js';

const { outputFiles, metafile } = await build({
  stdin: { contents: "import { ApolloSandbox } from '@apollo/sandbox'; window.EmbeddedSandbox = ApolloSandbox;", resolveDir: '.' },
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
    js: '/* https://github.com/apollographql/embeddable-explorer, written by tools/apollo-sandbox.ts. Versions and licences are at the end. */',
  },
  legalComments: 'none',
  metafile: true,
  write: false,
});
writeGeneratedFiles('assets', {
  'assets/apollo-sandbox.js': outputFiles.map(({ text }) => text).join('') + licences(Object.keys(metafile.inputs)),
});

/** The licence of each package in the script. The licences require that they are included. */
function licences(inputs: readonly string[]): string {
  const folders = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return [...new Set(folders)]
    .map((folder) => {
      const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
      const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Record<
        'name' | 'version' | 'license',
        string
      >;
      const terms = file === undefined ? license : readFileSync(`${folder}/${file}`, 'utf8');
      return `/*! ${name} ${version}\n${terms.replaceAll('*/', '* /').trim()}\n*/\n`;
    })
    .join('');
}
