/* Relay over the graph with RELAY_NODE. Without it, relay-compiler accepts the schema in trusted-documents.test.ts. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { transformSync } from '@swc/core';
import {
  createOperationDescriptor,
  Environment,
  fetchQuery,
  getRequest,
  getSingularSelector,
  Network,
  RecordSource,
  Store,
  type GraphQLTaggedNode,
  type ReaderFragment,
} from 'relay-runtime';
import { schemaCommand } from '../../src/program/schema-command.js';
import { post } from '../server/toy-server.js';
import { sandboxProgram } from '../support/program.js';
import { temporaryFolder } from '../support/temporary-files.js';

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

interface Artifacts {
  /** The TypeScript of an artifact. */
  text(name: string): string;
  /** An artifact for the runtime. */
  load(name: string): GraphQLTaggedNode;
}

/** Compiles sources with a schema. */
function compile(schema: string, sources: Record<string, string>): Artifacts {
  const folder = temporaryFolder();
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
  const generated = join(folder, 'src/__generated__');
  const text = (file: string) => readFileSync(join(generated, file), 'utf8');
  for (const file of readdirSync(generated)) {
    const { code } = transformSync(text(file), { jsc: { parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } });
    writeFileSync(join(generated, file.replace(/ts$/, 'js')), code);
  }
  return {
    text: (name) => text(`${name}.graphql.ts`),
    load: (name) => (createRequire(join(generated, 'x.js'))(`./${name}.graphql.js`) as { default: GraphQLTaggedNode }).default,
  };
}

test('with RELAY_NODE, fragments on types with an id are refetchable, and the runtime loads a list page by page', async () => {
  const schema = schemaCommand(['--client', '--relay-node', '--operations', 'examples/operations.json']).stdout;
  const { text, load } = compile(schema, { card, list });
  for (const name of ['cardActivityQuery', 'cardAttendeeQuery']) expect(text(name)).toContain('node(id: $id)');

  const program = await sandboxProgram({ RELAY_NODE: 'true' });
  const network = Network.create(async ({ text: query }, variables) => (await post(program, { query, variables })).body as any);
  const environment = new Environment({ network, store: new Store(new RecordSource()) });
  const read = (name: string, variables: object) => fetchQuery<any>(environment, load(name), variables).toPromise() as Promise<any>;
  /** What a component sees whose fragment is on Query. */
  const inStore = (): any => {
    const root: any = environment.lookup(createOperationDescriptor(getRequest(load('listQuery')), { activityId: '1001' }).fragment).data;
    return environment.lookup(getSingularSelector(load('list_query') as unknown as ReaderFragment, root)!).data;
  };
  await read('listQuery', { activityId: '1001' });
  const ids: string[] = [];
  for (const count of [20, 40, 60]) {
    const { edges, pageInfo } = inStore().activity.attendees;
    expect(edges).toHaveLength(count);
    expect(edges.slice(0, ids.length).map(({ node }: any) => node.id)).toEqual(ids);
    ids.splice(0, Infinity, ...edges.map(({ node }: any) => node.id));
    await read('listPaginationQuery', { activityId: '1001', first: 20, after: pageInfo.endCursor });
  }
  expect(new Set(ids).size).toBe(60);

  // Relay reads a fragment by the id of its record.
  for (const [query, id, fragment] of [
    ['cardActivityQuery', '1001', 'card_activity'],
    ['cardAttendeeQuery', ids[0], 'card_attendee'],
  ] as const)
    expect((await read(query, { id, first: 1 })).node).toMatchObject({ __id: id, __fragments: { [fragment]: expect.anything() } });
});
