/* Hive Gateway over the program: the laws of gateway-laws.ts. */

import { resolve } from 'node:path';
import { startCommand } from '../package/installed.js';
import { temporaryFile } from '../support/temporary-files.js';
import { describeGateway, routerSecret } from './gateway-laws.js';
import type { GatewayOptions } from './supergraph.js';

const start =
  (planner: string) =>
  async ({ supergraphSdl }: GatewayOptions) => {
    const file = temporaryFile('supergraph.graphql', supergraphSdl);
    const { printed, end } = await startCommand('.', [resolve('test/federation/hive-gateway.mjs'), file, planner], /ready at \S+/, {
      ROUTER_SECRET: routerSecret,
    });
    return { url: /ready at (\S+)/.exec(printed)![1]!, close: async () => void (await end('SIGTERM')) };
  };

describeGateway('Hive Gateway', { startGateway: start('its own') });
describeGateway('Hive Gateway with the query planner of Hive Router, which is written in Rust', { startGateway: start('rust') });
