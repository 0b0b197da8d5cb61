/* What happens at the start: the files are read, and every document is parsed, validated and measured. */

import { ConfigError } from '../../../../src/config/config.js';
import { startChild } from '../../../support/child-program.js';
import { fakeService, type FakeService } from '../../../support/fake-service.js';
import { programOver, type ProgramUnderTest } from '../../../support/program.js';
import { apolloManifest, sha256, trustedFolder } from '../../../support/trusted-files.js';

const fitting = 'query Fitting { activities { id } }';
const folder = trustedFolder();
let service: FakeService;

beforeAll(async () => {
  service = await fakeService({});
});

/** Starts the program with files by name and content. @returns its problems if it does not start, else its log lines at level warn */
async function started(
  files: Readonly<Record<string, unknown>>,
  env: Record<string, string> = {},
): Promise<{ problems: string[]; warnings: Record<string, unknown>[]; loaded: unknown }> {
  const paths = Object.entries(files).map(([name, content]) => folder.write(name, content));
  let program: ProgramUnderTest;
  try {
    program = await programOver(service.url, { TRUSTED_DOCUMENTS_FILE: paths.join(','), ...env });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { problems: error.problems.map(({ setting, expected }) => `${setting}: ${shortened(expected)}`), warnings: [], loaded: null };
  }
  const lines = program
    .logs()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  await program.close();
  const warnings = lines
    .filter(({ level }) => level === 40)
    .map(({ level: _level, time: _time, file, ...fields }) => ({
      ...fields,
      ...(file !== undefined && { file: shortened(file as string) }),
    }));
  return { problems: [], warnings, loaded: lines.find(({ msg }) => msg === 'Trusted documents are loaded')?.['documents'] };
}

const shortened = (text: string) => text.replaceAll(`${folder.folder}/`, '');

describe.each(['report', 'require'])('with TRUSTED_DOCUMENTS=%s', (mode) => {
  const env = { TRUSTED_DOCUMENTS: mode };
  const general =
    "TRUSTED_DOCUMENTS_FILE: expected files that can be read: Apollo's manifests, or maps of ids to documents, no id with two texts; ";

  test('the documents of every file of every format are loaded', async () => {
    const apollo = apolloManifest({ [sha256(fitting)]: fitting, second: '{ activities { name: id } }' });
    const { problems, warnings, loaded } = await started({ 'apollo.json': apollo, 'relay.json': { one: fitting, two: fitting } }, env);
    expect({ problems, warnings, loaded }).toEqual({ problems: [], warnings: [], loaded: 4 });
  });

  test('a file may begin with a byte order mark', async () => {
    const { problems, loaded } = await started({ 'marked.json': `\uFEFF${JSON.stringify({ one: fitting })}` }, env);
    expect({ problems, loaded }).toEqual({ problems: [], loaded: 1 });
  });

  const operations = (...entries: unknown[]) => ({ ...apolloManifest({}), operations: entries });
  const neither = 'is neither a manifest of Apollo ("format": "apollo-persisted-query-manifest", version 1) nor a map of ids to documents';
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
  ])('a file of neither format is a bad setting: %s', async (_what, content, expected) => {
    expect((await started({ 'bad.json': content }, env)).problems).toEqual([`${general}bad.json ${expected}`]);
  });

  test('a file that cannot be read is a bad setting, and every bad file is named', async () => {
    const files = [`${folder.folder}/missing.json`, folder.write('list.json', [])].join(',');
    expect((await started({}, { ...env, TRUSTED_DOCUMENTS_FILE: files })).problems).toEqual([
      `${general}missing.json cannot be read (ENOENT)`,
      `${general}list.json ${neither}`,
    ]);
  });

  test.each([
    ['in two files', { 'a.json': { same: fitting }, 'b.json': { same: '{ activities { id } }' } }, 'same', 'a.json and b.json'],
    [
      'as an id and as the hash of another text',
      { 'a.json': { [sha256(fitting)]: '{ activities { id } }', other: fitting } },
      sha256(fitting),
      'a.json',
    ],
    [
      'in one manifest',
      { 'a.json': operations({ id: 'same', body: fitting }, { id: 'same', body: '{ activities { id } }' }) },
      'same',
      'a.json',
    ],
  ])('one id with two texts is a bad setting: %s', async (_where, files, id, named) => {
    expect((await started(files, env)).problems).toEqual([`${general}the id ${id} stands for two texts, in ${named}`]);
  });

  test('one id with one text in two files is not a problem', async () => {
    expect((await started({ 'a.json': { same: fitting }, 'b.json': { same: fitting } }, env)).problems).toEqual([]);
  });

  const misfits = [
    ['no GraphQL', 'query Broken { activities {', '(without a name)', 'Syntax Error: Expected Name, found <EOF>. (line 1, column 28)'],
    [
      'an unknown field',
      'query A { nope } query B { activities { id } }',
      'A, B',
      'Cannot query field "nope" on type "Query". (line 1, column 11)',
    ],
    [
      'an invalid literal, which is not quoted',
      '{ activity(id: {a: 1}) { id } }',
      '(without a name)',
      'Invalid value: expected type "ID". (line 1, column 16)',
    ],
    [
      'introspection where it is off',
      'query Schema { __schema { queryType { name } } }',
      'Schema',
      'Introspection is off. Read the schema from its file, or ask the operator to turn on INTROSPECTION. (line 1, column 16)',
    ],
    ['only a fragment', 'fragment F on Activity { id }', '(without a name)', 'Fragment "F" is never used. (line 1, column 1)'],
  ] as const;

  test.each(misfits)(
    'a document that does not fit the schema is named with its file, id, operation and reason: %s',
    async (_what, text, operation, reason) => {
      const { problems, warnings } = await started({ 'app.json': { bad: text, good: fitting } }, env);
      if (mode === 'require') {
        expect(problems).toEqual([
          `TRUSTED_DOCUMENTS_FILE: expected documents that fit the schema; in app.json, id bad, operation ${operation}: ${reason}`,
        ]);
      } else {
        const msg = 'A trusted document does not fit the schema: requests with it are refused';
        expect({ problems, warnings }).toEqual({ problems: [], warnings: [{ file: 'app.json', id: 'bad', operation, reason, msg }] });
      }
    },
  );

  test.each([
    ['MAX_DEPTH', '{ activity { schedule { days { items { id } } } } }', { MAX_DEPTH: '3' }],
    ['MAX_COST', '{ activity { attendees(first: 100) { nodes { id } } } }', { MAX_COST: '100' }],
    ['MAX_TOKENS', `{ activities { ${'id '.repeat(50)} } }`, { MAX_TOKENS: '40' }],
    ['MAX_ALIASES', '{ activities { a: id } }', { MAX_ALIASES: '0' }],
    ['MAX_COST', 'query($first: Int = 100) { activity { attendees(first: $first) { nodes { id } } } }', { MAX_COST: '100' }],
  ])('a document beyond %s causes a warning with its file, id and limit: %s', async (limit, text, limits) => {
    const { problems, warnings } = await started({ 'app.json': { large: text } }, { ...env, ...limits });
    const msg = 'A trusted document exceeds a limit with any variables: requests with it are refused';
    expect({ problems, warnings }).toEqual({ problems: [], warnings: [{ file: 'app.json', id: 'large', limit, msg }] });
  });

  test.each([
    ['a page size', 'query($first: Int!) { activity { attendees(first: $first) { nodes { id } } } }', { MAX_COST: '30' }],
    ['a list of ids', 'query($ids: [ID!]!) { attendeesByIds(ids: $ids) { id } }', { MAX_COST: '9' }],
    [
      'conditions that exclude each other',
      'query($a: Boolean!, $b: Boolean!) { activity { x: id @include(if: $a) id @skip(if: $a) ... @include(if: $b) { y: id } } }',
      { MAX_ALIASES: '0' },
    ],
  ])('a variable without a default counts the least: %s', async (_what, text, limits) => {
    const { problems, warnings } = await started({ 'app.json': { small: text } }, { ...env, ...limits });
    expect({ problems, warnings }).toEqual({ problems: [], warnings: [] });
  });
});

test('a bad file ends the process with 78', async () => {
  const file = folder.write('process.json', { bad: '{ nope }' });
  await expect(startChild({ TRUSTED_DOCUMENTS_FILE: file, TRUSTED_DOCUMENTS: 'require' })).rejects.toThrow(
    /ended with 78: Bad settings:\n {2}TRUSTED_DOCUMENTS_FILE: expected documents that fit the schema; in .*process\.json, id bad, operation \(without a name\): Cannot query field "nope"/,
  );
});
