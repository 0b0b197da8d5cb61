import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { schemaCommand } from '../../src/program/schema-command.js';

/** A list that loads page by page. Its fragment is on Query, so it does not need Node. */
const list = `
  const page = graphql\`
    query listQuery($activityId: ID) {
      ...list_query @arguments(activityId: $activityId)
    }
  \`;
  const list = graphql\`
    fragment list_query on Query
    @refetchable(queryName: "listPaginationQuery")
    @argumentDefinitions(activityId: { type: "ID" }, first: { type: "Int", defaultValue: 20 }, after: { type: "String" }) {
      activity(id: $activityId) {
        id
        attendees(first: $first, after: $after) @connection(key: "list_attendees") {
          totalCount
          edges { node { id name review { state } } }
        }
      }
    }
  \`;
`;

const find = `
  const find = graphql\`
    mutation findMutation($input: AddAttendeesInput!) {
      addAttendees(input: $input) { registrations { attendee { ...find_attendee } } userErrors { message field } }
    }
  \`;
  const card = graphql\`
    fragment find_attendee on Attendee { id name customFields { name value field { label } } }
  \`;
`;

/** Fragments on types with an id. With RELAY_NODE they can be refetched. */
const card = `
  const card = graphql\`
    fragment card_activity on Activity
    @refetchable(queryName: "cardActivityQuery")
    @argumentDefinitions(first: { type: "Int", defaultValue: 10 }, after: { type: "String" }) {
      attendees(first: $first, after: $after) @connection(key: "card_attendees") { edges { node { id ...card_attendee } } }
    }
  \`;
  const attendee = graphql\`
    fragment card_attendee on Attendee @refetchable(queryName: "cardAttendeeQuery") { name review { state } }
  \`;
`;

/** Compiles sources with a schema. @returns a function from the name of an artifact to its text */
function compile(schema: string, sources: Record<string, string>): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'relay-'));
  mkdirSync(join(folder, 'src'));
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, `src/${name}.ts`), text);
  writeFileSync(join(folder, 'schema.graphql'), schema);
  writeFileSync(join(folder, 'relay.config.json'), JSON.stringify({ src: './src', schema: './schema.graphql', language: 'typescript' }));
  const output = execFileSync(process.execPath, [resolve('node_modules/relay-compiler/cli.js'), 'relay.config.json'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
  });
  expect(output).toContain('Compilation completed');
  return (name) => readFileSync(join(folder, `src/__generated__/${name}.graphql.ts`), 'utf8');
}

/** Asserts that the operation of an artifact is valid for the graph. */
function expectValid(schema: string, artifact: string): void {
  expect(validate(buildSchema(schema), parse(JSON.parse(/"text": (".*")/.exec(artifact)![1]!)))).toEqual([]);
}

test('relay-compiler accepts the schema for clients, and a connection that loads page by page', () => {
  const schema = readFileSync(resolve('schema/event-graph.client.graphql'), 'utf8');
  const artifact = compile(schema, { list, find });
  expect(artifact('list_query')).toMatch(
    /readonly edges: ReadonlyArray<\{\s*readonly node: \{\s*readonly id: string;\s*readonly name: string;/,
  );
  expect(artifact('list_query')).toContain('"connection"');
  for (const name of ['listQuery', 'listPaginationQuery', 'findMutation']) expectValid(schema, artifact(name));
});

test('with RELAY_NODE, fragments on types with an id are refetchable', () => {
  const schema = schemaCommand(['--client', '--relay-node', '--operations', 'examples/operations.json']).stdout;
  const artifact = compile(schema, { card });
  for (const name of ['cardActivityQuery', 'cardAttendeeQuery']) {
    expect(artifact(name)).toContain('node(id: $id)');
    expectValid(schema, artifact(name));
  }
});
