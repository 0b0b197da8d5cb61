/* The program as a process of its own, for signals and crashes. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { startCommand } from './command.js';
import { freePort } from './free-port.js';

export type ChildProgram = Awaited<ReturnType<typeof startChild>>;

const cache = resolve('node_modules/.cache');

/** A digest of all that the compiler reads, so that a folder named after it holds the program of exactly these sources. */
function digestOfSources(): string {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const files = [
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.build.json',
    'test/support/child-program.ts',
    'tools/bundle.mjs',
    ...sources.map((path) => join('src', path)).sort(),
  ];
  const digest = createHash('sha256');
  for (const path of files) digest.update(`${path}\0`).update(readFileSync(path));
  return digest.digest('hex').slice(0, 16);
}

let compiled: string | undefined;

/**
 * The folder of the compiled sources. The test files and later runs share one compilation as long as the sources are unchanged.
 * It is inside the project, because the program's packages are found there.
 */
export function compiledSources(): string {
  compiled ??= join(cache, `program-${digestOfSources()}`);
  if (!existsSync(compiled)) compileOnceInto(compiled);
  return compiled;
}

/** Compiles, or waits while another worker of the run compiles the same sources: the first suites of a run all need the program. */
function compileOnceInto(folder: string): void {
  // In the temporary folder of the run, so that a run that is killed leaves no lock to the next one.
  const lock = join(tmpdir(), `${basename(folder)}.lock`);
  try {
    mkdirSync(lock);
  } catch {
    const asleep = new Int32Array(new SharedArrayBuffer(4));
    // A worker that is killed leaves its lock.
    const latest = performance.now() + 60_000;
    while (existsSync(lock) && performance.now() < latest) Atomics.wait(asleep, 0, 0, 50);
    if (!existsSync(folder)) compileInto(folder);
    return;
  }
  try {
    compileInto(folder);
  } finally {
    rmdirSync(lock);
  }
}

/** The path of the program, or of the doctor, as a build bundles it. The tests of the package (test/package) start modules. */
export function compiledProgram(name: 'main' | 'doctor' | 'sandbox' = 'main'): string {
  return join(compiledSources(), name === 'main' ? 'main.js' : `${name}/main.js`);
}

function compileInto(folder: string): void {
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(join(cache, 'unfinished-'));
  execFileSync(process.execPath, [
    resolve('node_modules/typescript/bin/tsc'),
    '-p',
    'tsconfig.build.json',
    '--outDir',
    unfinished,
    '--singleThreaded',
    // `npm run check` checks the types: without the check the compilation takes half the CPU time.
    '--noCheck',
    '--declaration',
    'false',
  ]);
  execFileSync(process.execPath, [resolve('tools/bundle.mjs'), unfinished]);
  removeOldPrograms();
  try {
    // A rename is atomic: another worker finds the whole program or none.
    renameSync(unfinished, folder);
  } catch {
    // Another run has compiled the same sources in the meantime.
    rmSync(unfinished, { recursive: true });
  }
}

const dayMs = 86_400_000;

/** Removes compilations of earlier sources. Runs that are still in progress are younger than a day. */
function removeOldPrograms(): void {
  for (const name of readdirSync(cache).filter((each) => /^(program|unfinished)-/.test(each))) {
    const path = join(cache, name);
    if (Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > dayMs)
      rmSync(path, { recursive: true, force: true });
  }
}

/** Settings for a program over a service at an address. */
export const liveEnv = (serviceUrl: string): Record<string, string> => ({
  EVENT_SERVICE_URL: serviceUrl,
  EVENT_SERVICE_PUBLIC_KEY: 'public',
  EVENT_SERVICE_PRIVATE_KEY: 'private',
  EVENT_SERVICE_ACTIVITY_IDS: '1001,1002',
  STATE_FILE: ':memory:',
});

/**
 * Starts the program as a child process, as `startCommand` does.
 * @param nodeOptions options of Node, such as `--trace-gc`
 */
export async function startChild(
  env: Record<string, string>,
  { nodeOptions = [], ...options }: { readonly ulimit?: string; readonly cwd?: string; readonly nodeOptions?: readonly string[] } = {},
) {
  const ADMIN_PORT = String(await freePort());
  const { found, ...child } = await startCommand([...nodeOptions, compiledProgram()], /"url":"(http[^"]+)\/graphql"/, {
    env: { PORT: '0', ADMIN_PORT, LOG_FORMAT: 'json', ...env },
    ...options,
  });
  return { ...child, url: found[1]!, adminUrl: `http://127.0.0.1:${ADMIN_PORT}`, crash: () => child.end('SIGKILL') };
}
