/* The options of the libraries: their defaults, and what is refused with which words. */

import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ConfigError } from '../../src/config/environment.js';
import { checkOptions } from '../../src/config/library-options.js';
import { createEventGraph, type EventGraphOptions } from '../../src/index.js';
import { createRestClient } from '../../src/rest.js';
import { temporaryFolder } from '../support/temporary-files.js';

const given = { url: 'https://events.example/base', publicKey: 'p', privateKey: 'CANARY', activityIds: [1001] };

/** The problems of options, as both libraries report them; null if there are none. */
async function refusal(
  options: unknown,
  create: (options: never) => Promise<{ close(): Promise<void> }> = createEventGraph,
): Promise<unknown> {
  try {
    await (await create(options as never)).close();
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    const { message, problems } = error as ConfigError;
    expect(message).not.toContain('CANARY');
    expect(message).toMatch(/^Bad options:\n/);
    return problems.map(({ setting, expected }) => `${setting}: ${expected}`);
  }
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The files below a folder that this process has open. libsql closes its files when they are collected. */
async function openFilesIn(folder: string): Promise<string[]> {
  collectGarbage();
  await new Promise((resolve) => setImmediate(resolve));
  const descriptors = readdirSync('/proc/self/fd').map((name) => join('/proc/self/fd', name));
  return descriptors.flatMap((path) => {
    try {
      const target = readlinkSync(path);
      return target.startsWith(folder) ? [target] : [];
    } catch {
      return [];
    }
  });
}

const check = (options: object) => checkOptions(options, true, async () => true);
const serviceOf = async (service: EventGraphOptions['service']) => (await check({ ...given, service })).checked?.service;

test('omitted options have the defaults of their settings, at every depth', async () => {
  expect(await serviceOf({ timeoutMs: 5, signature: { algorithm: 'hmac-md5' } })).toMatchObject({
    timeoutMs: 5,
    retries: 2,
    maxPageSize: 100,
    maxIds: 100,
    signature: { algorithm: 'hmac-md5', version: 1, template: expect.stringContaining('{PrivateKey}') },
  });
});

test('an undefined option counts as omitted, at every depth', async () => {
  const defaults = await serviceOf({});
  expect(await serviceOf(undefined)).toEqual(defaults);
  const undefinedFor = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, undefined]));
  const signature = undefinedFor('algorithm version template signerModule');
  const names =
    'authHeader timeoutMs retries maxConnections maxPageSize maxIds maxResponseBytes notFoundPattern busyPattern clockOffsetSeconds';
  expect(await serviceOf(undefinedFor(`${names} signature`))).toEqual(defaults);
  expect(await serviceOf({ signature })).toEqual(defaults);
  const absent = undefinedFor('authDirectives typePrefix relayNode stateFile upstreamReport');
  expect(await refusal({ ...given, ...absent })).toBeNull();
});

test('every bad option is named by its path, with what was expected', async () => {
  const bad = { activityIds: [1001, 0], service: { maxPageSize: 0, timeoutMs: -1, signature: { algorithm: 'sha' } } };
  expect(await refusal({ ...given, ...bad })).toEqual([
    'activityIds.1: expected a positive whole number',
    expect.stringMatching(/^service.timeoutMs: expected a whole number from 1/),
    expect.stringMatching(/^service.maxPageSize: expected a whole number from 1/),
    expect.stringMatching(/^service.signature.algorithm: expected one of md5/),
  ]);
});

test.each([
  ['url', 5],
  ['publicKey', 'a b'],
  ['privateKey', ''],
  ['activityIds', 1001],
  ['activityIds', [1001, 1001]],
  ['activityIds.0', 1.5],
  ['typePrefix', ''],
  ['relayNode', 'yes'],
  ['authDirectives', 1],
  ['upstreamReport', null],
  ['stateFile', 5],
  ['service', []],
  ['service.authHeader', 5],
  ['service.authHeader', 'Content-Type'],
  ['service.timeoutMs', '5000'],
  ['service.retries', 1.5],
  ['service.maxConnections', 1],
  ['service.maxResponseBytes', Infinity],
  ['service.notFoundPattern', 'no such'],
  ['service.clockOffsetSeconds', 86_401],
  ['service.signature', 'md5'],
  ['service.signature.version', '1'],
  ['service.signature.template', '{Nonsense}'],
  ['service.signature.signerModule', '/no/such/module.mjs'],
])('%s as %j is one problem with that path', async (path, value) => {
  const nested = path.split('.').reduceRight<unknown>((inner, name) => (name === '0' ? [inner] : { [name]: inner }), value) as object;
  expect(await refusal({ ...given, ...nested })).toEqual([expect.stringMatching(new RegExp(`^${path.replaceAll('.', '\\.')}: \\S`))]);
});

test('an unknown option is a problem that names the known ones', async () => {
  const unknown = {
    endpoint: 'x',
    activityId: 1,
    service: { timeoutms: 5, nonsense: undefined, signature: { secret: 'CANARY' } },
  };
  expect(await refusal({ ...given, ...unknown })).toEqual([
    'service.signature.secret: unknown member; expected one of algorithm, case, version, template, signerModule',
    expect.stringMatching(/^service\.timeoutms: unknown member; expected one of .*timeoutMs/),
    expect.stringMatching(/^endpoint: unknown member; expected one of url, publicKey, .*, upstreamReport$/),
    expect.stringMatching(/^activityId: unknown member; expected one of .*activityIds/),
  ]);
});

test.each([[{}], [undefined], [null], ['https://events.example'], [[]]])('options that are %j are refused by name too', async (options) => {
  expect(await refusal(options)).toEqual(
    ['url', 'publicKey', 'privateKey', 'activityIds'].map((name) => expect.stringMatching(`^${name}: missing; expected`)),
  );
});

test('the REST client needs no activities, accepts the options of the graph, and refuses the same bad ones', async () => {
  const { activityIds: _, ...rest } = given;
  expect(await refusal(rest, createRestClient)).toBeNull();
  expect(await refusal({ ...given, typePrefix: 'Event', service: undefined }, createRestClient)).toBeNull();
  expect(await refusal({ ...rest, url: 5, nonsense: 1, service: { retries: -1 } }, createRestClient)).toEqual([
    expect.stringMatching(/^url: expected an http or https address/),
    expect.stringMatching(/^service.retries: expected a whole number/),
    expect.stringMatching(/^nonsense: unknown member/),
  ]);
});

describe('state files', () => {
  const folder = temporaryFolder();

  test('a bad state file is named together with every other bad option, and a good one is closed again', async () => {
    const bad = { ...given, nonsense: 1, service: { retries: 'two' } };
    expect(await refusal({ ...bad, stateFile: folder })).toEqual([
      expect.stringMatching(/^service.retries: /),
      expect.stringMatching(/^nonsense: /),
      expect.stringMatching(/^stateFile: expected a path/),
    ]);
    expect(await refusal({ ...bad, stateFile: join(folder, 'good.db') })).toHaveLength(2);
    expect(await openFilesIn(folder)).toEqual([]);
  });

  test('a state file is open until close, which may be called twice', async () => {
    const graph = await createEventGraph({ ...given, stateFile: join(folder, 'state.db') });
    expect(await openFilesIn(folder)).not.toEqual([]);
    await graph.close();
    await graph.close();
    // The graph itself is still referred to.
    expect(graph.sdl).toBeTruthy();
    expect(await openFilesIn(folder)).toEqual([]);
  });
});

test.each(['notFoundPattern', 'busyPattern'])('a %s that cannot be matched in linear time is a bad option', async (name) => {
  const { problems } = await check({ ...given, service: { [name]: /(?=a)b/ } });
  expect(problems).toEqual([{ setting: `service.${name}`, expected: expect.stringContaining('no lookahead') }]);
});

test('a pattern with the flags g and y matches every time', async () => {
  const pattern = (await serviceOf({ notFoundPattern: /no such/giy }))!.notFoundPattern!;
  expect([pattern.test('No such record'), pattern.test('No such record')]).toEqual([true, true]);
});

test('spaces around an address and a key are ignored', async () => {
  const { checked } = await check({ ...given, url: ' https://events.example/base/ ', privateKey: 'key\n' });
  expect([checked?.account.url, checked?.account.privateKey.reveal()]).toEqual(['https://events.example/base', 'key']);
});

test('the environment is not read', async () => {
  process.env['EVENT_SERVICE_TIMEOUT_MS'] = 'nonsense';
  try {
    expect((await serviceOf({}))?.timeoutMs).toBe(10_000);
  } finally {
    delete process.env['EVENT_SERVICE_TIMEOUT_MS'];
  }
});
