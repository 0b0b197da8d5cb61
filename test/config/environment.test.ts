/* What is read from `.env` before the program is loaded. */

import { ConfigError, loadDotEnv } from '../../src/config/environment.js';
import { temporaryFile, temporaryFolder } from '../support/temporary-files.js';

describe('a .env file', () => {
  afterEach(() => {
    delete process.env['DOTENV_TEST_A'];
    delete process.env['DOTENV_TEST_B'];
  });

  test('a .env file adds variables to the environment and overrides none', () => {
    process.env['DOTENV_TEST_A'] = 'set';
    loadDotEnv(temporaryFile('.env', 'DOTENV_TEST_A=file\nDOTENV_TEST_B="two words" # comment\n'));
    expect([process.env['DOTENV_TEST_A'], process.env['DOTENV_TEST_B']]).toEqual(['set', 'two words']);
  });

  test('a .env file may begin with a byte order mark', () => {
    loadDotEnv(temporaryFile('.env', '\uFEFFDOTENV_TEST_A=first\n'));
    expect(process.env['DOTENV_TEST_A']).toBe('first');
  });

  test('a .env file may be missing', () => {
    expect(() => loadDotEnv(temporaryFile('missing'))).not.toThrow();
  });

  test.each([
    ['a folder', temporaryFolder()],
    ['text in UTF-16, as PowerShell writes it', temporaryFile('.env', Buffer.from('\uFEFFDOTENV_TEST_A=1\n', 'utf16le'))],
    ['text in Latin-1', temporaryFile('.env', Buffer.from('DOTENV_TEST_A=clé\n', 'latin1'))],
  ])('%s in the place of a .env file is refused by name', (_what, path) => {
    expect(() => loadDotEnv(path)).toThrow(ConfigError);
    expect(() => loadDotEnv(path)).toThrow(path);
    expect(process.env['DOTENV_TEST_A']).toBeUndefined();
  });

  test.each(['  # an indented comment\n', 'a canary without a sign\n', '\t', 'export\t', '  \n  '])(
    'no variable of a .env file is silently overlooked after %j',
    (before) => {
      try {
        loadDotEnv(temporaryFile('.env', `DOTENV_TEST_B=1\n\n${before}DOTENV_TEST_A=canary\n`));
        expect(process.env['DOTENV_TEST_A']).toBe('canary');
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError);
        expect((error as Error).message).toMatch(/ precedes DOTENV_TEST_A,/);
        expect((error as Error).message).not.toMatch(/canary/);
      }
    },
  );

  test('an indented comment that contains an assignment is ignored', () => {
    loadDotEnv(temporaryFile('.env', 'DOTENV_TEST_B=1\n  # DOTENV_TEST_A=1\n'));
    expect([process.env['DOTENV_TEST_A'], process.env['DOTENV_TEST_B']]).toEqual([undefined, '1']);
  });
});
