/* The packed package, installed in a project of its own. */

import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/temporary-files.js';

export type InstalledPackage = ReturnType<typeof installPackage>;

const npm = (args: readonly string[], cwd: string): string =>
  execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** The folder of each package of this repository. */
const folders = { 'event-graph': '.', 'event-graph-client': 'client' };

/** Packs a package, which compiles it, once for all suites of a run. @returns its path, and the paths of its files */
export function pack(name: keyof typeof folders): { readonly tarball: string; readonly files: readonly string[] } {
  const folder = join(tmpdir(), 'packed', name);
  const list = join(folder, 'list.json');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(list)) writeFileSync(list, npm(['pack', '--json', '--silent', '--pack-destination', folder], resolve(folders[name])));
  const [packed] = JSON.parse(readFileSync(list, 'utf8')) as { filename: string; files: { path: string }[] }[];
  return { tarball: join(folder, packed!.filename), files: packed!.files.map(({ path }) => path) };
}

/** Installs a package in an empty project, as its users do, with others beside it. */
export function installPackage(name: keyof typeof folders = 'event-graph', others: readonly string[] = []) {
  const folder = temporaryFolder();
  const { tarball, files } = pack(name);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'user', version: '1.0.0', private: true }));
  const install = (...words: readonly string[]) => void npm(['install', '--prefer-offline', '--save-exact', ...words], folder);
  install(tarball, ...(others.length > 0 ? ['--ignore-scripts', ...others] : []));
  const run = async (args: readonly string[], env: Record<string, string>) =>
    promisify(execFile)(process.execPath, args, { cwd: folder, env: { PATH: process.env.PATH, ...env }, timeout: 30_000 });
  return {
    /** The project that it is installed in. */
    folder,
    /** Paths of the files that the package consists of. */
    files,
    /** Writes a file of the project, runs it with node, and gives what it printed. @throws with its output where it fails */
    async run(file: string, code: string, env: Record<string, string> = {}) {
      writeFileSync(join(folder, file), code);
      return (await run([file], env)).stdout;
    },
    /** Installs further packages beside this one. */
    install: (...packages: readonly string[]) => install('--ignore-scripts', ...packages),
    /** Runs the package's command to its end. */
    async command(...args: readonly string[]) {
      try {
        return { code: 0, ...(await run([join('node_modules', '.bin', 'event-graph'), ...args], {})) };
      } catch (error) {
        return error as { code: number; stdout: string; stderr: string };
      }
    },
    /**
     * Compiles files of the project, by their names.
     * @param compilers the folder whose compiler it is
     * @throws Error with what the compiler reports
     */
    compile(sources: Readonly<Record<string, string>>, options: object, compilers = '.') {
      for (const [file, code] of Object.entries(sources)) writeFileSync(join(folder, file), code);
      const compilerOptions = { target: 'ES2022', strict: true, noEmit: true, typeRoots: [resolve('node_modules/@types')], ...options };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: Object.keys(sources) }));
      const compiler = resolve(compilers, 'node_modules/typescript/bin/tsc');
      const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
      if (status !== 0) throw new Error(stdout);
    },
  };
}
