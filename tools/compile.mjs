// Compiles the sources if they are newer than dist. npm start and npm run doctor begin with it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const inRoot = (path) => join(root, path);
/** The path of the compiled program. It exists after this module has run, unless there is no compiler. */
export const program = inRoot('dist/main.js');
/** A file whose modification time is that of the newest source in dist. */
const stamp = inRoot('dist/.compiled');
const compiler = inRoot('node_modules/typescript/bin/tsc');

/** The paths of all files below a folder. */
const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

function newestSource() {
  const sources = [...filesBelow(inRoot('src')), inRoot('tsconfig.json'), inRoot('tsconfig.build.json'), inRoot('package-lock.json')];
  return Math.max(...sources.filter(existsSync).map((file) => statSync(file).mtimeMs));
}

/** Compiles into a temporary folder and moves the files from there, so that another start never reads an incomplete file. */
async function compile() {
  const compiledAt = newestSource();
  const folder = inRoot(`node_modules/.cache/dist-${process.pid}`);
  const status = await compiledInto(folder);
  if (status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    process.exit(status);
  }
  for (const file of filesBelow(folder)) {
    const target = inRoot(join('dist', relative(folder, file)));
    mkdirSync(dirname(target), { recursive: true });
    renameSync(file, target);
  }
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(stamp, '');
  utimesSync(stamp, new Date(), new Date(compiledAt));
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

const sourcesAreHere = existsSync(inRoot('src')) && existsSync(compiler);
const isStale = () => !existsSync(program) || !existsSync(stamp) || statSync(stamp).mtimeMs < Math.floor(newestSource());
if (sourcesAreHere && isStale()) await compile();
