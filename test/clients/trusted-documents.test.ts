/*
 * Clients under TRUSTED_DOCUMENTS=require, each set up as its own documentation describes it: the build writes the manifest, the
 * program reads it, and the app sends ids.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache, type TypedDocumentNode } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import {
  createPersistedQueryManifestVerificationLink,
  generatePersistedQueryIdsAtRuntime,
  generatePersistedQueryIdsFromManifest,
} from '@apollo/persisted-query-lists';
import { transformSync } from '@swc/core';
import { Environment, fetchQuery, Network, RecordSource, Store, type GraphQLTaggedNode, type RequestParameters } from 'relay-runtime';
import { post } from '../server/toy-server.js';
import { sandboxProgram, type ProgramUnderTest } from '../support/program.js';
import { temporaryFolder } from '../support/temporary-files.js';

const projectFolder = (): string => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'src'));
  return folder;
};

let program: ProgramUnderTest;

async function requireDocumentsOf(...files: string[]): Promise<void> {
  const settings = { TRUSTED_DOCUMENTS_FILE: files.join(','), TRUSTED_DOCUMENTS: 'require', OPERATIONS_FILE: 'examples/operations.json' };
  program = await sandboxProgram(settings);
}

interface Sent {
  readonly query?: string;
  readonly documentId?: string;
  readonly extensions?: { readonly persistedQuery?: { readonly sha256Hash: string } };
}

/** Records the bodies of requests. */
function recording(): { readonly sent: Sent[]; readonly fetch: typeof fetch } {
  const sent: Sent[] = [];
  return {
    sent,
    fetch: (input, init) => {
      sent.push(JSON.parse(init?.body as string) as Sent);
      return fetch(input, init);
    },
  };
}

const expectOthersRefused = async () => expect((await post(program, { query: '{ activities { id } }' })).code).toBe('DOCUMENT_NOT_TRUSTED');

describe('links of Apollo Client', () => {
  const sources = {
    'schedule.ts': `
      const SCHEDULE = gql\`
        query Schedule($id: ID!) { activity(id: $id) { id schedule { days { date items { ...Line } } } } }
      \`;`,
    'line.ts': 'const LINE = gql`fragment Line on ScheduleItem { id title }`;',
  };
  const schedule: TypedDocumentNode<any, { id: string }> = gql`
    query Schedule($id: ID!) {
      activity(id: $id) {
        id
        schedule {
          days {
            date
            items {
              ...Line
            }
          }
        }
      }
    }
    fragment Line on ScheduleItem {
      id
      title
    }
  `;

  test('Apollo Client runs with a manifest of @apollo/generate-persisted-query-manifest, by its ids and by computed ones', async () => {
    const folder = projectFolder();
    for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, 'src', name), text);
    execFileSync(process.execPath, [resolve('node_modules/@apollo/generate-persisted-query-manifest/cli.js')], {
      cwd: folder,
      stdio: 'pipe',
    });
    const file = join(folder, 'persisted-query-manifest.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    await requireDocumentsOf(file);
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    const mismatches: string[] = [];
    const verifying = createPersistedQueryManifestVerificationLink({
      loadManifest: () => manifest,
      onVerificationFailed: ({ reason }) => mismatches.push(reason),
      // Its types name the CommonJS files of Apollo Client.
    }) as unknown as ApolloLink;
    for (const ids of [
      generatePersistedQueryIdsFromManifest({ loadManifest: () => manifest }),
      generatePersistedQueryIdsAtRuntime({ sha256 }),
    ]) {
      const { sent, fetch: recordingFetch } = recording();
      const link = ApolloLink.from([
        verifying,
        new PersistedQueryLink(ids),
        new HttpLink({ uri: `${program.url}/graphql`, fetch: recordingFetch }),
      ]);
      const apollo = new ApolloClient({ link, cache: new InMemoryCache() });
      const { data } = await apollo.query({ query: schedule, variables: { id: '1001' } });
      expect(data.activity.schedule.days.length).toBeGreaterThan(0);
      expect(sent.map(({ query, extensions }) => [query, extensions?.persistedQuery?.sha256Hash])).toEqual([
        [undefined, manifest.operations[0].id],
      ]);
    }
    expect(mismatches).toEqual([]);
    await expectOthersRefused();
  });
});

test('Relay runs with persisted documents of its compiler (`persistConfig`)', async () => {
  const folder = projectFolder();
  writeFileSync(
    join(folder, 'src/app.js'),
    `const list = graphql\`query appQuery($id: ID) { activity(id: $id) { id attendees(first: 2) { edges { node { ...app_attendee } } } } }\`;
     const row = graphql\`fragment app_attendee on Attendee { id name }\`;`,
  );
  writeFileSync(join(folder, 'schema.graphql'), readFileSync(resolve('schema/event-graph.client.graphql')));
  writeFileSync(join(folder, 'persisted.json'), '{}');
  const config = {
    src: './src',
    schema: './schema.graphql',
    language: 'javascript',
    eagerEsModules: false,
    persistConfig: { file: './persisted.json' },
  };
  writeFileSync(join(folder, 'relay.config.json'), JSON.stringify(config));
  execFileSync(process.execPath, [resolve('node_modules/relay-compiler/cli.js'), 'relay.config.json'], { cwd: folder, stdio: 'pipe' });
  await requireDocumentsOf(join(folder, 'persisted.json'));

  const artifact = createRequire(join(folder, 'package.json'))('./src/__generated__/appQuery.graphql.js') as GraphQLTaggedNode;
  const asked: RequestParameters[] = [];
  const network = Network.create(async (operation, variables) => {
    asked.push(operation);
    return (await post(program, { documentId: operation.id, variables })).body as any;
  });
  const environment = new Environment({ network, store: new Store(new RecordSource()) });
  const data: any = await fetchQuery<any>(environment, artifact, { id: '1001' }).toPromise();
  expect(data.activity.attendees.edges).toHaveLength(2);
  expect(asked.map(({ text, id }) => ({ text, id }))).toEqual([{ text: null, id: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
  await expectOthersRefused();
});

test("GraphQL Code Generator's client preset runs with `persistedDocuments`", async () => {
  const folder = projectFolder();
  const source = /* GraphQL */ `
    query Tickets($id: ID) {
      activity(id: $id) {
        id
        tickets {
          ...Ticket
        }
      }
    }
    fragment Ticket on TicketItem {
      id
      name
    }
  `;
  const operations = join(folder, 'src/operations.graphql');
  writeFileSync(operations, source);
  mkdirSync(join(folder, 'src/gql'));
  const schema = resolve('schema/event-graph.client.graphql');
  execFileSync(process.execPath, [resolve('test/clients/client-preset.mjs'), schema, operations, join(folder, 'src/gql')], {
    stdio: 'pipe',
  });
  await requireDocumentsOf(join(folder, 'src/gql/persisted-documents.json'));

  const typescript = join(folder, 'src/gql/graphql.ts');
  const { code } = transformSync(readFileSync(typescript, 'utf8'), {
    jsc: { parser: { syntax: 'typescript' } },
    module: { type: 'commonjs' },
  });
  const compiled = join(dirname(typescript), 'graphql.cjs');
  writeFileSync(compiled, code);
  const { TicketsDocument: document } = createRequire(compiled)('./graphql.cjs') as {
    TicketsDocument: Record<'__meta__', { hash: string }> & TypedDocumentNode<any, { id: string }>;
  };
  const { hash } = document['__meta__'];
  const variables = { id: '1001' };

  // The documents have __typename, so that the cache finds the objects that have an id.
  const { sent, fetch: recordingFetch } = recording();
  const byId = new PersistedQueryLink({ generateHash: (query) => (query as unknown as typeof document)['__meta__'].hash });
  const link = byId.concat(new HttpLink({ uri: `${program.url}/graphql`, fetch: recordingFetch }));
  const apollo = new ApolloClient({ link, cache: new InMemoryCache() });
  await apollo.query({ query: document, variables });
  expect(sent.map(({ query, extensions }) => [query, extensions?.persistedQuery?.sha256Hash])).toEqual([[undefined, hash]]);
  expect(Object.keys(apollo.cache.extract() as object)).toEqual(
    expect.arrayContaining(['Activity:1001', expect.stringMatching(/^TicketItem:ticketItem:1001:/)]),
  );
  await expectOthersRefused();
});
