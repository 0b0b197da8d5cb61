/* docs/adding.md, done: a copy of the sources to which its field and its list are added answers with both. */

import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type * as support from '../support/counted-sandbox.js';
import { textOf } from './files.js';

/** By file, its text if it is new, or the beginnings of lines with what is added above the first of each. */
type Additions = Readonly<Record<string, string | readonly (readonly [line: string, added: string])[]>>;

const field: Additions = {
  'src/records/category.ts': [
    ["    intro: optionalText('intro'", `    shortName: optionalText('short_name', 'The short name; null if empty.'),`],
  ],
  'src/sandbox/seed/articles.ts': [['    parent_id,\n', `    short_name: name.slice(0, 4),`]],
};

const list: Additions = {
  'src/records/hall.ts': `import { int, text } from './fields.js';
import { entity } from './record.js';

export class Hall extends entity('hall', {
  description: 'A hall.',
  scope: 'content:read',
  people: 'none',
  fields: { name: text('name', 'The name.'), seats: int('seats', 'The number of seats.') },
}) {}
`,
  'src/records/records.ts': [['export ', `export { Hall } from './hall.js';`]],
  'src/records/content-kind.ts': [['  schedule: {', `  halls: { ttlSeconds: 60, entity: 'hall' },`]],
  'src/service/endpoints.ts': [
    ['import ', `import { Hall } from '../records/hall.js';`],
    [
      '/** The endpoints by name',
      `export const listHalls: ContentEndpoint<'halls', void, readonly Hall[]> = {
  name: 'listHalls',
  section: '4.99',
  method: 'POST',
  path: '/api/hall/getList',
  auth: 'service',
  repeatableBy: 'transport',
  cachedAs: 'halls',
  secrets: noSecrets,
  encode: () => ({ form: [] }),
  decode: (envelope, activityId) => recordsOfData(envelope, (record, position) => new Hall(record, position, activityId)),
};`,
    ],
    ['  ssoLogin,\n', '  listHalls,'],
  ],
  'src/domain/activities.ts': [
    [
      '  readonly tickets =',
      `  readonly halls = new EntityList(() => this.upstream.read(endpoints.listHalls, this.activityId, undefined));`,
    ],
  ],
  'src/graph/types/activity.ts': [
    ['import ', `import { Hall } from '../../records/hall.js';`],
    [
      "  @Access('content:read')",
      `  @Access('content:read')
  @Reads({ content: 'halls' })
  @FieldResolver(() => [Hall], { nullable: true, description: 'The halls.' })
  halls(@Root() activity: Activity): Promise<readonly Hall[]> {
    return activity.halls.all();
  }`,
    ],
  ],
  'src/sandbox/endpoints.ts': [['  // §4.10', `  signed('POST /api/hall/getList', [], ({ activity }) => success(activity.seed.halls)),`]],
  'src/sandbox/seed/activities.ts': [
    ['    goods: conferenceGoods,', `    halls: [{ id: 701, name: 'Main hall', seats: 900 }],`],
    ['    goods: [],', '    halls: [],'],
  ],
};

const copy = mkdtempSync(join(tmpdir(), 'adding-'));

/** Adds to a file of the copy. @throws Error for a line that the file does not have */
function add([path, additions]: readonly [string, Additions[string]]): void {
  const file = join(copy, path);
  if (typeof additions === 'string') return writeFileSync(file, additions);
  let text = readFileSync(file, 'utf8');
  for (const [line, more] of additions) {
    if (!text.includes(`\n${line}`)) throw new Error(`${path} has no line that begins: ${line}`);
    text = text.replace(`\n${line}`, () => `\n${more}\n${line}`);
  }
  writeFileSync(file, text);
}

let added: support.CountedSandbox;
beforeAll(async () => {
  for (const folder of ['src', 'test/support']) cpSync(folder, join(copy, folder), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  for (const additions of [field, list]) Object.entries(additions).forEach(add);
  let countedSandbox!: typeof support.countedSandbox;
  // The types of the copy are not in the metadata that other suites share.
  jest.isolateModules(() => {
    ({ countedSandbox } = jest.requireActual<typeof support>(join(copy, 'test/support/counted-sandbox.ts')));
  });
  added = await countedSandbox();
});

test.each([
  ['A field', field],
  ['A list', list],
])('the sources that "%s" of docs/adding.md names are those that are changed', (title, additions) => {
  const [, section] = new RegExp(`^## ${title}\n(.*?)^## `, 'ms').exec(textOf('docs/adding.md'))!;
  expect([...section!.matchAll(/^\| `(src\/.+?)` \|/gm)].map(([, path]) => path)).toEqual(Object.keys(additions));
});

test('a row in a record and a value in the sandbox add a field', async () => {
  const { data, errors } = await added.graph.run('{ activity { categories { name shortName } } }');
  expect(errors).toEqual([]);
  expect(data['activity'].categories[0]).toEqual({ name: 'News', shortName: 'News' });
});

test('the sources of a list add it with its entities, its global ids and its cache', async () => {
  const { data, errors, calls } = await added.cost(`{
    activity { halls { id name seats } }
    _entities(representations: [{ __typename: "Hall", id: "hall:1001:701" }]) { ... on Hall { name } }
  }`);
  expect(errors).toEqual([]);
  expect(data).toEqual({
    activity: { halls: [{ id: 'hall:1001:701', name: 'Main hall', seats: 900 }] },
    _entities: [{ name: 'Main hall' }],
  });
  expect(calls).toEqual({ 'hall/getList': 1 });
});
