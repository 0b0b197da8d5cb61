// The peers of Event Graph that npm run bench can measure. README.md of this folder states how each is set up.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** For each peer, the package that it needs, and a server for each configuration. A server is without the workloads that it cannot do. */
export const peers = {
  mercurius: {
    package: 'mercurius',
    servers: [{ name: 'Mercurius', file: 'mercurius.mjs', without: ['entities'] }],
  },
  tailcall: {
    package: '@tailcallhq/core-linux-x64-gnu',
    only: 'It exists for Linux on x64 only: leave tailcall out elsewhere.',
    servers: [
      { name: 'Tailcall, batches', file: 'tailcall.mjs', configuration: 'batches' },
      // With dedupe, some responses to `entities` have the records of other attendees.
      { name: 'Tailcall, dedupe', file: 'tailcall.mjs', configuration: 'dedupe', without: ['entities'] },
      { name: 'Tailcall, neither', file: 'tailcall.mjs', configuration: 'neither', without: ['entities', 'related'] },
    ],
  },
};

/** @throws Error with what to do, if the package of a peer is not installed */
export function requireInstalled(names, folder = fileURLToPath(new URL('node_modules', import.meta.url))) {
  for (const name of names) {
    const { package: needed, only = '' } = peers[name];
    if (!existsSync(`${folder}/${needed}/package.json`))
      throw new Error(
        `--peers ${name} needs the package ${needed}, which is not installed. Run "npm ci --prefix bench/peers" once. ${only}`.trimEnd(),
      );
  }
}
