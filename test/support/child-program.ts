import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface ChildProgram {
  readonly url: string;
  readonly process: ChildProcess;
  /** Everything printed so far. */
  output(): string;
  /** Ends it at once, as a crash does. */
  crash(): Promise<void>;
}

let built: string | undefined;

/** The program as users run it, compiled once for a test file. Inside the project, where its packages are found. */
export function compiledProgram(): string {
  if (built === undefined) {
    mkdirSync(resolve('node_modules/.cache'), { recursive: true });
    built = mkdtempSync(join(resolve('node_modules/.cache'), 'program-'));
    execFileSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json', '--outDir', built]);
  }
  return join(built, 'main.js');
}

/** Starts the program as a process of its own, which may be held to so many open files. @throws with its output where it ends before it is ready */
export async function startChild(env: Record<string, string>, { maxFiles }: { maxFiles?: number } = {}): Promise<ChildProgram> {
  const limited = maxFiles === undefined ? [] : ['sh', '-c', `ulimit -n ${maxFiles} && exec "$0" "$@"`];
  const [command, ...words] = [...limited, process.execPath, compiledProgram()];
  const child = spawn(command!, words, {
    env: { PATH: process.env.PATH, PORT: '0', ADMIN_PORT: '0', LOG_FORMAT: 'json', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<void>((resolved) => child.once('exit', () => resolved()));
  const url = await new Promise<string>((ready, failed) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const match = /"url":"(http[^"]+)\/graphql"/.exec(output);
      if (match) ready(match[1]!);
    };
    child.stdout!.on('data', read);
    child.stderr!.on('data', read);
    child.once('exit', (code) => failed(new Error(`The program ended with ${code}: ${output}`)));
  });
  return {
    url,
    process: child,
    output: () => output,
    crash: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
