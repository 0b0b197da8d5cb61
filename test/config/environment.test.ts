/* What is read from `.env` before the program is loaded. */

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, loadDotEnv } from '../../src/config/environment.js';

describe('a .env file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'event-graph-'));
  afterEach(() => {
    delete process.env['DOTENV_TEST_A'];
    delete process.env['DOTENV_TEST_B'];
  });

  test('a .env file adds variables to the environment and overrides none', () => {
    const path = join(folder, '.env');
    writeFileSync(path, 'DOTENV_TEST_A=file\nDOTENV_TEST_B="two words" # comment\n');
    process.env['DOTENV_TEST_A'] = 'set';
    loadDotEnv(path);
    expect([process.env['DOTENV_TEST_A'], process.env['DOTENV_TEST_B']]).toEqual(['set', 'two words']);
  });

  test('a .env file may begin with a byte order mark', () => {
    const path = join(folder, 'marked.env');
    writeFileSync(path, '\uFEFFDOTENV_TEST_A=first\n');
    loadDotEnv(path);
    expect(process.env['DOTENV_TEST_A']).toBe('first');
  });

  test('a .env file may be missing', () => {
    expect(() => loadDotEnv(join(folder, 'missing'))).not.toThrow();
  });

  test.each<[what: string, path: string, content: string | Buffer | null]>([
    ['a folder', 'folder.env', null],
    ['text in UTF-16, as PowerShell writes it', 'utf-16.env', Buffer.from('\uFEFFDOTENV_TEST_A=1\n', 'utf16le')],
    ['text in Latin-1', 'latin-1.env', Buffer.from('DOTENV_TEST_A=clé\n', 'latin1')],
  ])('%s in the place of a .env file is refused by name', (_what, name, content) => {
    const path = join(folder, name);
    if (content === null) mkdirSync(path);
    else writeFileSync(path, content);
    expect(() => loadDotEnv(path)).toThrow(ConfigError);
    expect(() => loadDotEnv(path)).toThrow(path);
    expect(process.env['DOTENV_TEST_A']).toBeUndefined();
  });

  test.each(['  # an indented comment\n', 'a canary without a sign\n', '\t', 'export\t', '  \n  '])(
    'no variable of a .env file is silently overlooked after %j',
    (before) => {
      const path = join(folder, 'overlooked.env');
      writeFileSync(path, `DOTENV_TEST_B=1\n\n${before}DOTENV_TEST_A=canary\n`);
      try {
        loadDotEnv(path);
        expect(process.env['DOTENV_TEST_A']).toBe('canary');
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError);
        expect((error as Error).message).toMatch(/ precedes DOTENV_TEST_A,/);
        expect((error as Error).message).not.toMatch(/canary/);
      }
    },
  );

  test('an indented comment that contains an assignment is ignored', () => {
    const path = join(folder, 'commented.env');
    writeFileSync(path, 'DOTENV_TEST_B=1\n  # DOTENV_TEST_A=1\n');
    loadDotEnv(path);
    expect([process.env['DOTENV_TEST_A'], process.env['DOTENV_TEST_B']]).toEqual([undefined, '1']);
  });
});
