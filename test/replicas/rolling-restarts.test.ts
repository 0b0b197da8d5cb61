/*
 * Two programs behind nginx with the configuration of deploy/nginx. ROLLING_RESTARTS is the number of rolling restarts, each of which
 * restarts both programs, one after the other.
 */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { afterwards } from '../support/afterwards.js';
import { certificateFor } from '../support/certificate.js';
import { startChild, type ChildProgram } from '../support/child-program.js';
import { freePort } from '../support/free-port.js';
import { RedisServer } from '../support/redis-server.js';
import { addAttendees, registrationOf, registryService, type RegistryService } from '../support/registry-service.js';
import { protocols, subscriptionClient } from '../support/subscription-clients.js';
import { temporaryFile, temporaryFolder } from '../support/temporary-files.js';
import { until } from '../support/until.js';
import { replicaKey, mobileOf, replicaEnv } from './replica.js';

jest.setTimeout(600_000);

const restarts = Number(process.env.ROLLING_RESTARTS ?? 2);
const isInstalled = ['nginx', 'redis-server'].every((name) => spawnSync(name, ['-v']).status === 0);

/** Starts nginx on a port of 127.0.0.1 before two programs. @returns its origin */
async function startNginx(ports: readonly number[]): Promise<string> {
  const [port, tlsPort] = [await freePort(), await freePort()];
  const folder = temporaryFolder();
  const certificate = certificateFor('localhost');
  const changes: readonly [string | RegExp, string][] = [
    ['127.0.0.1:4000', `127.0.0.1:${ports[0]}`],
    ['127.0.0.1:4010', `127.0.0.1:${ports[1]}`],
    ['listen 443', `listen 127.0.0.1:${port}; listen 127.0.0.1:${tlsPort}`],
    [/ssl_certificate .*;/, `ssl_certificate ${certificate.file};`],
    [/ssl_certificate_key .*;/, `ssl_certificate_key ${certificate.keyFile};`],
    ['/var/log/nginx/event-graph.log', join(folder, 'access.log')],
  ];
  const text = readFileSync('deploy/nginx/event-graph.conf', 'utf8');
  const server = changes.reduce((changed, [from, to]) => changed.replace(from, to), text);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`);
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}\nhttp { ${folders.join(' ')}\n${server} }`);
  const { stderr } = spawnSync('nginx', ['-t', '-c', file], { encoding: 'utf8' });
  if (!stderr.includes('test is successful') || stderr.includes('[warn]')) throw new Error(stderr);
  const nginx = spawn('nginx', ['-c', file], { stdio: 'ignore' });
  afterwards(async () => {
    nginx.kill('SIGTERM');
    await once(nginx, 'exit');
  });
  const origin = `http://127.0.0.1:${port}`;
  await until(() =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return origin;
}

/** Two programs with nginx before them. */
async function deploy(env: Record<string, string>) {
  const ports = [await freePort(), await freePort()];
  const start = (index: number) => startChild({ ...env, PORT: String(ports[index]) });
  const programs: ChildProgram[] = [await start(0), await start(1)];
  return {
    url: await startNginx(ports),
    /** Restarts the programs one after the other. @returns their exit codes */
    async restart(): Promise<(number | null)[]> {
      const codes = [];
      for (const [index, program] of programs.entries()) {
        codes.push(await program.end('SIGTERM'));
        programs[index] = await start(index);
      }
      return codes;
    },
  };
}

/** Repeats a step at intervals until the signal. @returns the results, when all steps have ended */
async function repeated<T>(everyMs: number, signal: AbortSignal, step: (index: number) => Promise<T>): Promise<T[]> {
  const steps: Promise<T>[] = [];
  for (; !signal.aborted; await pause(everyMs)) steps.push(step(steps.length));
  return Promise.all(steps);
}

const read = `{ attendee(by: { mobile: "${mobileOf(1)}" }) { id } }`;

/** Restarts two programs while they serve reads and registrations. */
async function restartUnderLoad(service: RegistryService, store: Record<string, string>) {
  const { url, restart } = await deploy({ ...replicaEnv(service.url), ...store });
  const dispatcher = new Agent({ connections: 16 });
  const ask = async (path: string, body?: object): Promise<string> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${replicaKey}` };
    const options = body ? ({ method: 'POST', body: JSON.stringify(body) } as const) : {};
    return request(`${url}${path}`, { dispatcher, headers, ...options }).then(
      ({ body: received }) => received.text(),
      (error: unknown) => String(error),
    );
  };
  const readOnce = (index: number) =>
    index % 3 === 0 ? ask(`/graphql?query=${encodeURIComponent(read)}`) : ask('/graphql', { query: read });
  /** Repeats a registration with its key until it has succeeded. @returns the mobile number */
  const register = async (index: number): Promise<string> => {
    const mobile = mobileOf(1_000 + index);
    const variables = registrationOf(mobile, { idempotencyKey: `rolling-restart-${index}` });
    await until(async () => (await ask('/graphql', { query: addAttendees, variables })).includes('"userErrors":[]'), 60_000);
    return mobile;
  };
  const over = new AbortController();
  const load = Promise.all([repeated(40, over.signal, readOnce), repeated(150, over.signal, register)]);
  const codes = [];
  for (let done = 0; done < restarts; done += 1) codes.push(...(await restart()));
  over.abort();
  const [reads, registered] = await load;
  await dispatcher.close();
  return { codes, reads, registered };
}

const stores = {
  STATE_FILE: async () => ({ STATE_FILE: temporaryFile('state.db') }),
  Redis: async () => ({ REDIS_URL: (await RedisServer.start()).url }),
};

(isInstalled ? describe : describe.skip)(`behind nginx${isInstalled ? '' : ' (skipped: nginx or redis-server is not installed)'}`, () => {
  test.each(['STATE_FILE', 'Redis'] as const)(
    'over one %s, rolling restarts under load fail no read, and lose and double no registration',
    async (store) => {
      const service = await registryService();
      service.behave('succeeds slowly');
      const { codes, reads, registered } = await restartUnderLoad(service, await stores[store]());
      expect(codes).toEqual(Array.from({ length: 2 * restarts }, () => 0));
      expect(reads.filter((text) => text !== '{"data":{"attendee":null}}')).toEqual([]);
      expect(service.registered.toSorted()).toEqual(registered.toSorted());
      expect(service.hitsOf('/participant/add')).toHaveLength(registered.length);
    },
  );

  test('nginx compresses JSON, and no event stream', async () => {
    const { url } = await deploy({});
    const codingOf = async (accept: string) => {
      const response = await fetch(`${url}/graphql?query={_service{sdl}}`, { headers: { accept, 'accept-encoding': 'gzip' } });
      expect(await response.text()).toContain('type Attendee');
      return response.headers.get('content-encoding');
    };
    expect(await codingOf('application/json')).toBe('gzip');
    expect(await codingOf('application/graphql-response+json')).toBe('gzip');
    expect(await codingOf('text/event-stream')).toBeNull();
  });

  test('subscriptions pass nginx as event streams and as WebSockets', async () => {
    const { url } = await deploy({});
    for (const protocol of protocols) {
      const client = subscriptionClient({ url }, protocol, {});
      const events = client.iterate({ query: 'subscription { ticketStock { name } }' });
      expect((await events.next()).value).toMatchObject({ data: { ticketStock: expect.any(Array) } });
      await client.dispose();
    }
  });
});
