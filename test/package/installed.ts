import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterwards } from '../support/afterwards.js';

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

/** Packs this package and installs it in an empty project, as its users do. */
export function installPackage(): InstalledPackage {
  const folder = mkdtempSync(join(tmpdir(), 'event-graph-user-'));
  const [packed] = JSON.parse(npm(['pack', '--json', '--silent', '--pack-destination', folder], resolve())) as {
    filename: string;
    files: { path: string }[];
  }[];
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'user', version: '1.0.0', private: true }));
  npm(['install', '--prefer-offline', `./${packed!.filename}`], folder);
  const run = async (args: readonly string[], env: Record<string, string>) =>
    promisify(execFile)(process.execPath, args, { cwd: folder, env: { PATH: process.env.PATH, ...env }, timeout: 30_000 });
  return {
    folder,
    files: packed!.files.map(({ path }) => path),
    async run(file, code, env = {}) {
      writeFileSync(join(folder, file), code);
      return (await run([file], env)).stdout;
    },
    install: (...packages) => void npm(['install', '--prefer-offline', '--ignore-scripts', '--save-exact', ...packages], folder),
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
