/* What the comparison of the graph with the last release finds, and what it takes to accept a change. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { breakingChanges, dangerousChanges, report } from '../../tools/schema/breaking-changes.js';

const before = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@tag"])
  directive @oneOf on INPUT_OBJECT
  type Query {
    activity(id: ID, lang: String = "en"): Activity @authenticated
    attendees(by: Key!): [Attendee!] @requiresScopes(scopes: [["attendees:read"], ["self:read"]])
  }
  type Activity @key(fields: "id") { id: ID! name: String! state: State }
  type Attendee @key(fields: "id") { id: ID! name: String mobile: String @tag(name: "pii") }
  type Page @shareable { size: Int number: Int }
  input Key { id: ID name: String }
  enum State { OPEN CLOSED }`;

/** The graph with one text replaced. */
const changed = (from: string, to: string): string => {
  expect(before.split(from)).toHaveLength(2);
  return before.replace(from, to);
};
const found = (after: string) => breakingChanges(before, after).map(({ description }) => description);

test.each([
  ['a field less', 'name: String! state', 'state', 'Activity.name was removed.'],
  ['a field that becomes nullable', 'name: String! state', 'name: String state', 'Activity.name changed type from String! to String.'],
  ['a field of another type', 'size: Int', 'size: String', 'Page.size changed type from Int to String.'],
  ['an argument less', ', lang: String = "en"', '', 'Query.activity arg lang was removed.'],
  ['a new argument that is required', 'activity(id', 'activity(day: Int!, id', 'A required arg day on Query.activity was added.'],
  ['an argument that becomes required', '(id: ID,', '(id: ID!,', 'Query.activity arg id has changed type from ID to ID!.'],
  ['a new input field that is required', 'input Key {', 'input Key { no: Int!', 'A required field no on input type Key was added.'],
  ['an enum value less', 'OPEN CLOSED', 'OPEN', 'CLOSED was removed from enum type State.'],
  ['an input of which exactly one member is given', 'input Key', 'input Key @oneOf', 'Key got @oneOf.'],
  ['an entity that is none any more', 'type Attendee @key(fields: "id")', 'type Attendee', 'Attendee lost @key(fields: "id").'],
  ['a type that is no longer shareable', ' @shareable', '', 'Page lost @shareable.'],
  ['a tag less', ' @tag(name: "pii")', '', 'Attendee.mobile lost @tag(name: "pii").'],
  ['a tag more', 'size: Int', 'size: Int @tag(name: "pii")', 'Page.size got @tag(name: "pii").'],
  ['a new scope', 'size: Int', 'size: Int @requiresScopes(scopes: [["a", "b"]])', 'Page.size requires a and b instead of nothing.'],
  ['a credential that becomes necessary', 'size: Int', 'size: Int @authenticated', 'Page.size requires a credential instead of nothing.'],
  ['an alternative scope less', ', ["self:read"]', '', 'Query.attendees requires attendees:read instead of attendees:read or self:read.'],
  ['a later version of federation', 'v2.9', 'v2.10', 'The SDL links federation v2.10 instead of v2.9.'],
])('the change "%s" breaks users of the graph', (_change, from, to, description) => {
  expect(found(changed(from, to))).toEqual([description]);
});

test.each([
  ['an optional field more', 'size: Int', 'size: Int count: Int'],
  ['a field that is never null any more', 'size: Int', 'size: Int!'],
  ['an optional argument more', 'activity(id', 'activity(day: Int, id'],
  ['an enum value more', 'OPEN CLOSED', 'OPEN CLOSED LATE'],
  ['a scope less', ' @requiresScopes(scopes: [["attendees:read"], ["self:read"]])', ' @authenticated'],
  ['a further alternative', '["self:read"]]', '["self:read"], ["a", "b"]]'],
  ['a further entity', 'type Page', 'type Page @key(fields: "size")'],
  ['another description', 'type Page', '"A page." type Page'],
])('the change "%s" breaks no client', (_change, from, to) => {
  expect(found(changed(from, to))).toEqual([]);
});

test('an added enum value and a changed default are named, because they may surprise clients', () => {
  expect(dangerousChanges(before, changed('OPEN CLOSED', 'OPEN CLOSED LATE'))).toEqual(['LATE was added to enum type State.']);
  expect(dangerousChanges(before, changed('"en"', '"zh"'))).toEqual([
    'Query.activity arg lang has changed defaultValue from "en" to "zh".',
  ]);
});

describe('the report of breaking changes', () => {
  const description = 'Activity.name was removed.';
  const changes = breakingChanges(before, changed('name: String! state', 'state'));

  test('a breaking change is reported with what it breaks and what to do', () => {
    const text = report(changes, {}).join('\n');
    expect(text).toContain(`${description} Operations that use it are refused.`);
    expect(text).toMatch(/Undo this[^]*schema\/breaking-changes\.json[^]*CHANGELOG\.md/);
  });

  test('a breaking change is not reported if it is accepted with a text on what clients do instead', () => {
    expect(report(changes, { [description]: 'Select Activity.title.' })).toEqual([]);
    expect(report(changes, { [description]: ' ' })).toEqual([expect.stringContaining('does not state what clients do instead')]);
  });

  test('a breaking change that was undone is reported until its acceptance is removed', () => {
    expect(report([], { [description]: 'Select Activity.title.' })).toEqual([
      expect.stringMatching(/remove it: Activity\.name was removed\./),
    ]);
  });
});

test('a field, an entity and a scope of the committed baseline are compared with the graph', () => {
  const [baseline, graph] = ['baseline', 'event-graph'].map((name) =>
    readFileSync(join(__dirname, '../../schema', `${name}.graphql`), 'utf8'),
  );
  const broken = graph!
    .replace('type Category @key(fields: "id")', 'type Category')
    .replace('  thumbnailUrl: ', '  imageUrl: ')
    .replace('[["content:meeting"]]', '[["content:read"]]');
  expect(breakingChanges(baseline!, broken).map(({ description }) => description)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/\.thumbnailUrl was removed\.$/),
      'Category lost @key(fields: "id").',
      expect.stringMatching(/requires content:read instead of content:meeting\.$/),
    ]),
  );
});
