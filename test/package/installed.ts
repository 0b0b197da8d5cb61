/* The packed package, installed in a project of its own. */

import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterwards } from '../support/afterwards.js';
import { temporaryFolder } from '../support/temporary-files.js';

export interface InstalledPackage {
  /** The project that it is installed in. */
  readonly folder: string;
  /** Paths of the files that the package consists of. */
  readonly files: readonly string[];
  /** Writes a file of the project, runs it with node, and gives what it printed. @throws with its output where it fails */
  run(file: string, code: string, env?: Record<string, string>): Promise<string>;
  /** Installs further packages beside this one. */
  install(...packages: readonly string[]): void;
  /** Runs the package's command to its end. */
  command(...args: readonly string[]): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>;
}

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
export function installPackage(name: keyof typeof folders = 'event-graph', others: readonly string[] = []): InstalledPackage {
  const folder = temporaryFolder();
  const { tarball, files } = pack(name);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'user', version: '1.0.0', private: true }));
  const install = (...words: readonly string[]) => void npm(['install', '--prefer-offline', '--save-exact', ...words], folder);
  install(tarball, ...(others.length > 0 ? ['--ignore-scripts', ...others] : []));
  const run = async (args: readonly string[], env: Record<string, string>) =>
    promisify(execFile)(process.execPath, args, { cwd: folder, env: { PATH: process.env.PATH, ...env }, timeout: 30_000 });
  return {
    folder,
    files,
    async run(file, code, env = {}) {
      writeFileSync(join(folder, file), code);
      return (await run([file], env)).stdout;
    },
    install: (...packages) => install('--ignore-scripts', ...packages),
    async command(...args) {
      try {
        return { code: 0, ...(await run([join('node_modules', '.bin', 'event-graph'), ...args], {})) };
      } catch (error) {
        return error as { code: number; stdout: string; stderr: string };
      }
    },
  };
}

export interface RunningCommand {
  /** What was printed until it was ready. */
  readonly printed: string;
  /** Sends a signal. @returns the exit code */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts a program and waits until it prints that it is ready. @throws with its output where it ends before */
export async function startCommand(
  folder: string,
  args: readonly string[],
  ready: RegExp,
  env: Record<string, string> = {},
): Promise<RunningCommand> {
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((over) => child.once('exit', over));
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  afterwards(() => end('SIGKILL'));
  let printed = '';
  await new Promise<void>((isReady, failed) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      if (ready.test(printed)) isReady();
    };
    child.stdout!.on('data', read);
    child.stderr!.on('data', read);
    child.once('exit', (code) => failed(new Error(`Ended with ${code}: ${printed}`)));
  });
  return { printed, end };
}
