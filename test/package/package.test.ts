/* The package as its users have it: packed, and installed from the tarball into an empty project. */

import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxKeys, startSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { postTo } from '../server/toy-server.js';
import { closedAfterwards } from '../support/afterwards.js';
import { startCommand } from '../support/command.js';
import { installPackage, type InstalledPackage } from './installed.js';

jest.setTimeout(60_000);

let user: InstalledPackage;
let sandbox: Sandbox;
beforeAll(async () => {
  user = installPackage();
  sandbox = closedAfterwards(await startSandbox());
}, 180_000);

const options = () =>
  JSON.stringify({ url: sandbox.url, publicKey: sandboxKeys.publicKey, privateKey: sandboxKeys.privateKey, activityIds: [1001, 1002] });

test('the package contains the program, its schema and its documentation, and nothing else', () => {
  expect(user.files).toEqual(
    expect.arrayContaining([
      'bin/event-graph.mjs',
      'dist/index.js',
      'dist/index.d.ts',
      'dist/rest.d.ts',
      'dist/main.js',
      'docs/library.md',
      'docs/decisions/README.md',
      'deploy/kubernetes/kustomization.yaml',
      '.env.example',
      'CHANGELOG.md',
      'SECURITY.md',
      'schema/event-graph.graphql',
    ]),
  );
  expect(
    user.files.filter(
      (path) =>
        !/^(bin|deploy|dist|docs|schema)\/|^(LICENSE|README\.md|CHANGELOG\.md|SECURITY\.md|\.env\.example|package\.json)$/.test(path),
    ),
  ).toEqual([]);
  expect(user.files.filter((path) => /^dist\/tools\/|supergraph|\.test\./.test(path))).toEqual([]);
});

test('graphql is installed once, as a peer', () => {
  const listed = execFileSync('npm', ['ls', 'graphql', '--json', '--loglevel=error'], { cwd: user.folder, encoding: 'utf8' });
  const versions = new Set([...listed.matchAll(/"graphql": \{\s+"version": "([^"]+)"/g)].map(([, version]) => version));
  expect([...versions]).toEqual([expect.stringMatching(/^16\./)]);
});

const useGraph = `
  const operation = new AbortController();
  const main = async () => {
    const graph = await createEventGraph(OPTIONS);
    const contextValue = graph.createContext({ caller: { name: 'me', scopes: allScopes }, signal: operation.signal });
    const result = await graphql({ schema: graph.schema, source: '{ activity { id attendees(first: 1) { totalCount nodes { id name } } } }', contextValue });
    await graph.close();
    console.log(JSON.stringify({ result, sdl: graph.sdl.includes('@key(fields: "id")') }));
  };
  main();
`;
const graphResult = {
  result: { data: { activity: { id: '1001', attendees: { totalCount: 1200, nodes: [{ id: 'attendee:1001:700001', name: '王伟' }] } } } },
  sdl: true,
};

const useRest = `
  const main = async () => {
    const client = await createRestClient(OPTIONS);
    const { total, items } = await client.listAttendees(1001, { page: 1, pageSize: 1 });
    const failure = await client.getAttendee(1001, { id: 1 }).catch((error) => error);
    await client.close();
    console.log(JSON.stringify({ total, name: items[0].name, rejected: failure instanceof UpstreamRejectedError }));
  };
  main();
`;
const restResult = { total: 1200, name: '王伟', rejected: true };

describe.each([
  ['an ES module', 'mjs', (names: string, from: string) => `import { ${names} } from '${from}';\n`],
  ['CommonJS', 'cjs', (names: string, from: string) => `const { ${names} } = require('${from}');\n`],
])('the package can be used from %s', (_kind, extension, load) => {
  test('the schema and the context factory execute operations', async () => {
    const code = load('createEventGraph, allScopes', 'event-graph') + load('graphql', 'graphql') + useGraph.replace('OPTIONS', options());
    expect(JSON.parse(await user.run(`graph.${extension}`, code))).toEqual(graphResult);
  });

  test('the REST client calls the service, without GraphQL', async () => {
    const code = load('createRestClient, UpstreamRejectedError', 'event-graph/rest') + useRest.replace('OPTIONS', options());
    expect(JSON.parse(await user.run(`rest.${extension}`, code))).toEqual(restResult);
  });
});

test('event-graph/rest loads neither GraphQL nor a server', async () => {
  const code = `
    require('event-graph/rest');
    const loaded = Object.keys(require.cache).concat(process.moduleLoadList);
    console.log(JSON.stringify(loaded.filter((name) => /node_modules.(graphql|type-graphql|@apollo|pino|libsql|jose)\\b/.test(name))));
  `;
  expect(JSON.parse(await user.run('loaded.cjs', code))).toEqual([]);
});

test.each(['event-graph', 'event-graph/rest'])('importing %s starts nothing and reads no environment', async (name) => {
  const code = `
    const readers = new Set();
    const environment = process.env;
    process.env = new Proxy(environment, {
      get(target, name) {
        readers.add(new Error('read').stack);
        return target[name];
      },
    });
    await import('${name}');
    const ours = [...readers].filter((stack) => /event-graph.dist/.test(stack.split('\\n').slice(2, 3).join('')));
    console.log(JSON.stringify({ ours, started: process.getActiveResourcesInfo().filter((kind) => /Timeout|TCP|UDP|Worker|Watch/.test(kind)) }));
  `;
  // Neither the environment nor a file of settings changes anything.
  const settings = join(user.folder, '.env');
  writeFileSync(settings, 'EVENT_SERVICE_URL=nonsense\n');
  const printed = await user.run('import.mjs', code, { EVENT_SERVICE_URL: 'nonsense', PORT: 'nonsense' }).finally(() => rmSync(settings));
  expect(JSON.parse(printed)).toEqual({ ours: [], started: [] });
});

const typed = `
import { graphql, type GraphQLSchema } from 'graphql';
import { allScopes, createErrorFormat, createEventGraph, UpstreamError, type Caller, type EventGraph, type EventGraphOptions } from 'event-graph';
import { ConfigError, createRestClient, UpstreamTimeoutError, type Attendee, type RestClient, type ServiceOptions, type StockItem } from 'event-graph/rest';

const options: EventGraphOptions = { url: 'http://127.0.0.1:1', publicKey: 'p', privateKey: 'k', activityIds: [1001], service: { timeoutMs: 100 } };

export async function ask(): Promise<unknown> {
  const graph: EventGraph = await createEventGraph(options);
  const schema: GraphQLSchema = graph.schema;
  const caller: Caller = { name: 'me', scopes: allScopes };
  const contextValue = graph.createContext({ caller, signal: new AbortController().signal });
  const format = createErrorFormat({ newErrorId: () => '1', report: ({ errorId, error }) => void [errorId, error] });
  const { data, errors } = await graphql({ schema, source: '{ activity { id } }', contextValue });
  return [data, errors?.map((error) => format(error, 'request'))];
}

export async function names(): Promise<readonly string[]> {
  const client: RestClient = await createRestClient(options);
  try {
    const { items } = await client.listAttendees(1001, { page: 1, pageSize: 10 });
    return items.map((attendee) => attendee?.name ?? '');
  } catch (error) {
    if (error instanceof UpstreamTimeoutError || error instanceof UpstreamError) return [error.message];
    throw error;
  }
}

// An option may be undefined, a scope any name, and the records have types.
const service: ServiceOptions = { ...options, service: { timeoutMs: process.env['TIMEOUT'] === undefined ? undefined : 5, signature: undefined } };
export const anonymous = (graph: EventGraph, scopes: string[]) => graph.createContext({ caller: { name: 'anonymous', scopes } });
export async function records(): Promise<[Attendee | null, readonly StockItem[]] | ConfigError['problems']> {
  try {
    const client = await createRestClient(service);
    return [await client.getAttendee(1001, { id: 7 }), await client.listTickets(1001)];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

// @ts-expect-error an activity is a number
export const wrong = async () => (await createRestClient(options)).listAttendees('1001', { page: 1, pageSize: 10 });
`;

/** TypeScript 7 has no `moduleResolution: node` any more, which many projects still use. */
const olderCompiler = 'typescript@5.9.3';

test.each([
  [['typed.mts', 'typed.cts'], 'NodeNext', 'NodeNext'],
  [['typed.ts'], 'CommonJS', 'node'],
])('%j: code compiles with the types that are shipped (module: %s, moduleResolution: %s)', (files, module, moduleResolution) => {
  const isOld = moduleResolution === 'node';
  if (isOld) user.install(olderCompiler);
  const compilerOptions = {
    module,
    moduleResolution,
    lib: ['ES2023', isOld ? 'ESNext' : 'ES2024.String'],
    exactOptionalPropertyTypes: true,
    // Types of other packages that need exports.
    skipLibCheck: isOld,
    types: ['node'],
  };
  const sources = Object.fromEntries(files.map((file) => [file, typed]));
  expect(() => user.compile(sources, compilerOptions, isOld ? user.folder : '.')).not.toThrow();
});

test('the examples of docs/library.md work without changes', async () => {
  const examples = [...readFileSync('docs/library.md', 'utf8').matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, code]) =>
    code!.replaceAll('http://127.0.0.1:4100', sandbox.url),
  );
  const printed = [];
  for (const [index, code] of examples.entries()) printed.push(await user.run(`example-${index}.mjs`, code));
  expect(printed).toHaveLength(2);
  expect(JSON.parse(printed[0]!)).toEqual({
    data: { activity: { id: '1001', attendees: { totalCount: 1200, nodes: [expect.anything(), expect.anything()] } } },
  });
  expect(printed[1]).toMatch(/^1200 \[ '王伟', 'Zoë Müller' \]\nUPSTREAM_REJECTED .+\n$/);
});

describe('the command event-graph', () => {
  const bin = join('node_modules', '.bin', 'event-graph');

  // Its options have tests of their own: test/program/schema-command.test.ts.
  test('`event-graph schema` prints the content of schema/event-graph.graphql', async () => {
    const { code, stdout } = await user.command('schema');
    expect(code).toBe(0);
    expect(readFileSync('schema/event-graph.graphql', 'utf8')).toBe(
      `# Generated from the code by \`npm run schema\`; do not edit.\n${stdout}`,
    );
  });

  test('--version prints the version of the package, and --help lists the commands', async () => {
    expect((await user.command('--version')).stdout).toBe(`${JSON.parse(readFileSync('package.json', 'utf8')).version}\n`);
    expect((await user.command('--help')).stdout).toMatch(/event-graph sandbox/);
  });

  test.each([[['nonsense']], [['schema', '--nonsense']], [['sandbox', 'extra']]])('%j is refused with a message', async (args) => {
    const { code, stdout, stderr } = await user.command(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/event-graph --help/);
  });

  test('`event-graph` without arguments serves the graph, and ends on SIGTERM', async () => {
    const env = { PORT: '0', ADMIN_PORT: '0', LOG_FORMAT: 'json' };
    const running = await startCommand([bin], /"url":"(http[^"]+)"/, { cwd: user.folder, env });
    const url = running.found[1]!;
    expect((await postTo(url, { query: '{ activity { id } }' })).body).toEqual({ data: { activity: { id: '1001' } } });
    const page = await fetch(new URL('/', url));
    expect({ status: page.status, text: await page.text() }).toEqual({ status: 200, text: expect.stringContaining('GraphiQL') });
    expect(await running.end('SIGTERM')).toBe(0);
  });

  test('`event-graph sandbox` serves the event service', async () => {
    const running = await startCommand([bin, 'sandbox'], /sandbox at (http\S+)\n/, { cwd: user.folder, env: { PORT: '0' } });
    const code = `import { createRestClient } from 'event-graph/rest';
      const client = await createRestClient({ ...${options()}, url: '${running.found[1]}' });
      console.log((await client.listTickets(1001)).length > 0);
      await client.close();`;
    expect((await user.run('tickets.mjs', code)).trim()).toBe('true');
    expect(await running.end('SIGINT')).toBe(0);
  });
});
