/* npm run undecided:check: fails while files have comments that `npm run add` wrote about what is left to decide. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { undecidedIn } from './undecided-points.js';

const files = ['src', 'test', 'tools', 'docs'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|md)$/.test(path))
    .map((path) => join(folder, path)),
);
const undecided = [...files, 'CHANGELOG.md'].flatMap((file) => undecidedIn(file, readFileSync(file, 'utf8')));
if (undecided.length > 0) {
  console.error(`An addition leaves this to decide. Decide it, and remove the comment:\n${undecided.join('\n')}`);
  process.exitCode = 1;
}
