/* docs/settings.md lists every setting with its default and what it accepts, as src/config has them. */

import { readConfig } from '../../src/config/config.js';
import { settingNames, settings, type SettingName } from '../../src/config/settings.js';
import { signatureAlgorithms } from '../../src/records/signature.js';
import { textOf } from './files.js';

const page = textOf('docs/settings.md');

/** The default of a row. A long one is `below`: in a block under the table. */
const defaultOf = (name: string, cell: string): string => {
  if (cell !== 'below') return cell;
  const [, value] = new RegExp(`^${name}=(.+)$`, 'm').exec(page) ?? [];
  if (value === undefined) throw new Error(`docs/settings.md has no line ${name}=… below the table`);
  return `\`${value}\``;
};

/** The rows of the tables: name, default, accepted values. A pipe inside a cell does not occur. */
const rows = [...page.matchAll(/^\| `([A-Z][A-Z\d_]+)` \| ([^|]+) \| ([^|]+) \|/gm)].map(([, name, cell, accepts]) => ({
  name: name as SettingName,
  fallback: defaultOf(name!, cell!),
  accepts: accepts!,
}));

const sandbox = {};
const live = {
  EVENT_SERVICE_URL: 'https://events.example.com',
  EVENT_SERVICE_PUBLIC_KEY: 'public',
  EVENT_SERVICE_PRIVATE_KEY: 'private',
  EVENT_SERVICE_ACTIVITY_IDS: '1001',
  AUTH_ROUTER_SECRETS: 'a-secret-of-at-least-32-characters',
};

/** The default of a mode as text: `x` for both modes, or `sandbox x, live y`. Undefined where the mode has none. */
const defaultIn = (mode: 'sandbox' | 'live', cell: string): string | undefined =>
  (/^`([^`]+)`$/.exec(cell) ?? new RegExp(`\\b${mode} \`([^\`]+)\``).exec(cell))?.[1];

test('docs/settings.md has one row for each setting', () => {
  expect(rows.map(({ name }) => name).toSorted()).toEqual(settingNames.toSorted());
});

test.each(rows)('the default of $name is what docs/settings.md shows', ({ name, fallback }) => {
  const modes = [['sandbox', sandbox] as const, ['live', live] as const];
  // A default may be that of another setting.
  const stated = rows.find((other) => fallback === `\`${other.name}\``)?.fallback ?? fallback;
  const written = modes.map(([mode, env]) => ({ env, text: defaultIn(mode, stated) })).filter(({ text }) => text !== undefined);
  expect(written.map(({ env, text }) => readConfig({ ...env, [name]: text }))).toEqual(written.map(({ env }) => readConfig(env)));
});

test('docs/settings.md shows every algorithm of signatures', () => {
  const { accepts } = rows.find(({ name }) => name === 'EVENT_SERVICE_SIGNATURE_ALGORITHM')!;
  expect(signatureAlgorithms.filter((name) => !accepts.split(/[^\w-]+/).includes(name))).toEqual([]);
});

test('every setting is read by config.ts, before the program is loaded, or by a rule', () => {
  const code =
    textOf('src/config/config.ts') +
    textOf('src/config/before-loading.ts') +
    textOf('src/config/rules.ts') +
    textOf('src/config/contradictions.ts');
  expect(settingNames.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
});

const withoutDefault = rows.filter(({ fallback }) => fallback === 'none');

test.each(withoutDefault)('$name has no default', ({ name }) => {
  expect([undefined, []]).toContainEqual(settings.parse({})[name]);
});

test.each(rows.filter(({ accepts }) => /^\d+ to \d+$/.test(accepts)))('$name accepts $accepts', ({ name, accepts }) => {
  const [least, most] = accepts.split(' to ').map(Number) as [number, number];
  const accepted = (number: number) => settings.safeParse({ [name]: `${number}` }).success;
  expect([least - 1, least, most, most + 1].map(accepted)).toEqual([false, true, true, false]);
});
