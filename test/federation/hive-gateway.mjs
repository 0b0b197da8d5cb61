/*
 * Hive Gateway with the configuration of its example and its defaults. It is a process of its own, because its packages are ES modules.
 * Arguments: the file of the supergraph, and `rust` for the query planner of Hive Router.
 */

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';
import { unifiedGraphHandler } from '@graphql-hive/router-runtime';
import { gatewayConfig } from '../../examples/federation/hive-gateway/gateway.config.mjs';

const [file, planner] = process.argv.slice(2);
const supergraph = readFileSync(file, 'utf8');
const gateway = createGatewayRuntime({ ...gatewayConfig, supergraph, ...(planner === 'rust' && { unifiedGraphHandler }) });
const server = createServer(gateway).listen(0, '127.0.0.1', () =>
  process.stdout.write(`ready at http://127.0.0.1:${server.address().port}/graphql\n`),
);
process.once('SIGTERM', () => process.exit(0));
