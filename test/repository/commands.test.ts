/* The commands of the documents: curl commands run here, scripts and files exist, and what the README shows is what the program returns. */

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { readConfig } from '../../src/config/config.js';
import { sandboxKeys, startSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { closedAfterwards } from '../support/afterwards.js';
import { graphOver } from '../support/graph.js';
import { everyScopeKey, programOver, type ProgramUnderTest } from '../support/program.js';
import { filesBelow, textOf } from './files.js';

/** The curl commands to a graph at 127.0.0.1:4000, each on one line. */
const curls = filesBelow()
  .filter((path) => path.endsWith('.md'))
  .flatMap((path) =>
    [...textOf(path).matchAll(/^ *```sh\n(.*?)^ *```/gms)].flatMap(([, block]) =>
      block!
        .replaceAll(/\\\n\s*/g, ' ')
        .replaceAll(/("query":)\n\s*/g, '$1 ')
        .split('\n')
        .filter((line) => /^curl .*127\.0\.0\.1:4000\//.test(line))
        .map((line) => ({ path, command: line.replace(/\s+#\s.*$/, '') })),
    ),
  );

test('every script that a document runs is in package.json, and every file that it starts exists', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
  const files = filesBelow();
  const unknown = files
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => [
      ...[...textOf(path).matchAll(/npm run (?:--silent )?([\w:-]+)/g)]
        .filter(([, name]) => !Object.hasOwn(scripts, name!))
        .map(([run]) => `${path}: ${run}`),
      ...[...textOf(path).matchAll(/node ((?:bin|examples|tools|bench)\/[\w./-]+)/g)]
        .filter(([, file]) => !files.includes(file!))
        .map(([run]) => `${path}: ${run}`),
    ]);
  expect(unknown).toEqual([]);
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

test('`event-graph` whose reader closes the pipe first ends without an error', async () => {
  const child = spawn(process.execPath, ['bin/event-graph.mjs', '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let problems = '';
  child.stderr.on('data', (chunk: Buffer) => (problems += chunk.toString()));
  await once(child, 'close');
  expect({ code: child.exitCode, problems }).toEqual({ code: 0, problems: '' });
});

test('the first query of the README returns the response that the README shows', async () => {
  const readme = textOf('README.md');
  const query = /"query":\s+"(\{ activity .*?\})" \}'/s.exec(readme)![1]!;
  const shown = JSON.parse(/```json\n(.*?)```/s.exec(readme)![1]!) as { data: unknown; extensions: { upstream: { calls: number } } };
  const sandbox = closedAfterwards(await startSandbox());
  const graph = await graphOver(sandbox.url);
  const response = await graph.run(query);
  expect({ data: response.data, calls: response.extensions.upstream!.calls }).toEqual({
    data: shown.data,
    calls: shown.extensions.upstream.calls,
  });
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
