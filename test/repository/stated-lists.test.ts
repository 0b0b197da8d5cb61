/*
 * Lists in documents of what the code has: kinds of content and of entities, records, endpoints. Each has every member and no
 * other. A failure names the line to change.
 */

import { endpoints } from '../../src/endpoint/endpoints.js';
import { entityTypeNames } from '../../src/graph/entity-types.js';
import { boundRecords } from '../../src/model/bound/bound-operation.js';
import { cachedKinds, defaultTtlSeconds } from '../../src/model/cached-kind.js';
import { entityKinds } from '../../src/model/ids.js';
import { textOf } from './files.js';

interface StatedList {
  readonly file: string;
  /** Where the list is; its only group is the list. */
  readonly at: RegExp;
  readonly source: string;
  readonly members: readonly string[];
}

const content = { source: 'src/model/cached-kind.ts', members: cachedKinds.map((kind) => (kind === 'fields' ? 'form fields' : kind)) };
const lifetimes = {
  source: 'src/model/cached-kind.ts',
  members: Object.entries(defaultTtlSeconds).map(([kind, seconds]) => `${kind}=${seconds}`),
};
const kinds = { source: 'src/model/ids.ts', members: entityKinds };
const cachedSections = Object.values(endpoints).flatMap(({ cachedAs, section }) => (cachedAs === undefined ? [] : [`§${section}`]));

const lists: readonly StatedList[] = [
  { file: 'docs/security.md', at: /^\| `content:read` \| ([^;]+);/m, ...content },
  { file: 'docs/settings.md', at: /^CACHE_TTL=(.+)$/m, ...lifetimes },
  { file: '.env.example', at: /^#CACHE_TTL=(.+)$/m, ...lifetimes },
  {
    file: 'docs/event-service-interface.md',
    at: /^\| how long content stays current \| ([^|]+) \|/m,
    source: 'cachedAs in src/endpoint',
    members: cachedSections,
  },
  {
    file: 'docs/library.md',
    at: /^- \*\*Methods\*\* are the service's endpoints: (.*?)\. /ms,
    source: 'src/endpoint/endpoints.ts',
    members: Object.keys(endpoints),
  },
  { file: 'docs/clients.md', at: /\(kinds: ([^)]+)\)/, ...kinds },
  { file: 'docs/federation.md', at: /Kinds: ([^.]+)\./, ...kinds },
  { file: 'docs/operations-file.md', at: /^\| `kind` \| for an ID: ([^|]+) \|/m, ...kinds },
  {
    file: 'docs/federation.md',
    at: /^- Entities, each with `@key\(fields: "id"\)`: ([^.]+)\./m,
    source: 'src/graph/entity-types.ts',
    members: entityTypeNames,
  },
  {
    file: 'docs/operations-file.md',
    at: /^\| ([^|]+) \| a documented record, /m,
    source: 'src/model/bound/bound-operation.ts',
    members: boundRecords,
  },
];

/** What to change in a document, as `file:line: what`. */
function changes({ file, at, source, members }: StatedList): readonly string[] {
  const match = at.exec(textOf(file));
  if (match === null) return [`${file}: no text matches ${at.source}`];
  const line = textOf(file).slice(0, match.index).split('\n').length;
  const listed = match[1]!.replaceAll('`', '').split(/,\s*|\s+(?:and|or)\s+/);
  return [
    ...members.filter((member) => !listed.includes(member)).map((member) => `${file}:${line}: add ${member}, which ${source} has`),
    ...listed.filter((member) => !members.includes(member)).map((member) => `${file}:${line}: remove ${member}, which ${source} lacks`),
  ];
}

test.each(lists)('$file lists what $source has', (list) => {
  expect(changes(list)).toEqual([]);
});

test('a list with a member too few or too many is reported with its line', () => {
  const [first] = lists as [StatedList];
  expect(changes({ ...first, members: [...first.members.slice(1), 'sponsors'] })).toEqual([
    expect.stringMatching(/^docs\/security\.md:\d+: add sponsors, which src\/model\/cached-kind\.ts has$/),
    expect.stringMatching(/^docs\/security\.md:\d+: remove form fields, which src\/model\/cached-kind\.ts lacks$/),
  ]);
});
