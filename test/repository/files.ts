/* The files of the repository, for the suites that search or compare them. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const root = join(__dirname, '../..');
const elsewhere = new Set(['.git', 'coverage']);

/** The files below a folder of the repository, as paths from its root. What is installed or built is left out. */
export function filesBelow(folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    // In a worktree of git, .git is a file.
    if (entry.name === 'node_modules' || entry.name === 'dist' || (folder === '' && elsewhere.has(entry.name))) return [];
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [relative('', path).split(sep).join('/')] : [];
  });
}

export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
