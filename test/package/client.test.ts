/* The client package as its users have it: packed, and installed beside the clients that it is for. */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxProgram, type ProgramUnderTest } from '../support/program.js';
import { installPackage, type InstalledPackage } from './installed.js';

jest.setTimeout(60_000);

let user: InstalledPackage;
let program: ProgramUnderTest;
beforeAll(async () => {
  user = installPackage('event-graph-client', [
    'graphql@16.15.0',
    '@apollo/client@4.3.8',
    'rxjs@7.8.2',
    '@urql/core@6.0.3',
    '@urql/exchange-graphcache@9.0.2',
    // TypeScript 7 has no `moduleResolution: node` any more, which many projects still use.
    'typescript@5.9.3',
  ]);
  program = await sandboxProgram();
}, 240_000);

test('the package is small, has no dependencies, and has the version of the server', () => {
  const folder = join(user.folder, 'node_modules/event-graph-client');
  const { version, dependencies, sideEffects } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { version: ofServer } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect({ version, dependencies, sideEffects }).toEqual({ version: ofServer, dependencies: undefined, sideEffects: false });
  expect(user.files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'dist/esm/index.js', 'dist/cjs/index.d.ts']));
  expect(user.files.filter((path) => !/^(dist\/|README\.md$|LICENSE$|package\.json$)/.test(path))).toEqual([]);
  const sizes = readdirSync(folder, { recursive: true, withFileTypes: true }).map(
    (entry) => statSync(join(entry.parentPath, entry.name)).size,
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);
});

const usesAll = `
import { ApolloLink, InMemoryCache, type TypePolicies } from '@apollo/client';
import { cacheExchange } from '@urql/exchange-graphcache';
import { map } from 'rxjs';
import { graphcacheKeys, possibleTypes, scalars, typePolicies, withoutFailedFields, withTypePrefix } from 'event-graph-client';

export const cache = new InMemoryCache({ possibleTypes, typePolicies });
export const own = { ...typePolicies, Query: { fields: { ...typePolicies.Query.fields, mine: { read: () => 1 } } } };
export const policies: TypePolicies = own;
export const link = new ApolloLink((operation, forward) => forward(operation).pipe(map(withoutFailedFields)));
export const exchange = cacheExchange({ keys: graphcacheKeys });
export const prefixed = new InMemoryCache(withTypePrefix('Event'));
export const text: 'string' = scalars.Decimal;
// @ts-expect-error it has no such export
export { nonsense } from 'event-graph-client';
`;

test.each([
  ['node', 'CommonJS', ['typed.ts']],
  ['node16', 'Node16', ['typed.mts', 'typed.cts']],
  ['bundler', 'ESNext', ['typed.ts']],
])('the types resolve with moduleResolution %s (module %s, %j)', (moduleResolution, module, files) => {
  // Apollo Client and urql are ES modules: a CommonJS file of node16 cannot import their types.
  const ofCommonJs = usesAll.replaceAll(/^(import .*'@.*|export const (cache|own|policies|link|exchange|prefixed).*)\n/gm, '');
  const sources = Object.fromEntries(files.map((file) => [file, file.endsWith('.cts') ? ofCommonJs : usesAll]));
  const options = { module, moduleResolution, declaration: true, lib: ['ES2022', 'DOM'], skipLibCheck: true, types: [] };
  expect(() => user.compile(sources, options, user.folder)).not.toThrow();
});

test('event-graph-client loads by require as well', async () => {
  const printed = await user.run('loads.cjs', "console.log(Object.keys(require('event-graph-client')).sort().join())");
  expect(printed).toBe('graphcacheKeys,possibleTypes,scalars,typePolicies,withTypePrefix,withoutFailedFields\n');
});

test('urql normalises what has an id, embeds the rest without a warning, and subscribes by `fetchSubscriptions`', async () => {
  const code = `
    import { Client, fetchExchange, gql } from '@urql/core';
    import { cacheExchange } from '@urql/exchange-graphcache';
    import { graphcacheKeys } from 'event-graph-client';
    const warnings = [];
    console.warn = console.error = (...words) => void warnings.push(words.join(' '));
    let requests = 0;
    const counting = (...request) => (requests++, fetch(...request));
    const client = new Client({
      url: process.env.GRAPH, fetch: counting, preferGetMethod: false,
      exchanges: [cacheExchange({ keys: graphcacheKeys }), fetchExchange],
      fetchSubscriptions: true,
    });
    const read = async (fields) => (await client.query(gql('{ activity(id: "1001") { id ' + fields + ' } }'), {}).toPromise()).data.activity;
    const whole = await read('formFields { name label } schedule { days { date items { id title interval { start } } } } attendees(first: 1) { nodes { id name review { state } } pageInfo { endCursor } }');
    const part = await read('formFields { name } attendees(first: 1) { nodes { id review { state } } }');
    const reads = requests;
    const stock = await new Promise((received) => {
      const { unsubscribe } = client.subscription(gql('subscription { ticketStock { id remainingStock } }'), {}).subscribe((result) => {
        setTimeout(() => unsubscribe());
        received(result.error?.message ?? result.data.ticketStock.length > 0);
      });
    });
    console.log(JSON.stringify({ requests: reads, stock, warnings, days: whole.schedule.days.length > 0, same: part.attendees.nodes[0].id === whole.attendees.nodes[0].id }));
  `;
  const printed = await user.run('urql.mjs', code, { GRAPH: `${program.url}/graphql` });
  expect(JSON.parse(printed)).toEqual({ requests: 1, stock: true, warnings: [], days: true, same: true });
});
