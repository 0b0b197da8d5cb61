/* Trusted documents at the start: the files that are read, and what is wrong with a document. */

import { readConfig } from '../../../src/config/config.js';
import type { ConfigError } from '../../../src/config/environment.js';
import { loadTrustedDocuments } from '../../../src/program/files.js';
import { noOperationsFile } from '../../../src/records/operations-file.js';
import { createPrepare } from '../../../src/server/operations/prepare.js';
import { readTrustedFiles } from '../../../src/server/operations/trusted-documents.js';
import { sha256 } from '../../support/program.js';
import { schemaWith } from '../../support/schemas.js';
import { temporaryFile } from '../../support/temporary-files.js';
import { apolloManifest } from '../../support/trusted-files.js';

const fitting = 'query Fitting { activities { id } }';
const another = '{ activities { id } }';
const shortened = (text: string) => text.replaceAll(/\/\S*\//g, '');

describe('files', () => {
  /** Reads files with these contents by name. */
  function read(contents: Readonly<Record<string, unknown>>) {
    const { documents, problems } = readTrustedFiles(Object.entries(contents).map(([name, content]) => temporaryFile(name, content)));
    return { count: documents.length, problems: problems.map(shortened) };
  }

  const operations = (...entries: unknown[]) => ({ ...apolloManifest({}), operations: entries });
  const neither = 'is neither a manifest of Apollo ("format": "apollo-persisted-query-manifest", version 1) nor a map of ids to documents';

  test.each([
    [
      'of both formats',
      { 'apollo.json': apolloManifest({ [sha256(fitting)]: fitting, b: another }), 'relay.json': { one: fitting, two: fitting } },
      4,
    ],
    ['with a byte order mark', { 'marked.json': `\uFEFF${JSON.stringify({ one: fitting })}` }, 1],
    ['with one id for one text', { 'a.json': { same: fitting }, 'b.json': { same: fitting } }, 2],
  ])('the documents of every file are read: %s', (_what, contents, count) => {
    expect(read(contents)).toEqual({ count, problems: [] });
  });

  test.each([
    ['no JSON', '{', 'is not JSON'],
    ['a list', [fitting], neither],
    ['a text', '"x"', neither],
    ['a map of other values', { one: 1 }, neither],
    ['a map with a blank text', { one: '' }, neither],
    ['a manifest of another version', { ...apolloManifest({ a: fitting }), version: 2 }, neither],
    ['a manifest of another format', { ...apolloManifest({ a: fitting }), format: 'another' }, neither],
    ['a manifest without operations', { ...apolloManifest({}), operations: undefined }, neither],
    ['an operation without an id', operations({ body: fitting }), neither],
    ['an operation without a body', operations({ id: 'a', body: null }), neither],
    ['a map with an id twice', '{"one": "{ a }", "one": "{ b }"}', 'has several members named one in one object'],
  ])('a file of neither format is a problem: %s', (_what, content, expected) => {
    expect(read({ 'bad.json': content }).problems).toEqual([`bad.json ${expected}`]);
  });

  test('every file of trusted documents that cannot be read is named', () => {
    const { problems } = readTrustedFiles([temporaryFile('missing.json'), temporaryFile('list.json', [])]);
    expect(problems.map(shortened)).toEqual(['missing.json cannot be read (ENOENT)', `list.json ${neither}`]);
  });

  test.each([
    ['in two files', { 'a.json': { same: fitting }, 'b.json': { same: another } }, 'same', 'a.json and b.json'],
    ['as an id and as the hash of another text', { 'a.json': { [sha256(fitting)]: another, other: fitting } }, sha256(fitting), 'a.json'],
    ['in one manifest', { 'a.json': operations({ id: 'same', body: fitting }, { id: 'same', body: another }) }, 'same', 'a.json'],
  ])('one id with two texts is a problem: %s', (_where, contents, id, named) => {
    expect(read(contents).problems).toEqual([`the id ${id} stands for two texts, in ${named}`]);
  });
});

describe('documents', () => {
  const schema = schemaWith({ typePrefix: null, relayNode: false, operations: noOperationsFile });

  /** Loads a text as a trusted document. @returns the fields of the warnings, or the problems that stop the start */
  function load(text: string, mode: 'report' | 'require' = 'report', env: Record<string, string> = {}) {
    const { limits, server } = readConfig({ INTROSPECTION: 'false', ...env });
    const prepare = createPrepare({
      schema,
      limits: { ...limits, maxBodyBytes: server.maxBodyBytes, maxPageSize: 100, maxIds: 100, activityIds: [] },
      introspection: server.introspection,
      maxTokens: server.maxTokens,
    });
    const warnings: object[] = [];
    const log = { info: () => {}, warn: (fields: object) => void warnings.push(fields) };
    try {
      loadTrustedDocuments([{ file: 'app.json', id: 'a', text }], { files: ['app.json'], mode }, prepare, log);
      return warnings;
    } catch (error) {
      return (error as ConfigError).problems.map(({ expected }) => expected);
    }
  }

  test.each([
    ['query Broken { activities {', '(without a name)', 'Syntax Error: Expected Name, found <EOF>. (line 1, column 28)'],
    ['query A { nope } query B { activities { id } }', 'A, B', 'Cannot query field "nope" on type "Query". (line 1, column 11)'],
    // The literal is not quoted.
    ['{ activity(id: {a: 1}) { id } }', '(without a name)', 'Invalid value: expected type "ID". (line 1, column 16)'],
    [
      '{ activity { schedule(from: "x") { totalCount } } }',
      '(without a name)',
      'Expected a calendar date, YYYY-MM-DD. (line 1, column 29)',
    ],
    [
      'query Schema { __schema { queryType { name } } }',
      'Schema',
      'Introspection is off. Read the schema from its file, or ask the operator to turn on INTROSPECTION. (line 1, column 16)',
    ],
    ['fragment F on Activity { id }', '(without a name)', 'Fragment "F" is never used. (line 1, column 1)'],
  ])('one that does not fit the schema is named, and stops the start under require: %s', (text, operation, reason) => {
    expect(load(text)).toEqual([{ file: 'app.json', id: 'a', operationName: operation, reason }]);
    expect(load(text, 'require')).toEqual([`in app.json, id a, operation ${operation}: ${reason}; expected documents that fit the schema`]);
  });

  test.each([
    ['MAX_DEPTH', '{ activity { schedule { days { items { id } } } } }', '3'],
    ['MAX_COST', '{ activity { attendees(first: 100) { nodes { id } } } }', '100'],
    ['MAX_TOKENS', `{ activities { ${'id '.repeat(50)} } }`, '40'],
    ['MAX_ALIASES', '{ activities { a: id } }', '0'],
    ['MAX_COST', 'query($first: Int = 100) { activity { attendees(first: $first) { nodes { id } } } }', '100'],
  ])('one beyond %s causes a warning with its file, id and limit, also under require: %s', (limit, text, maximum) => {
    for (const mode of ['report', 'require'] as const)
      expect(load(text, mode, { [limit]: maximum })).toMatchObject([{ file: 'app.json', id: 'a', limit }]);
  });

  test.each([
    ['a page size', 'query($first: Int!) { activity { attendees(first: $first) { nodes { id } } } }', { MAX_COST: '30' }],
    ['a list of ids', 'query($ids: [ID!]!) { attendeesByIds(ids: $ids) { id } }', { MAX_COST: '9' }],
    [
      'conditions that exclude each other',
      'query($a: Boolean!, $b: Boolean!) { activity { x: id @include(if: $a) id @skip(if: $a) ... @include(if: $b) { y: id } } }',
      { MAX_ALIASES: '0' },
    ],
  ])('a variable without a default counts the least: %s', (_what, text, env) => {
    expect(load(text, 'require', env)).toEqual([]);
  });
});
