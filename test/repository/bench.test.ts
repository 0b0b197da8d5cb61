/* What `npm run bench` promises without a measurement: its options, and operations that the peers can execute. */

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
