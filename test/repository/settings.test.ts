/* The rows of src/config/settings.ts. `npm run check` compares docs/settings.md and .env.example with them. */

import { settings } from '../../src/config/settings.js';

test('every default is a value that its setting accepts, and every name is that of one setting', () => {
  for (const setting of settings) {
    const texts = typeof setting.default === 'string' ? [setting.default] : Object.values(setting.default ?? {});
    for (const text of texts) expect({ name: setting.name, value: setting.kind.read(text) }).not.toHaveProperty('value', undefined);
  }
  expect(new Set(settings.map(({ name }) => name)).size).toBe(settings.length);
});
