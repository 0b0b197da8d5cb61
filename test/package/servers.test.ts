/* The servers of docs/library.md, each as its users install it. NestJS is installed here only: it brings 75 packages. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { postTo } from '../server/toy-server.js';
import { closedAfterwards } from '../support/afterwards.js';
import { startCommand } from '../support/command.js';
import { freePort } from '../support/free-port.js';
import { installPackage, type InstalledPackage } from './installed.js';

jest.setTimeout(60_000);

const packages = [
  'graphql@16.15.0',
  'graphql-yoga@5.24.1',
  '@apollo/server@5.5.1',
  '@nestjs/apollo@13.4.5',
  '@nestjs/common@11.2.10',
  '@nestjs/core@11.2.10',
  '@nestjs/graphql@13.4.5',
  '@nestjs/platform-express@11.2.10',
  '@as-integrations/express5@1.1.2',
  'reflect-metadata@0.2.2',
  'rxjs@7.8.2',
];

let user: InstalledPackage;
let sandbox: Sandbox;
beforeAll(async () => {
  user = installPackage('event-graph', packages);
  sandbox = closedAfterwards(await startSandbox());
}, 240_000);

const documentation = readFileSync('docs/library.md', 'utf8');
const example = (heading: string): string => new RegExp(`^### ${heading}\\n+\`\`\`ts\\n([^]*?)^\`\`\``, 'm').exec(documentation)![1]!;

const servers = ['GraphQL Yoga', 'Apollo Server', 'NestJS'];
const nameOf = (server: string): string => server.toLowerCase().replace(' ', '-');

test('the examples compile', () => {
  const sources = Object.fromEntries(servers.map((server) => [`${nameOf(server)}.mts`, example(server)]));
  const options = {
    module: 'NodeNext',
    lib: ['ES2023', 'ES2024.String', 'DOM', 'DOM.Iterable'],
    experimentalDecorators: true,
    // Types of the servers themselves are not ours to check.
    skipLibCheck: true,
    types: ['node'],
  };
  expect(() => user.compile(sources, options)).not.toThrow();
});

const query =
  '{ activity { tickets { id } attendees { totalCount } } article: _entities(representations: [{ __typename: "Article", id: "x" }]) { __typename } }';

test.each(servers)('the example for %s runs and shows the errors of the graph', async (server) => {
  const port = await freePort();
  const name = nameOf(server);
  const code = example(server).replaceAll('http://127.0.0.1:4100', sandbox.url).replaceAll('4000', String(port));
  const script = await transform(code, {
    loader: 'ts',
    format: 'esm',
    target: 'es2022',
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true } },
  });
  writeFileSync(join(user.folder, `${name}.mjs`), script.code);
  const { found } = await startCommand([`${name}.mjs`], new RegExp(`^http://[^/]+:${port}/\\S*$`, 'm'), {
    cwd: user.folder,
    env: { NODE_ENV: 'production' },
  });
  const { status, body } = await postTo(found[0].replace('localhost', '127.0.0.1'), { query });
  expect({ status, data: body.data }).toEqual({
    status: 200,
    data: { activity: { tickets: expect.arrayContaining([{ id: expect.any(String) }]), attendees: null }, article: [null] },
  });
  expect(Object.fromEntries(body.errors!.map(({ path, extensions }) => [path!.join('.'), extensions]))).toEqual({
    'activity.attendees': { code: 'FORBIDDEN', requiredScopes: ['attendees:read'] },
    'article.0': { code: 'BAD_USER_INPUT', argument: 'representations[0].id' },
  });
});
