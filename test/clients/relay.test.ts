import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';

const schemaFile = resolve('schema/event-graph.client.graphql');

/** A list that loads page after page, written as a fragment on Query: it needs no Node. */
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

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'relay-'));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/list.ts'), list);
  writeFileSync(join(folder, 'src/find.ts'), find);
  writeFileSync(join(folder, 'schema.graphql'), readFileSync(schemaFile, 'utf8'));
  writeFileSync(join(folder, 'relay.config.json'), JSON.stringify({ src: './src', schema: './schema.graphql', language: 'typescript', noFutureProofEnums: true }));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('relay-compiler takes the schema for clients, and a connection that loads page after page', () => {
  const output = execFileSync(process.execPath, [resolve('node_modules/relay-compiler/cli.js'), 'relay.config.json'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  expect(output).toContain('Compilation completed');

  const artifact = (name: string) => readFileSync(join(folder, `src/__generated__/${name}.graphql.ts`), 'utf8');
  expect(artifact('list_query')).toMatch(/readonly edges: ReadonlyArray<\{\s*readonly node: \{\s*readonly id: string;\s*readonly name: string;/);
  expect(artifact('list_query')).toContain('"connection"');
  const schema = buildSchema(readFileSync(schemaFile, 'utf8'));
  for (const name of ['listQuery', 'listPaginationQuery', 'findMutation']) {
    const text = JSON.parse(/"text": (".*")/.exec(artifact(name))![1]!);
    expect(validate(schema, parse(text))).toEqual([]);
  }
});
