/* docs/settings.md and .env.example are those of the rows of src/config/settings.ts. */

import { settings } from '../../src/config/settings.js';
import { envExample, withSettingsTables } from '../../tools/docs/settings.js';
import { textOf } from './files.js';

test('docs/settings.md and .env.example are what npm run docs writes', () => {
  expect(withSettingsTables(textOf('docs/settings.md'))).toBe(textOf('docs/settings.md'));
  expect(envExample()).toBe(textOf('.env.example'));
});

test('a section without a table on the page is an error that names it', () => {
  const page = textOf('docs/settings.md').replace(/^## Cache$/m, '## Caches');
  expect(() => withSettingsTables(page)).toThrow('docs/settings.md lacks the heading "## Cache" with a table below it');
});

test('every default is a value that its setting accepts, and every name is that of one setting', () => {
  for (const setting of settings) {
    const texts = typeof setting.default === 'string' ? [setting.default] : Object.values(setting.default ?? {});
    for (const text of texts) expect({ name: setting.name, value: setting.kind.read(text) }).not.toHaveProperty('value', undefined);
  }
  expect(new Set(settings.map(({ name }) => name)).size).toBe(settings.length);
});
