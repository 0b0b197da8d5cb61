/* Commands of Node as processes of their own. */

import { spawn } from 'node:child_process';
import { afterwards } from './afterwards.js';

interface CommandOptions {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  /** Limits of the process, such as `-n 40` for the number of open files. */
  readonly ulimit?: string | undefined;
}

/**
 * Starts Node and waits until its output matches. It is killed when the test or the describe block that started it ends.
 * @throws Error with its output if it ends before
 */
export async function startCommand(args: readonly string[], ready: RegExp, { cwd = '.', env = {}, ulimit }: CommandOptions = {}) {
  const limited = ulimit === undefined ? [] : ['sh', '-c', `ulimit ${ulimit} && exec "$0" "$@"`];
  const [command, ...words] = [...limited, process.execPath, ...args];
  const child = spawn(command!, words, { cwd, env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((over) => child.once('exit', over));
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  afterwards(() => end('SIGKILL'));
  let output = '';
  const found = await new Promise<RegExpExecArray>((isReady, failed) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const match = ready.exec(output);
      if (match) isReady(match);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => failed(new Error(`The command ended with ${code}: ${output}`)));
  });
  return {
    process: child,
    /** What it printed when it was ready. */
    found,
    /** All output so far. */
    output: () => output,
    /** The exit code. */
    ended,
    /** Sends a signal. @returns the exit code */
    end,
  };
}
