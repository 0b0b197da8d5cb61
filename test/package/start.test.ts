import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { until } from '../support/until.js';

/** A checkout whose packages are installed, not yet compiled. */
function checkout({ packages = true } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'));
  for (const part of ['bin', 'src', 'tools', 'schema', 'assets', 'package.json', 'tsconfig.json', 'tsconfig.build.json']) {
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

function npmStart(folder: string): Started {
  const child = spawn('npm', ['start'], { cwd: folder, env: { ...process.env, PORT: '0', ADMIN_PORT: '0', LOG_FORMAT: 'json' } });
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

/** Whether a compiler of this checkout runs. */
const isCompiling = (folder: string): boolean =>
  execFileSync('ps', ['-axww', '-o', 'args='], { encoding: 'utf8' }).includes(join(folder, 'node_modules/typescript'));

test('the end of npm start is the end of the program, drained: no process is left behind', async () => {
  const folder = checkout();
  for (let run = 0; run < 3; run += 1) {
    const program = npmStart(folder);
    await program.ready;
    program.process.kill('SIGTERM');
    // Its output ends when the last process that writes to it has ended.
    expect(await program.ended).toBe(0);
  }
  rmSync(folder, { recursive: true });
}, 120_000);

test('the end of npm start while it compiles is the end of the compiler: no process is left behind, and no part of a program', async () => {
  const folder = checkout();
  const program = npmStart(folder);
  await until(async () => isCompiling(folder));
  program.process.kill('SIGTERM');
  expect(await program.ended).not.toBe(0);
  expect(isCompiling(folder)).toBe(false);
  expect(existsSync(join(folder, 'dist'))).toBe(false);
  rmSync(folder, { recursive: true });
}, 120_000);

test('two starts at once in one checkout do not disturb each other', async () => {
  const folder = checkout();
  const programs = [npmStart(folder), npmStart(folder)];
  await Promise.all(programs.map(({ ready }) => ready));
  for (const { process: child } of programs) child.kill('SIGTERM');
  expect(await Promise.all(programs.map(({ ended }) => ended))).toEqual([0, 0]);
  expect(existsSync(join(folder, 'dist/main.js'))).toBe(true);
  rmSync(folder, { recursive: true });
}, 120_000);

test.each([
  ['npm', ['start']],
  ['npm', ['run', 'doctor']],
  ['node', ['bin/event-graph.mjs']],
])('without the compiler and without a compiled program, %s %j says what to run', (command, words) => {
  const folder = checkout({ packages: false });
  const { status, stderr } = spawnSync(command, words, { cwd: folder, encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringContaining('npm ci && npm run build')]);
  expect(stderr).not.toContain('ERR_MODULE_NOT_FOUND');
  rmSync(folder, { recursive: true });
});
