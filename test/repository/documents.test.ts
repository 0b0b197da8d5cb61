/*
 * What the documents refer to exists: links to files and headings, section signs to the interface, names to settings, paths to files,
 * commands to scripts.
 */

import { dirname, join, normalize } from 'node:path';
import { parseEnv } from 'node:util';
import { buildSchema, parse, validate } from 'graphql';
import { optionKinds } from '../../src/assembly/library/option-kinds.js';
import { readConfig } from '../../src/config/config.js';
import { settingNames } from '../../src/config/settings.js';
import { checkIds } from '../../src/doctor/check.js';
import { documentedScopes } from '../../src/model/caller.js';
import { attemptOutcomes } from '../../src/model/calls/attempt-outcome.js';
import { createMetrics } from '../../src/server/telemetry/metrics/metrics.js';
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

test('the second line of every table is its delimiter, and no other line is', () => {
  const tables = documents.flatMap((path) =>
    [...proseOf(path).matchAll(/^(?:\|.*\n)+/gm)].map(([table]) => ({ path, rows: table.trimEnd().split('\n') })),
  );
  expect(tables.length).toBeGreaterThan(100);
  const isDelimiter = (row: string) => /^\|(?: *:?-+:? *\|)+$/.test(row);
  const broken = tables.filter(({ rows }) => rows.findIndex(isDelimiter) !== 1 || rows.findLastIndex(isDelimiter) !== 1);
  expect(broken.map(({ path, rows }) => `${path}: ${rows[0]!}`)).toEqual([]);
});

test('documents state the versions of Node that package.json admits', () => {
  const { engines } = JSON.parse(textOf('package.json')) as { engines: { node: string } };
  const admitted = engines.node.split(' || ').map((range) => range.replace('^', ''));
  const stated = documents.flatMap((path) => [...textOf(path).matchAll(/\b(20\.20), (\d+) (?:or|and) (\d+)/g)]);
  expect(stated.length).toBeGreaterThan(2);
  for (const [, ...versions] of stated) expect(versions).toEqual(admitted);
});

test('every section that a file cites is a heading of the interface document', () => {
  const sections = new Set(headingsOf(interfaceDocument).flatMap((heading) => /^(\d+(?:\.\d+)?)\.? /.exec(heading)?.[1] ?? []));
  const cited = [...files]
    .filter((path) => /^(src|test|docs|tools|examples|bench|schema)\/.*\.(ts|tsx|mjs|md|graphql)$/.test(path))
    .flatMap((path) => [...textOf(path).matchAll(/§(\d+(?:\.\d+)?)/g)].map(([, section]) => ({ path, section: section! })));
  expect(cited.length).toBeGreaterThan(100);
  // That of an endpoint which a test invents.
  const known = (path: string, section: string) =>
    sections.has(section) || (path === 'test/repository/compiler.test.ts' && section === '4.99');
  expect(cited.filter(({ path, section }) => !known(path, section))).toEqual([]);
});

/** The codes of the error classes. */
const codes = [...files]
  .filter((path) => path.startsWith('src/model/'))
  .flatMap((path) => [...textOf(path).matchAll(/readonly code = '([A-Z_]+)'/g)].map(([, code]) => code!));

/** Causes of failures, as the log has them. */
const causes = [
  ...`${textOf('src/model/calls/failure-cause.ts')}${textOf('src/model/upstream-errors.ts')}`.matchAll(/'([A-Z]+_[A-Z_]+)'/g),
].map(([, cause]) => cause!);

/** Codes without an error class of ours, and the status of a registrant that was not found. */
const otherCodes = ['NOT_FOUND', 'GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'PERSISTED_QUERY_NOT_FOUND', 'INTERNAL_SERVER_ERROR'];

/** Variables that the SDK of OpenTelemetry reads itself. */
const otelVariables = ['OTEL_SERVICE_NAME', 'OTEL_RESOURCE_ATTRIBUTES', 'OTEL_TRACES_SAMPLER', 'OTEL_EXPORTER_OTLP_HEADERS'];

test('every name in capitals that a document quotes is a setting, an error code, or a value of an enum', () => {
  const enums = [...textOf('schema/event-graph.graphql').matchAll(/^enum \w+ \{(.*?)^\}/gms)].flatMap(
    ([, body]) => body!.match(/\b[A-Z_]+\b/g) ?? [],
  );
  const foreign = [
    'NODE_ENV',
    'NODE_EXTRA_CA_CERTS',
    'ROUTER_SECRET',
    'CHROMIUM',
    'HTTP_PROXY',
    'HTTPS_PROXY',
    'ALL_PROXY',
    'NO_PROXY',
    ...otelVariables,
    ...causes,
  ];
  const known = new Set<string>([...settingNames, ...codes, ...otherCodes, ...enums, ...foreign]);
  const unknown = documents.flatMap((path) =>
    [...textOf(path).matchAll(/`([A-Z]+_[A-Z_]*[A-Z])`/g)]
      .map(([, name]) => name!)
      .filter((name) => !known.has(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

/** Files that `npm run compose` writes, and those that a reader of docs/adding.md creates. */
const created = new Set([
  'schema/supergraph.graphql',
  'schema/supergraph.no-auth.graphql',
  'schema/operations/halls.graphql',
  'src/model/hall.ts',
  'src/service/hall.ts',
  'src/graph/types/hall/hall.type.ts',
  'src/sandbox/endpoints/hall.ts',
  'test/graph/types/hall/hall.type.test.ts',
  'tools/field-mapping/hall.ts',
]);
const folders = new Set([...files].flatMap((path) => path.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/'))));
const topFolders = 'src|test|docs|tools|examples|schema|bench|bin|assets|\\.ci';
const stages = 'doctor|server|graph|domain|endpoint|transport|model|config|sandbox|assembly';

test('every path that a document quotes exists', () => {
  const missing = documents.flatMap((path) =>
    [...textOf(path).matchAll(new RegExp(`\`((?:${topFolders}|${stages})/[\\w./-]+)\``, 'g'))]
      .map(([, quoted]) => quoted!.replace(/\/$/, ''))
      .map((quoted) => (new RegExp(`^(?:${stages})/`).test(quoted) ? `src/${quoted}` : quoted))
      .filter((quoted) => !files.has(quoted) && !folders.has(quoted) && !created.has(quoted))
      .map((quoted) => `${path}: ${quoted}`),
  );
  expect(missing).toEqual([]);
});

test('every script that a document runs is in package.json, and every file that it starts exists', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
  const unknown = documents.flatMap((path) => [
    ...[...textOf(path).matchAll(/npm run (?:--silent )?([\w:-]+)/g)]
      .filter(([, name]) => !Object.hasOwn(scripts, name!))
      .map(([run]) => `${path}: ${run}`),
    ...[...textOf(path).matchAll(/node ((?:bin|examples|tools|bench)\/[\w./-]+)/g)]
      .filter(([, file]) => !files.has(file!))
      .map(([run]) => `${path}: ${run}`),
  ]);
  expect(unknown).toEqual([]);
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

test('no document runs the command by npx but the one that installs the package first', () => {
  expect(documents.filter((path) => /npx event-graph/.test(textOf(path)))).toEqual(['docs/library.md']);
});

const generated = 'docs/field-mapping.md';

test('a page of more than 150 lines has a table of contents', () => {
  const long = documents.filter((path) => path.startsWith('docs/') && path !== generated && textOf(path).split('\n').length > 150);
  expect(long.filter((path) => !/^\*\*Contents\*\*/m.test(textOf(path)))).toEqual([]);
});

test('a table of contents links to every part of its page, that of the interface to every section', () => {
  const missing = documents.flatMap((path) => {
    const [, contents] = /^\*\*Contents\*\*(.*?)^## /ms.exec(proseOf(path)) ?? [];
    if (contents === undefined) return [];
    const parts = [...proseOf(path).matchAll(path === interfaceDocument ? /^###? (.*)$/gm : /^## (.*)$/gm)];
    return parts.filter(([, heading]) => !contents.includes(`(#${anchorOf(heading!)})`)).map(([part]) => `${path}: Contents lacks ${part}`);
  });
  expect(missing).toEqual([]);
});

test('a decision begins with one sentence that states it, and has the same parts as the others', () => {
  const pages = documents.filter((path) => /^docs\/decisions\/\d/.test(path));
  expect(pages.length).toBeGreaterThan(10);
  const wrong = pages.filter(
    (path) =>
      !/^# \d+\. .+\n\n.+\.\n\nStatus: [^]*\n## Context\n[^]*\n## Decision\n[^]*\n## Consequences\n[^]*\n## When to revisit\n/.test(
        textOf(path),
      ),
  );
  expect(wrong).toEqual([]);
});

test('lines of prose have at most 160 characters', () => {
  const wide = documents.flatMap((path) =>
    textOf(path)
      .replaceAll(/^ *```.*?^ *```/gms, (block) => block.replaceAll(/[^\n]/g, ''))
      .split('\n')
      .flatMap((line, index) => (line.length > 160 && !/^ *\||^!\[/.test(line) ? [`${path}:${index + 1}`] : [])),
  );
  expect(wide).toEqual([]);
});

test('docs/observing.md lists every metric of the program, and no other', async () => {
  const served = [...(await createMetrics().text()).matchAll(/^# TYPE (event_graph_\w+)/gm)].map(([, name]) => name!);
  const listed = [...textOf('docs/observing.md').matchAll(/^\| `(event_graph_\w+)` \|/gm)].map(([, name]) => name!);
  expect(listed.toSorted()).toEqual(served.toSorted());
});

test('docs/observing.md lists every outcome of an attempt to call the service, and no other', () => {
  const table = /^\| `outcome` of an attempt to call the service \|.*?\n\n/ms.exec(textOf('docs/observing.md'))![0];
  const listed = [...table.matchAll(/^\| (`[a-z_`, ]+`) \|/gm)].flatMap(([, names]) => names!.replaceAll('`', '').split(', '));
  expect(listed.toSorted()).toEqual(attemptOutcomes.toSorted());
});

test('docs/connecting.md names every check of the doctor', () => {
  const named = textOf('docs/connecting.md');
  const kinds = new Set(checkIds.map((id) => id.replace(/§.*/, '§4.x')));
  expect([...kinds].filter((id) => !named.includes(`\`${id}\``))).toEqual([]);
});

test('docs/library.md names every option', () => {
  const named = textOf('docs/library.md');
  const isNamed = (path: string) => named.includes(`\`${path}\``) || named.includes(`\`${path.slice(path.lastIndexOf('.') + 1)}\``);
  expect([...optionKinds.keys()].filter((path) => !isNamed(path))).toEqual([]);
});

test('the table of scopes in docs/security.md has every documented scope, that of bound operations, and no other', () => {
  const [table] = /^\| Scope \| Opens \|.*?\n\n/ms.exec(textOf('docs/security.md'))!;
  const listed = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, scope]) => scope!);
  expect(listed.toSorted()).toEqual([...documentedScopes, 'operations:NAME'].toSorted());
});

test('the tables of codes in docs/errors.md have every code that the program sends, and no other', () => {
  const tables = [...textOf('docs/errors.md').matchAll(/^\| Code \|.*?\n\n/gms)].map(([table]) => table);
  const listed = tables.flatMap((table) => [...table.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, code]) => code!));
  const union = /^export type (?:ErrorCode|OperationCode) =([^;]*);$/gm;
  const sent = [...textOf('src/model/errors.ts').matchAll(union)].flatMap(([, members]) => members!.match(/[A-Z_]{2,}/g)!);
  expect(listed.toSorted()).toEqual([...new Set([...sent, ...codes, 'INTERNAL_SERVER_ERROR'])].toSorted());
});
