/*
 * What the documents refer to exists: links to files and headings, section signs to the interface, names to settings, paths to files.
 * docs/library.md names every option.
 */

import { dirname, join, normalize } from 'node:path';
import { parseEnv } from 'node:util';
import { buildSchema, parse, validate } from 'graphql';
import { readConfig } from '../../src/config/config.js';
import { checkOptions } from '../../src/config/library-options.js';
import { settingNames } from '../../src/config/settings.js';
import { filesBelow, textOf } from './files.js';

const files = new Set(filesBelow());
const documents = [...files].filter((path) => path.endsWith('.md'));
const interfaceDocument = 'docs/event-service-interface.md';

/** The text of a document without its blocks of code, whose brackets are no links and whose # are no headings. */
const proseOf = (path: string): string => textOf(path).replaceAll(/^```.*?^```/gms, '');

/** A heading as GitHub names it in an address: https://github.com/Flet/github-slugger has the rule. */
function anchorOf(heading: string): string {
  const shown = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
  return shown
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

const headingsOf = (path: string): string[] => [...proseOf(path).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!);

test('every block of code begins on the line after its fence: what follows the language is not shown', () => {
  expect(documents.filter((path) => /^ *```\S+ +\S/m.test(textOf(path)))).toEqual([]);
});

test('every link leads to a file of the repository, and to a heading in it', () => {
  const dead = documents.flatMap((path) =>
    [...proseOf(path).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target]) => target!)
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => {
        const [file = '', anchor] = target.split('#');
        const linked = file === '' ? path : normalize(join(dirname(path), file));
        const isThere = files.has(linked) || [...files].some((known) => known.startsWith(`${linked.replace(/\/$/, '')}/`));
        return (
          !isThere ||
          (anchor !== undefined && linked.endsWith('.md') && !headingsOf(linked).some((heading) => anchorOf(heading) === anchor))
        );
      })
      .map((target) => `${path}: ${target}`),
  );
  expect(dead).toEqual([]);
});

test('every section that a file cites is a heading of the interface document', () => {
  const sections = new Set(headingsOf(interfaceDocument).flatMap((heading) => /^(\d+(?:\.\d+)?)\.? /.exec(heading)?.[1] ?? []));
  const cited = [...files]
    // The records and endpoints of docs/adding.md are invented.
    .filter((path) => path !== 'docs/adding.md' && /^(src|test|docs|tools|examples|bench|schema)\/.*\.(ts|tsx|mjs|md|graphql)$/.test(path))
    .flatMap((path) => [...textOf(path).matchAll(/§(\d+(?:\.\d+)?)/g)].map(([, section]) => ({ path, section: section! })));
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(({ section }) => !sections.has(section))).toEqual([]);
});

test('every quoted name that begins like a group of settings is a setting', () => {
  const group = /`((?:ADMIN|AUTH|CACHE|CHECK_IN_HOOK|EVENT_SERVICE|LOG|MAX|REDIS|SANDBOX|SHUTDOWN|TRUSTED)_[A-Z_]*[A-Z])`/g;
  const quoted = documents.flatMap((path) => [...textOf(path).matchAll(group)].map(([, name]) => ({ path, name: name! })));
  expect(quoted.length).toBeGreaterThan(50);
  expect(quoted.filter(({ name }) => !(settingNames as readonly string[]).includes(name))).toEqual([]);
});

const folders = new Set([...files].flatMap((path) => path.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/'))));
/** Files that `npm run compose` writes, and those of the noun that a reader of docs/adding.md adds. */
const isCreated = (path: string) => /^schema\/supergraph\.|\bhalls?\b/.test(path);

test('every path that a document quotes exists', () => {
  const missing = documents.flatMap((path) =>
    [...textOf(path).matchAll(/`((?:src|test|docs|tools|examples|schema|bench|bin|deploy|\.ci)\/[\w./-]+)`/g)]
      .map(([, quoted]) => quoted!.replace(/\/$/, ''))
      .filter((quoted) => !files.has(quoted) && !folders.has(quoted) && !isCreated(quoted))
      .map((quoted) => `${path}: ${quoted}`),
  );
  expect(missing).toEqual([]);
});

test('every operation that a document shows for Event Graph itself is valid', () => {
  const schema = buildSchema(textOf('schema/event-graph.client.graphql'));
  const shown = ['README.md', 'docs/connecting.md', 'docs/clients.md', 'docs/apps.md'].flatMap((path) => [
    ...[...textOf(path).matchAll(/"query":\s+("(?:[^"\\]|\\.)+")/g)].map(([, query]) => JSON.parse(query!) as string),
    ...[...textOf(path).matchAll(/^```graphql\n(.*?)^```/gms)].map(([, block]) => block!),
  ]);
  expect(shown.length).toBeGreaterThan(4);
  const whole = shown.filter((text) => !text.includes('…'));
  expect(whole.flatMap((text) => validate(schema, parse(text)))).toEqual([]);
});

test('the settings that the page on the first connection shows start a live program', () => {
  const file = /^```sh\n(EVENT_SERVICE_URL=.*?)^```/ms.exec(textOf('docs/connecting.md'))![1]!;
  const env = parseEnv(file.replaceAll('…', 'key').replaceAll('<hash>', '0'.repeat(64)));
  expect(readConfig(env)).toMatchObject({ mode: 'live', auth: { required: true } });
});

test('docs/library.md names every option', async () => {
  const wrong = { 'no option': 1, service: { 'no option': 1, signature: { 'no option': 1 } } };
  const { problems } = await checkOptions(wrong, true, async () => true);
  const known = problems.flatMap(({ expected }) => /expected one of (.*)$/.exec(expected)?.[1]!.split(', ') ?? []);
  expect(known.length).toBeGreaterThan(20);
  expect(known.filter((name) => !new RegExp(`\`(service\\.)?${name}\``).test(textOf('docs/library.md')))).toEqual([]);
});

test('a suite mirrors a source of its name, or is in a folder that test/README.md lists', () => {
  const listed = [...textOf('test/README.md').matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, names]) => names!.match(/[\w-]+/g)!);
  const isMirrored = (suite: string): boolean =>
    files.has(`src/${suite}.ts`) || (/\.[^./]*$/.test(suite) && isMirrored(suite.replace(/\.[^./]*$/, '')));
  const suites = [...files].flatMap((path) => /^test\/(.*)\.test\.ts$/.exec(path)?.[1] ?? []);
  expect(listed).toContain('faults');
  expect(suites.filter((suite) => !listed.includes(suite.split('/')[0]!) && !isMirrored(suite))).toEqual([]);
});
