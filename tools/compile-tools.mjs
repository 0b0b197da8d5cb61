// Compiles the tools of this folder, if a source is newer than what was compiled.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { compiler, inRoot, newestOf } from './build.mjs';

/** A file whose modification time is that of the newest source in dist/tools. */
const stamp = inRoot('dist/tools/.compiled');

/** @returns the exit code of the compiler */
export function compileToolsIfStale() {
  const newest = Math.floor(newestOf(['src', 'tools'], ['tsconfig.json', 'package-lock.json']));
  if (existsSync(stamp) && Math.round(statSync(stamp).mtimeMs) === newest) return 0;
  const { status } = spawnSync(process.execPath, [compiler, '-p', inRoot('tools')], { stdio: 'inherit' });
  if (status === 0) {
    writeFileSync(stamp, '');
    utimesSync(stamp, new Date(), new Date(newest));
  }
  return status ?? 1;
}
