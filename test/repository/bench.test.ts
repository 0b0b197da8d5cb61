/* What `npm run bench` can hold without a measurement: its options, and that its documents and the operations of the peers are right. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { textOf } from './files.js';

interface Workload {
  readonly query: string;
  readonly connections: number;
  readonly variants?: number;
  readonly variables: (variant: number) => unknown;
}
interface Peer {
  readonly package: string;
  readonly servers: readonly { readonly name: string; readonly without?: readonly string[] }[];
}
const { optionsOf } = jest.requireActual<{ optionsOf(args: readonly string[]): Record<string, unknown> }>('../../bench/options.mjs');
const { workloads } = jest.requireActual<{ workloads: Record<string, Workload> }>('../../bench/workloads.mjs');
const { peers, requireInstalled } = jest.requireActual<{
  peers: Record<string, Peer>;
  requireInstalled(names: readonly string[], folder: string): void;
}>('../../bench/peers/peers.mjs');
const { peerWorkloads } = jest.requireActual<{ peerWorkloads: Record<string, Workload> }>('../../bench/peers/workloads.mjs');
const { schema: peerSchema } = jest.requireActual<{ schema: string }>('../../bench/peers/schema.mjs');
const { tailcallConfig } = jest.requireActual<{ tailcallConfig(options: object): string }>('../../bench/peers/tailcall-config.mjs');

const bench = textOf('bench/README.md');
const tableAfter = (text: string, heading: string): readonly string[][] =>
  text
    .split(`${heading}\n`)[1]!
    .split('\n\n')[0]!
    .split('\n')
    .filter((row) => row.startsWith('| '))
    .map((row) => row.replaceAll(/^\| | \|$/g, '').split(' | '));

describe('options', () => {
  test('without options, Event Graph and the plain server are measured with every workload in five rounds of a second', () => {
    expect(optionsOf([])).toEqual({
      rounds: 5,
      seconds: 1,
      warmup: 1.5,
      chosen: Object.keys(workloads),
      peers: [],
      pin: false,
      also: [],
    });
  });

  test('--only and --peers take names that are separated by commas', () => {
    expect(optionsOf(['--only', 'list,one', '--peers', 'mercurius,tailcall', '--pin'])).toMatchObject({
      chosen: ['list', 'one'],
      peers: ['mercurius', 'tailcall'],
      pin: true,
    });
  });

  test.each([
    [['--peers', 'mercurius,apollo'], '--peers takes mercurius,tailcall; not apollo'],
    [['--only', 'list,toString'], /^--only takes list,hot,.*; not toString$/],
    [['--rounds', '0'], '--rounds takes a positive number'],
    [['--seconds', 'long'], '--seconds takes a positive number'],
  ])('%j is refused: %s', (args, message) => {
    expect(() => optionsOf(args)).toThrow(message);
  });

  test('an option that is refused ends the program with one line', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['bench/run.mjs', '--peers', 'apollo'], { encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: '--peers takes mercurius,tailcall; not apollo\n' });
  });

  test('the document lists every option with its default', () => {
    const listed = tableAfter(bench, '| option | meaning | default |').map(([option, , value]) => [option!.slice(3, -1), value]);
    const { chosen: _workloads, ...options } = optionsOf(['--only', 'list', '--profile', 'folder']);
    expect(new Set(listed.map(([option]) => option))).toEqual(new Set(Object.keys(options)));
    const defaults = optionsOf([]);
    for (const [option, value] of listed)
      if (Number(value) > 0) expect({ option, value: defaults[option!] }).toEqual({ option, value: Number(value) });
  });
});

describe('peers', () => {
  test.each(Object.entries(peers))('%s without its package is refused, and the error names the command that installs it', (name, peer) => {
    const folder = mkdtempSync(join(tmpdir(), 'peers-'));
    expect(() => requireInstalled([name], folder)).toThrow(
      `--peers ${name} needs the package ${peer.package}, which is not installed. Run "npm ci --prefix bench/peers"`,
    );
    mkdirSync(join(folder, peer.package), { recursive: true });
    writeFileSync(join(folder, peer.package, 'package.json'), '{}');
    expect(() => requireInstalled([name], folder)).not.toThrow();
  });

  test('the packages of the peers have exact versions, and are not packages of the project', () => {
    type Manifest = Record<'dependencies' | 'optionalDependencies', Record<string, string>>;
    const { dependencies, optionalDependencies } = JSON.parse(textOf('bench/peers/package.json')) as Manifest;
    const versions = { ...dependencies, ...optionalDependencies };
    expect(Object.values(versions).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    expect(Object.values(peers).filter((peer) => !(peer.package in versions))).toEqual([]);
    expect(textOf('package.json')).not.toMatch(/mercurius|tailcall/);
  });

  const federated = (types: string) =>
    buildSchema(`${types} scalar _Any union _Entity = Attendee extend type Query { _entities(representations: [_Any!]!): [_Entity]! }`);

  test('every workload is an operation that is valid in their schema', () => {
    const schema = federated(peerSchema);
    expect(Object.keys(peerWorkloads).toSorted()).toEqual(Object.keys(workloads).toSorted());
    expect(Object.values(peerWorkloads).flatMap(({ query }) => validate(schema, parse(query)))).toEqual([]);
  });

  test('Tailcall has the fields of that schema in every configuration that has the workload', () => {
    for (const configuration of ['batches', 'dedupe', 'neither']) {
      const config = tailcallConfig({ configuration, serviceUrl: 'http://127.0.0.1:1', port: 2 });
      const renamed = config.replaceAll(/\w+(: \w+!?) @modify\(name: "(\w+)"\)/g, '$2$1');
      const types = renamed.slice(renamed.indexOf('type Query')).replaceAll(/@http\((?:"[^"]*"|[^")])*\)/g, '');
      const tailcall = federated(types);
      const without = peers.tailcall!.servers.find(({ name }) => name.endsWith(configuration))!.without ?? [];
      const able = Object.entries(peerWorkloads).filter(([name]) => !without.includes(name));
      expect(able.flatMap(([, { query }]) => validate(tailcall, parse(query)))).toEqual([]);
    }
  });
});

describe('workloads', () => {
  const listed = tableAfter(bench, '| workload | connections | request |');

  test('the document lists every workload with its connections', () => {
    const documented = Object.fromEntries(listed.map(([name, connections]) => [name!.slice(1, -1), Number(connections)]));
    expect(documented).toEqual(Object.fromEntries(Object.entries(workloads).map(([name, { connections }]) => [name, connections])));
  });

  test('the table of results has workloads only', () => {
    const results = [...bench.matchAll(/^\| `([\w-]+)`: .* \|$/gm)].map(([, name]) => name!);
    expect(results.length).toBeGreaterThan(5);
    expect(results.filter((name) => !(name in workloads))).toEqual([]);
  });

  test('a workload selects as many fields as the document states', () => {
    const stated = listed.flatMap(([name, , request]) => {
      const count = /(\d+) (?:scalar )?fields each/.exec(request!)?.[1];
      return count === undefined ? [] : [{ name: name!.slice(1, -1), count: Number(count) }];
    });
    expect(stated.map(({ name }) => name)).toEqual(['list', 'entities']);
    for (const { name, count } of stated) {
      const [, fields] = /\{ ([\w ]+) \} \}/.exec(workloads[name]!.query)!;
      expect({ name, fieldCount: fields!.split(' ').length }).toEqual({ name, fieldCount: count });
    }
  });
});
