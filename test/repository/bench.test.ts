/* What `npm run bench` promises without a measurement: operations that the peers can execute. */

import { buildSchema, parse, validate } from 'graphql';

interface Workload {
  readonly query: string;
}
interface Peer {
  readonly servers: readonly { readonly name: string; readonly without?: readonly string[] }[];
}
const { workloads } = jest.requireActual<{ workloads: Record<string, Workload> }>('../../bench/workloads.mjs');
const { peers } = jest.requireActual<{ peers: Record<string, Peer> }>('../../bench/peers/peers.mjs');
const { peerWorkloads } = jest.requireActual<{ peerWorkloads: Record<string, Workload> }>('../../bench/peers/workloads.mjs');
const { schema: peerSchema } = jest.requireActual<{ schema: string }>('../../bench/peers/schema.mjs');
const { tailcallConfig } = jest.requireActual<{ tailcallConfig(options: object): string }>('../../bench/peers/tailcall-config.mjs');

describe('peers', () => {
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
