/* Hive Gateway over the program: the laws of gateway-laws.ts. */

import { startCommand } from '../support/command.js';
import { temporaryFile } from '../support/temporary-files.js';
import { describeGateway, routerSecret } from './gateway-laws.js';
import type { GatewayOptions } from './supergraph.js';

const start =
  (planner: string) =>
  async ({ supergraphSdl }: GatewayOptions) => {
    const file = temporaryFile('supergraph.graphql', supergraphSdl);
    const { found, end } = await startCommand(['test/federation/hive-gateway.mjs', file, planner], /ready at (\S+)\n/, {
      env: { ROUTER_SECRET: routerSecret },
    });
    return { url: found[1]!, close: async () => void (await end('SIGTERM')) };
  };

describeGateway('Hive Gateway', { startGateway: start('its own') });
describeGateway('Hive Gateway with the query planner of Hive Router, which is written in Rust', { startGateway: start('rust') });
