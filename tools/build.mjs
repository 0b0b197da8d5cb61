/*
 * npm run build compiles the sources into dist and bundles the programs. With --modules the programs stay modules, as in the npm package:
 * stack traces then name modules instead of chunks.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
export const inRoot = (path) => join(root, path);
const dist = inRoot('dist');
/** A file whose modification time is that of the newest source in dist. */
export const stamp = inRoot('dist/.compiled');
export const compiler = inRoot('node_modules/typescript/bin/tsc');

/** The paths of all files below a folder. */
const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** The modification time of the newest file in folders, or of others. */
function newestOf(folders, others) {
  const files = [...folders.flatMap((folder) => filesBelow(inRoot(folder))), ...others.map(inRoot)];
  return Math.max(...files.filter(existsSync).map((file) => statSync(file).mtimeMs));
}

/** The modification time of the newest file that a build depends on. */
export const newestSource = () =>
  newestOf(['src'], ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json', 'tools/build.mjs', 'tools/bundle.mjs']);

/**
 * Builds in a temporary folder and moves the files from there, so that another start never reads an incomplete file. Ends the process if
 * the compiler finds an error.
 */
export async function build({ asModules = false } = {}) {
  const builtAt = newestSource();
  const folder = inRoot(`node_modules/.cache/dist-${process.pid}`);
  const status = await compiledInto(folder);
  if (status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    process.exit(status);
  }
  const { bundlePrograms, chunks, removeOldChunks } = await import('./bundle.mjs');
  if (!asModules) await bundlePrograms(folder);
  const isChunk = (file) => relative(folder, file).startsWith(chunks);
  const files = filesBelow(folder);
  // Chunks first: another start must find those that a program imports.
  for (const file of [...files.filter(isChunk), ...files.filter((each) => !isChunk(each))]) {
    const target = join(dist, relative(folder, file));
    mkdirSync(dirname(target), { recursive: true });
    renameSync(file, target);
  }
  removeOldChunks(dist, files);
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(stamp, '');
  // The next npm start bundles programs that are modules.
  utimesSync(stamp, new Date(), asModules ? new Date(0) : new Date(builtAt));
}

/** Runs the compiler. A signal ends it as well, so that it does not outlive npm. @returns the exit code */
async function compiledInto(folder) {
  const child = spawn(process.execPath, [compiler, '-p', inRoot('tsconfig.build.json'), '--outDir', folder], { stdio: 'inherit' });
  const end = () => child.kill();
  const signals = ['SIGTERM', 'SIGINT'];
  for (const signal of signals) process.on(signal, end);
  const [status] = await once(child, 'exit');
  for (const signal of signals) process.off(signal, end);
  return status ?? 1;
}

/** A file whose modification time is that of the newest source in dist/tools. */
const toolsStamp = inRoot('dist/tools/.compiled');

/** Compiles the tools of this folder, if a source is newer than what was compiled. @returns the exit code of the compiler */
export function compileToolsIfStale() {
  const newest = Math.floor(newestOf(['src', 'tools'], ['tsconfig.json', 'package-lock.json']));
  if (existsSync(toolsStamp) && Math.round(statSync(toolsStamp).mtimeMs) === newest) return 0;
  const { status } = spawnSync(process.execPath, [compiler, '-p', inRoot('tools')], { stdio: 'inherit' });
  if (status === 0) {
    writeFileSync(toolsStamp, '');
    utimesSync(toolsStamp, new Date(), new Date(newest));
  }
  return status ?? 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build({ asModules: process.argv.includes('--modules') });
