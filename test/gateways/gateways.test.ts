/* The gateways of examples/federation that this project does not depend on: installed from npm, and started by their script `start`. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSupergraph, type GatewayOptions, type Running, type Supergraph } from '../federation/supergraph.js';
import { startCommand } from '../package/installed.js';
import { hookSecret, push, subscriber } from '../support/check-ins.js';
import { freePort } from '../support/free-port.js';
import { everyScopeKey } from '../support/program.js';

const routerSecret = 'a-secret-that-the-router-shares-with-us';
const readerKey = 'key-that-reads-names-only';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const env = {
  CHECK_IN_HOOK_SECRETS: hookSecret,
  CHECK_IN_HOOK_ATTENDEE: '/participant/id',
  AUTH_ROUTER_SECRETS: routerSecret,
  AUTH_API_KEYS: `app:${sha256(everyScopeKey)}:content:read attendees:read checkin:read,reader:${sha256(readerKey)}:attendees:read content:read`,
};

/** The query planner of Hive Router, which is written in Rust, in Hive Gateway. */
const rustPlanner = '@graphql-hive/router-runtime@1.4.23';

/** Installs an example, with the planner if it is named. @returns a function that starts its gateway */
function install(example: string, planner: string | undefined): (options: GatewayOptions) => Promise<Running> {
  const folder = join(mkdtempSync(join(tmpdir(), 'gateways-')), example);
  cpSync(join(__dirname, '../../examples/federation', example), folder, {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  });
  execFileSync(
    'npm',
    ['install', '--prefer-offline', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error', ...(planner ? [planner] : [])],
    {
      cwd: folder,
      stdio: 'pipe',
    },
  );
  if (planner) {
    const file = join(folder, 'gateway.config.mjs');
    const config = readFileSync(file, 'utf8').replace('defineConfig({', 'defineConfig({ unifiedGraphHandler,');
    writeFileSync(file, `import { unifiedGraphHandler } from '@graphql-hive/router-runtime';\n${config}`);
  }
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { scripts: { start: string } };
  return async ({ supergraphSdl }) => {
    writeFileSync(join(folder, 'supergraph.graphql'), supergraphSdl);
    const port = String(await freePort());
    const script = scripts.start.replace(/\S*\.graphql/, 'supergraph.graphql').replace('4200', port);
    const [program, ...args] = script.split(' ');
    const command = program === 'node' ? args : [join('node_modules/.bin', program!), ...args];
    const running = await startCommand(folder, command, /ready at|Listening on/, { PORT: port, ROUTER_SECRET: routerSecret });
    return { url: `http://127.0.0.1:${port}/graphql`, close: async () => void (await running.end('SIGTERM')) };
  };
}

describe.each([
  { example: 'hive-gateway', directives: 'true' },
  { example: 'hive-gateway', directives: 'true', planner: rustPlanner },
  // It refuses supergraphs with the directives of access.
  { example: 'apollo-gateway', directives: 'false' },
])('the gateway of examples/federation/$example (planner: $planner)', ({ example, directives, planner }) => {
  let supergraph: Supergraph;
  beforeAll(async () => {
    const ids = ['attendee:1001:700001', 'attendee:1001:999999999', 'attendee:1001:700002'];
    supergraph = await startSupergraph('@theguild/federation-composition', ids, {
      env: { ...env, FEDERATION_AUTH_DIRECTIVES: directives },
      routerSecret,
      startGateway: install(example, planner),
    });
  }, 600_000);

  test('the gateway joins both subgraphs, and a reference to no attendee affects its own position only', async () => {
    const { data, errors } = await supergraph.run(
      '{ badges { title attendee { name } } activity { badges(first: 1) { title } } }',
      readerKey,
    );
    // Hive Gateway adds an error at the reference that is null.
    expect(errors.filter(({ path }) => path?.slice(0, 2).join('.') !== 'badges.1')).toEqual([]);
    expect(data).toEqual({
      badges: [
        { title: 'Badge no. 1', attendee: { name: '王伟' } },
        { title: 'Badge no. 2', attendee: null },
        { title: 'Badge no. 3', attendee: { name: 'Zoë Müller' } },
      ],
      activity: { badges: [{ title: 'Badge no. 1' }] },
    });
    expect(supergraph.calls()).toEqual(['participant/getList 3']);
  });

  test("the gateway forwards the caller's credential: a field beyond its scopes is null with FORBIDDEN", async () => {
    const { data, errors } = await supergraph.run('{ badges(first: 1) { attendee { name mobile } } }', readerKey);
    expect(data.badges).toEqual([{ attendee: { name: '王伟', mobile: null } }]);
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
  });

  test('the gateway gets nothing of Event Graph for a caller without a valid credential', async () => {
    const { data, errors } = await supergraph.run('{ badges(first: 1) { title attendee { name } } }', 'no-such-key');
    expect(data.badges).toEqual([{ title: 'Badge no. 1', attendee: null }]);
    expect(errors[0]!.extensions.code).toBe('UNAUTHENTICATED');
    expect(supergraph.calls()).toEqual([]);
  });

  // @apollo/gateway has no subscriptions.
  if (example === 'hive-gateway')
    test('a subscription passes the gateway with its default settings, and its events are joined with the other subgraph', async () => {
      const events = { url: supergraph.eventsUrl };
      const options = { protocol: 'graphql-sse', hookOf: events } as const;
      const checkIns = await subscriber({ url: supergraph.gatewayUrl }, 'payload attendee { name badge { title } }', options);
      await push(events, { participant: { id: '700001' } });
      expect(await checkIns.next()).toEqual({
        data: { checkIns: { payload: { participant: { id: '700001' } }, attendee: { name: '王伟', badge: { title: 'Badge no. 1' } } } },
      });
      await checkIns.leave();
    });
});
