// Compiles the sources if they are newer than dist. npm start and npm run doctor begin with it.
import { spawnSync } from 'node:child_process';
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
function compile() {
  const compiledAt = newestSource();
  const folder = inRoot(`node_modules/.cache/dist-${process.pid}`);
  const { status } = spawnSync(process.execPath, [compiler, '-p', inRoot('tsconfig.build.json'), '--outDir', folder], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  for (const file of filesBelow(folder)) {
    const target = inRoot(join('dist', relative(folder, file)));
    mkdirSync(dirname(target), { recursive: true });
    renameSync(file, target);
  }
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(stamp, '');
  utimesSync(stamp, new Date(), new Date(compiledAt));
}

const sourcesAreHere = existsSync(inRoot('src')) && existsSync(compiler);
const isStale = () => !existsSync(program) || !existsSync(stamp) || statSync(stamp).mtimeMs < Math.floor(newestSource());
if (sourcesAreHere && isStale()) compile();
