/* The servers of docs/library.md, each as its users install it. NestJS is installed here only: it brings 75 packages. */

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { transform } from 'esbuild';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { freePort } from '../support/free-port.js';
import { installPackage, startCommand, type InstalledPackage } from './installed.js';

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
  sandbox = await startSandbox();
}, 240_000);
afterAll(() => sandbox.close());

const documentation = readFileSync('docs/library.md', 'utf8');
const example = (heading: string): string => new RegExp(`^### ${heading}\\n+\`\`\`ts\\n([^]*?)^\`\`\``, 'm').exec(documentation)![1]!;

const servers = ['GraphQL Yoga', 'Apollo Server', 'NestJS'];
const nameOf = (server: string): string => server.toLowerCase().replace(' ', '-');

test('the examples compile', () => {
  const files = servers.map((server) => `${nameOf(server)}.mts`);
  for (const [index, file] of files.entries()) writeFileSync(join(user.folder, file), example(servers[index]!));
  const compilerOptions = {
    module: 'NodeNext',
    target: 'ES2022',
    lib: ['ES2023', 'ES2024.String', 'DOM', 'DOM.Iterable'],
    strict: true,
    experimentalDecorators: true,
    // Types of the servers themselves are not ours to check.
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
  };
  writeFileSync(join(user.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const words = [resolve('node_modules/typescript/bin/tsc'), '-p', user.folder];
  const { stdout, status } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
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
  const running = await startCommand(user.folder, [`${name}.mjs`], new RegExp(`^http://[^/]+:${port}/\\S*$`, 'm'), {
    NODE_ENV: 'production',
  });
  try {
    const url = new RegExp(`^http://[^/]+:${port}/\\S*$`, 'm').exec(running.printed)![0].replace('localhost', '127.0.0.1');
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { data, errors } = (await response.json()) as { data: unknown; errors: { path: string[]; extensions: unknown }[] };
    expect(response.status).toBe(200);
    expect(data).toEqual({
      activity: { tickets: expect.arrayContaining([{ id: expect.any(String) }]), attendees: null },
      article: [null],
    });
    expect(Object.fromEntries(errors.map(({ path, extensions }) => [path.join('.'), extensions]))).toEqual({
      'activity.attendees': { code: 'FORBIDDEN', requiredScopes: ['attendees:read'] },
      'article.0': { code: 'BAD_USER_INPUT', argument: 'representations[0].id' },
    });
  } finally {
    await running.end('SIGTERM');
  }
});
