/* `npm start` in a new clone: what it compiles, and how it ends. */

import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { temporaryFolder } from '../support/temporary-files.js';
import { until } from '../support/until.js';

/** A new clone whose packages are installed, not yet compiled. */
function clone({ packages = true } = {}): string {
  const folder = temporaryFolder();
  for (const part of ['bin', 'src', 'tools', 'schema', 'package.json', 'tsconfig.json', 'tsconfig.build.json']) {
    cpSync(resolve(part), join(folder, part), { recursive: true });
  }
  if (packages) symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

interface Started {
  readonly process: ChildProcess;
  readonly ready: Promise<void>;
  readonly ended: Promise<number | null>;
  output(): string;
}

function npmStart(folder: string, env: Record<string, string> = {}, detached = false): Started {
  const settings = { PORT: '0', ADMIN_PORT: '0', LOG_FORMAT: 'json', ...env };
  const child = spawn('npm', ['start'], { cwd: folder, detached, env: { ...process.env, NODE_ENV: '', ...settings } });
  let output = '';
  const ready = new Promise<void>((done) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('is ready at')) done();
      });
    }
  });
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  return { process: child, ready, ended, output: () => output };
}

/** The number of processes that run a file of this clone. */
const running = (folder: string, file: string): number =>
  execFileSync('ps', ['-axww', '-o', 'args='], { encoding: 'utf8' }).split(join(folder, file)).length - 1;
const isCompiling = (folder: string): boolean => running(folder, 'node_modules/typescript') > 0;

/** A clone that two starts at once have compiled. */
let compiled: string;
let exitCodes: readonly (number | null)[];
beforeAll(async () => {
  compiled = clone();
  const programs = [npmStart(compiled), npmStart(compiled)];
  await Promise.all(programs.map(({ ready }) => ready));
  for (const { process: child } of programs) child.kill('SIGTERM');
  exitCodes = await Promise.all(programs.map(({ ended }) => ended));
}, 120_000);
afterAll(() => rmSync(compiled, { recursive: true }));

test('two starts at once in a new clone do not disturb each other', () => {
  expect(exitCodes).toEqual([0, 0]);
  expect(existsSync(join(compiled, 'dist/main.js'))).toBe(true);
});

test.each([
  ['1', 'SIGTERM', false],
  ['2', 'SIGTERM', false],
  ['2', 'SIGINT', false],
  // Ctrl-C in a terminal reaches every process.
  ['1', 'SIGINT', true],
  ['2', 'SIGINT', true],
] as const)(
  'with WORKERS=%s, %s to npm start (its whole group: %s) ends the program with 0 and leaves no process behind',
  async (WORKERS, signal, toGroup) => {
    const program = npmStart(compiled, { WORKERS }, toGroup);
    await program.ready;
    const workers = () => running(compiled, 'dist/program/workers/worker.js');
    expect(workers()).toBe(WORKERS === '1' ? 0 : 2);
    process.kill(toGroup ? -program.process.pid! : program.process.pid!, signal);
    // Its output ends when the last process that writes to it has ended.
    expect(await program.ended).toBe(0);
    expect(workers()).toBe(0);
    expect(program.output().match(/is ready at/g)).toHaveLength(1);
    expect(program.output()).not.toMatch(/A worker has ended|unexpected error/);
  },
  120_000,
);

test('a signal that ends npm start while it compiles ends the compiler: no process is left behind, and no part of a program', async () => {
  const folder = clone();
  const program = npmStart(folder);
  await until(async () => isCompiling(folder));
  program.process.kill('SIGTERM');
  expect(await program.ended).not.toBe(0);
  expect(isCompiling(folder)).toBe(false);
  expect(existsSync(join(folder, 'dist'))).toBe(false);
  rmSync(folder, { recursive: true });
}, 120_000);

test('a build happens if a source is newer; it removes chunks older than a day, and leaves those that a running program may load', () => {
  const chunk = (name: string) => join(compiled, 'dist/program/chunks', name);
  const compiledAt = () => {
    execFileSync(process.execPath, ['tools/build-if-stale.mjs'], { cwd: compiled });
    return statSync(join(compiled, 'dist/main.js')).mtimeMs;
  };
  for (const name of ['young.js', 'old.js']) writeFileSync(chunk(name), '');
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  utimesSync(chunk('old.js'), twoDaysAgo, twoDaysAgo);
  const first = compiledAt();
  expect(compiledAt()).toBe(first);
  expect(existsSync(chunk('old.js'))).toBe(true);

  const later = new Date(Date.now() + 60_000);
  utimesSync(join(compiled, 'src/main.ts'), later, later);
  expect(compiledAt()).toBeGreaterThan(first);
  expect({ young: existsSync(chunk('young.js')), old: existsSync(chunk('old.js')) }).toEqual({ young: true, old: false });
  expect(readFileSync(join(compiled, 'dist/main.js'), 'utf8')).toContain('./program/chunks/');
}, 120_000);

test.each([
  ['npm', ['start']],
  ['npm', ['run', 'doctor']],
  ['node', ['bin/event-graph.mjs']],
])('without the compiler and without a compiled program, %s %j says what to run', (command, words) => {
  const folder = clone({ packages: false });
  const { status, stderr } = spawnSync(command, words, { cwd: folder, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('npm ci && npm run build') });
  expect(stderr).not.toContain('ERR_MODULE_NOT_FOUND');
  rmSync(folder, { recursive: true });
});
