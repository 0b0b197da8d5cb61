/* Every command of the documents is run here, is run by another test, or is listed with what it needs. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readConfig } from '../../src/config/config.js';
import { sandboxKeys, startSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { closedAfterwards } from '../support/afterwards.js';
import { everyScopeKey, programOver, type ProgramUnderTest } from '../support/program.js';
import { filesBelow, textOf } from './files.js';

/** The commands of a block of shell code: a comment at the end is cut, a line that goes on is joined, `a && b` are two. */
function commandsOf(block: string): string[] {
  return block
    .replaceAll(/\\\n\s*/g, ' ')
    .replaceAll(/("query":)\n\s*/g, '$1 ')
    .split('\n')
    .map((line) => line.replace(/\s+#\s.*$/, '').trim())
    .flatMap((line) => (line.startsWith('curl') ? [line] : line.split(/\s+&&\s+/)))
    .filter((line) => line !== '');
}

const shown = filesBelow()
  .filter((path) => path.endsWith('.md'))
  .flatMap((path) =>
    [...textOf(path).matchAll(/^ *```(?:sh|bash|shell|console)\n(.*?)^ *```/gms)].flatMap(([, block]) =>
      commandsOf(block!).map((command) => ({ path, command })),
    ),
  );

/** Commands that another test runs, with its file and what the file contains if it does. */
const runElsewhere: readonly (readonly [command: RegExp, test: string, contains: string])[] = [
  [/^npm run demo:(federation|stitching)$/, 'test/package/demos.test.ts', 'demo.mjs'],
  [/^npm run demo:app$/, 'test/browser/app.browser.ts', 'examples/app/serve.mjs'],
  [/^npm run compose( -- schema\/supergraph\.no-auth\.yaml)?$/, 'test/federation/compose.test.ts', 'tools/compose.mjs'],
  [
    /^node bin\/event-graph\.mjs schema --operations operations\.json$/,
    'test/package/package.test.ts',
    "'--operations', 'operations.json'",
  ],
  [/^npm run build$/, 'test/package/demos.test.ts', "'build'"],
  [/^node examples\/federation\/badges\.mjs$/, 'test/package/demos.test.ts', 'examples/federation/demo.mjs'],
  [/^curl .*127\.0\.0\.1:4200\//, 'test/package/demos.test.ts', 'curl'],
  [/^npm pack$|^npm install \.\/event-graph-<version>\.tgz/, 'test/package/installed.ts', "'pack'"],
  [/^npm run doctor( -- --find-signature)?$/, 'test/doctor/main.test.ts', 'spawn'],
  [/^npm start$/, 'test/server/process.program.test.ts', 'startChild'],
  [
    /^EVENT_SERVICE_(URL|NOT_FOUND_PATTERN)=|^[A-Z_]+=[^ $]*$|^AUTH_API_KEYS=app:<hash>/,
    'test/repository/documents.test.ts',
    'EVENT_SERVICE_URL=',
  ],
];

/** Commands that no test runs, with what they need. */
const needs: readonly (readonly [command: RegExp, what: string])[] = [
  [/^npm ci$/, 'an empty node_modules: the first step of .ci/run'],
  [
    /^npm test$|^((ISOLATED|FREEZE)=1 )?npx jest\b|^npm run test:(package|browser|replicas)$/,
    'no other test: a run of the tests would start itself',
  ],
  [/^git diff test\/frozen\/fixtures$/, 'fixtures that were written again'],
  [/^npm run check$/, 'a minute: .ci/run runs it'],
  [/^(docker|kubectl|sudo|cp|chmod) |^npm prune /, 'Docker, a cluster or systemd; test/package/deploy.test.ts checks the files'],
  [/^npm run bench\b|^node bench\/workers\.mjs\b/, 'minutes, and a machine that does nothing else'],
  [/^npm run sandbox$/, 'an end: it serves until it is stopped; test/package/package.test.ts starts the same as a command'],
  [/^cd examples\/federation\/(hive|apollo)-gateway$|^npm install --no-package-lock$/, 'packages of a gateway that are not installed here'],
  [/^npm ci --prefix bench\/peers$/, 'packages of other servers that are not installed here'],
  [/^curl .*your\.host\/hooks\//, 'a live program; test/server/subscriptions/check-in-hook.test.ts sends the same'],
  [/^curl -sSL https:\/\/router\.apollo\.dev|^\.\/router /, 'the network, and the licence of Apollo Router'],
  [/^AUTH_ROUTER_SECRETS=\$ROUTER_SECRET .*npm start$/, 'credentials of the reader, shown as …'],
];

const here = /^curl .*127\.0\.0\.1:4000\/|openssl|^export |sha256sum|^echo /;

test('every command of the documents is run by a test, or is listed with what it needs', () => {
  expect(shown.length).toBeGreaterThan(20);
  const known = [here, ...runElsewhere.map(([command]) => command), ...needs.map(([command]) => command)];
  expect(shown.filter(({ command }) => !known.some((pattern) => pattern.test(command)))).toEqual([]);
});

test.each(runElsewhere)('%s is run by %s', (_command, file, contained) => {
  expect(textOf(file)).toContain(contained);
});

test('every npm script that a document names exists', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const missing = shown.filter(({ command }) => {
    const script = /\bnpm run (?:--silent )?([\w:-]+)/.exec(command)?.[1];
    return script !== undefined && !(script in scripts);
  });
  expect(missing).toEqual([]);
});

const shell = async (command: string, env: Record<string, string> = {}): Promise<string> =>
  (await promisify(execFile)('sh', ['-c', command], { env: { PATH: process.env.PATH, ...env } })).stdout;

describe('curl commands', () => {
  let sandbox: Sandbox;
  let program: ProgramUnderTest;
  beforeAll(async () => {
    sandbox = closedAfterwards(await startSandbox());
    program = await programOver(sandbox.url, {
      EVENT_SERVICE_PUBLIC_KEY: sandboxKeys.publicKey,
      EVENT_SERVICE_PRIVATE_KEY: sandboxKeys.privateKey,
    });
  });
  const curls = shown.filter(({ command }) => /^curl .*127\.0\.0\.1:4000\//.test(command));

  test.each(curls)('a curl command of $path returns data: $command', async ({ command }) => {
    // The sandbox of `npm start` asks for no credential; this program does.
    const credential = command.includes('authorization:') ? '' : ` -H "authorization: Bearer $KEY"`;
    const streams = command.includes('text/event-stream');
    const run = command.replace('http://127.0.0.1:4000', program.url) + credential + (streams ? ' --max-time 3 || true' : '');
    const output = await shell(run, { KEY: everyScopeKey });
    if (streams) {
      expect(output).toMatch(/^event: next\ndata: \{"data":\{"ticketStock":\[/m);
      return;
    }
    const { data, errors = [] } = JSON.parse(output) as { data: unknown; errors?: { extensions: { code: string } }[] };
    expect(data).toEqual(expect.any(Object));
    // docs/connecting.md asks for an unknown attendee, to show how the service words that.
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(command.includes('mobile: \\"0\\"') ? ['UPSTREAM_REJECTED'] : []);
  });
});

test.each(['schema', 'sandbox'])('`event-graph %s --help` prints the help of `event-graph --help`', async (command) => {
  const help = await shell(`${process.execPath} bin/event-graph.mjs --help`);
  expect(help).toContain(`event-graph ${command} `);
  expect(await shell(`${process.execPath} bin/event-graph.mjs ${command} --help`)).toBe(help);
});

describe('keys', () => {
  test('the key of the README is accepted as the setting that the README exports', async () => {
    const block = /^```sh\n(export EVENT_SERVICE_URL.*?)^npm run doctor/ms.exec(textOf('README.md'))![1]!.replaceAll('…', 'key');
    const printed = await shell(`${block}\n${process.execPath} -p 'JSON.stringify(process.env)'`);
    expect(printed).toMatch(/^Your app sends: authorization: Bearer [0-9a-f]{64}\n/);
    const exported = JSON.parse(printed.slice(printed.indexOf('\n'))) as Record<string, string>;
    const settings = Object.fromEntries(Object.entries(exported).filter(([name]) => /^(EVENT_SERVICE|AUTH)_/.test(name)));
    expect(Object.keys(settings)).toHaveLength(5);
    expect(() => readConfig(settings)).not.toThrow();
  });

  test('the key of docs/connecting.md is printed with its hash', async () => {
    const block = /^```sh\nnpm ci && npm run build\n(KEY=.*?)^```/ms.exec(textOf('docs/connecting.md'))![1]!;
    expect(await shell(block)).toMatch(/^[0-9a-f]{64}\n[0-9a-f]{64}\n$/);
  });
});
