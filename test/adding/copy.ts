/* A copy of the repository, which a test changes, compiles and tests. */

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { withStep, type Step } from '../../tools/adding/steps.js';
import { suitesIn } from '../../tools/adding/suites.js';

const root = join(__dirname, '../..');

export class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), 'adding-'));

  constructor() {
    const left = new Set(['.git', 'dist', 'coverage', 'node_modules']);
    for (const name of readdirSync(root)) {
      if (left.has(name)) continue;
      cpSync(join(root, name), join(this.folder, name), { recursive: true, filter: (path) => basename(path) !== 'node_modules' });
    }
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'));
  }

  /** Returns the text of a file, or null if there is none. */
  textOf(file: string): string | null {
    const path = join(this.folder, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  }

  write(file: string, text: string): void {
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /** Commits everything. The first commit makes the copy a repository. */
  commit(): void {
    this.run('git', 'init', '-q');
    this.run('git', 'add', '--all');
    this.run('git', '-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false', 'commit', '-qm', 'copy');
  }

  /** Removes the comments TO DECIDE. @param undecided the report of `npm run undecided:check` */
  removeComments(undecided: string): void {
    for (const file of new Set([...undecided.matchAll(/^(.*?):\d+: /gm)].map(([, name]) => name!))) {
      const lines = this.textOf(file)!.split('\n');
      this.write(file, lines.filter((line) => !line.includes('TO DECIDE: ')).join('\n'));
    }
  }

  apply(step: Step): void {
    this.write(step.file, withStep(this.textOf(step.file), step));
  }

  /** Runs a program in the copy. @returns what it prints */
  run(program: string, ...args: readonly string[]): string {
    try {
      return execFileSync(program, args, {
        cwd: this.folder,
        encoding: 'utf8',
        stdio: 'pipe',
        // A program that starts although it should not is ended after this time.
        timeout: 900_000,
        env: { ...process.env, PORT: '0', ADMIN_PORT: '0' },
      });
    } catch (error) {
      return (error as { stdout: string }).stdout + (error as { stderr: string }).stderr;
    }
  }

  node(file: string, ...args: readonly string[]): string {
    return this.run(process.execPath, file, ...args);
  }

  compile(project: string, ...options: readonly string[]): string {
    return this.node(join(root, 'node_modules/typescript/bin/tsc'), '-p', project, '--singleThreaded', ...options);
  }

  /** Checks the types of the sources and the tests, as `npm run typecheck` does. */
  typecheck(): string {
    return this.compile('tsconfig.json');
  }

  build(): string {
    return this.compile('tsconfig.build.json', '--declaration', 'false');
  }

  /**
   * Runs suites, but the tests about how many files a folder has: the copy has more nouns than any release adds.
   * @param leftOut parts of the names of further tests that are not run
   */
  runSuites(suites: readonly string[], leftOut: readonly string[] = []): string {
    const pattern = `^(?!.*(?:${[...aboutFolders, ...leftOut].join('|')}))`;
    return this.node(join(root, 'node_modules/jest/bin/jest.js'), '--runInBand', '--json', `--testNamePattern=${pattern}`, ...suites);
  }

  /** Checks the imports, as `npm run architecture` does. */
  architecture(): string {
    return this.node(join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'), 'src', '--config', '.dependency-cruiser.cjs');
  }

  /** Formats files, or lists those that are not formatted. */
  format(...args: readonly string[]): string {
    return this.node(join(root, 'node_modules/oxfmt/bin/oxfmt'), '--no-error-on-unmatched-pattern', ...args);
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A copy that is a repository, in which the commands are compiled. */
export class CopyWithCommands extends Copy {
  constructor() {
    super();
    this.compile('tools');
    this.commit();
  }

  /** Runs the command of `npm run add`. */
  add(...args: readonly string[]): string {
    return this.node('dist/tools/tools/adding/add.js', ...args);
  }

  /** Runs the command of `npm run undecided:check`. */
  checkUndecided(): string {
    return this.node('dist/tools/tools/adding/check-undecided-points.js');
  }
}

export const allPassed = expect.stringMatching(/"numFailedTestSuites":0,.*"numPassedTestSuites":[1-9]/);

const aboutFolders = ['a folder has at most 25 files', 'no folder has more files than'];

/** The suites that docs/adding/afterwards.md names, for a copy to which the command added: they pass as after a real addition. */
export const documentedSuites = suitesIn(readFileSync(join(root, 'docs/adding/afterwards.md'), 'utf8'));

/**
 * Suites that find what lacks lines of a recipe. In a copy that has the examples themselves, others fail: files are not generated, and the names of
 * the examples are taken.
 */
export const suitesOfExamples = [
  'test/rest',
  'test/field-mapping',
  'test/endpoint/endpoints',
  'test/sandbox/sandbox.endpoints',
  'test/graph/access/tenants',
  'test/graph/calls-of-content',
  'test/graph/cost/content-arguments',
  'test/graph/partial-responses',
  'test/graph/schema',
  'test/graph/types',
  'test/schema/operations',
  'test/faults/mutations',
  'test/repository/settings',
  'test/repository/stated-lists',
  'test/repository/documents',
  'test/config/config.test',
];
