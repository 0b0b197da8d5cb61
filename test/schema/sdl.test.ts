/* The published SDL. test/program/schema-command.test.ts compares the files with the code. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extendSchema, parse } from 'graphql';
import { stitchingSdl } from '../../src/graph/federation/sdl.js';
import { schemaWith } from '../support/schemas.js';

test('event-graph.graphql has the directives of access, and event-graph.no-auth.graphql has none', () => {
  const text = (file: string) => readFileSync(join(__dirname, '../../schema', file), 'utf8');
  expect(text('event-graph.graphql')).toMatch(/@requiresScopes\(/);
  expect(text('event-graph.no-auth.graphql')).not.toMatch(/@requiresScopes|@authenticated/);
});

test('event-graph.stitching.graphql has nothing of federation, and merges by the names that types have', () => {
  const text = stitchingSdl(schemaWith({ typePrefix: 'Event' }));
  expect(text).not.toMatch(/_Entity|_Any|_Service|_entities|_service|@link|@requiresScopes/);
  expect(text.match(/^type \w+ .*@key\(selectionSet: "\{ id \}"\)/gm)!.toSorted()).toEqual([
    expect.stringMatching(/^type EventActivity /),
    expect.stringMatching(/^type EventAttendee /),
  ]);
});

test('event-graph.stitching.graphql merges no type without a global id, even if Query has a list of it by ids', () => {
  const schema = schemaWith();
  const text = stitchingSdl(
    extendSchema(schema, parse('extend type Query { fields(ids: [ID!]!): [FormField!] articlesOf(ids: [ID!]!): [Article!] }')),
  );
  expect(text).toMatch(/^type FormField \{/m);
  expect(text).toMatch(/fields\([^)]*\): \[FormField!\]$/m);
  expect(text).toMatch(/^type Article @key\(selectionSet: "\{ id \}"\)/m);
  expect(text).toMatch(/articlesOf\([^)]*\): \[Article!\] @merge\(keyField: "id", keyArg: "ids"\)$/m);
});

test('event-graph.stitching.graphql merges by fields of Query only, whatever the fields of other types are called', () => {
  const schema = schemaWith();
  const text = stitchingSdl(extendSchema(schema, parse('extend type Activity { attendeesByIds(ids: [ID!]!): [Attendee!] }')));
  expect(text).toMatch(/^ {2}attendeesByIds\(ids: \[ID!\]!\): \[Attendee!\]$/m);
});
