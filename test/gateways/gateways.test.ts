/* The gateways of examples/federation that this project does not depend on: installed from npm, and started by their script `start`. */

import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeGateway, routerSecret } from '../federation/gateway-laws.js';
import type { GatewayOptions, Running } from '../federation/supergraph.js';
import { startCommand } from '../support/command.js';
import { freePort } from '../support/free-port.js';

/** Installs an example, in a folder that stays: the next run installs only what has changed. @returns the folder */
function install(example: string): string {
  const [from, folder] = [resolve('examples/federation', example), resolve('node_modules/.cache/gateways', example)];
  cpSync(from, folder, { recursive: true, filter: (path) => !path.startsWith(join(from, 'node_modules')) });
  const options = ['--prefer-offline', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...options], { cwd: folder, stdio: 'pipe' });
  return folder;
}

const startGateway =
  (example: string) =>
  async ({ supergraphSdl }: GatewayOptions): Promise<Running> => {
    const folder = install(example);
    writeFileSync(join(folder, 'supergraph.graphql'), supergraphSdl);
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts: { start: string } };
    const port = String(await freePort());
    const script = scripts.start.replace(/\S*\.graphql/, 'supergraph.graphql').replace('4200', port);
    const [program, ...args] = script.split(' ');
    const command = program === 'node' ? args : [join('node_modules/.bin', program!), ...args];
    const running = await startCommand(command, /ready at|Listening on/, { cwd: folder, env: { PORT: port, ROUTER_SECRET: routerSecret } });
    return { url: `http://127.0.0.1:${port}/graphql`, close: async () => void (await running.end('SIGTERM')) };
  };

// A first installation takes a minute, and several on a busy machine.
jest.setTimeout(1_200_000);

describeGateway('Hive Gateway', { startGateway: startGateway('hive-gateway') });
describeGateway('@apollo/gateway', { startGateway: startGateway('apollo-gateway'), directives: false, subscriptions: false });
