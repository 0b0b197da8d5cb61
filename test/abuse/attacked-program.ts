import { readConfig } from '../../src/config/config.js';
import { start } from '../../src/program/start.js';
import { createLog } from '../../src/server/telemetry/log.js';
import { closedAfterwards } from '../support/afterwards.js';
import { fakeService, type FakeService } from '../support/fake-service.js';
import { apiKey } from '../support/program.js';
import type { Attack } from './attacks.js';

export const credential = 'key-of-the-attacker';

export interface AttackedProgram {
  readonly url: string;
  readonly logs: () => string;
  /** How often the service behind it was asked. In the sandbox, by the attempts that were counted. */
  hits(): Promise<number>;
  close(): Promise<void>;
}

/** The program as the demo starts it: open, over its own service. */
export async function sandboxProgram(): Promise<AttackedProgram> {
  return attacked(await startWith({}), async () => {});
}

/** The program as an operator starts it: live, with keys, over a service that would respond. */
export async function liveProgram(env: Record<string, string> = {}): Promise<AttackedProgram & { readonly service: FakeService }> {
  const service = await fakeService({ '/api/ticket/data': () => ({ code: 1, data: [] }) });
  const started = await startWith({
    EVENT_SERVICE_URL: service.url,
    EVENT_SERVICE_PUBLIC_KEY: 'public',
    EVENT_SERVICE_PRIVATE_KEY: 'private',
    EVENT_SERVICE_ACTIVITY_IDS: '1001,1002',
    AUTH_API_KEYS: apiKey('attacker', credential, 'content:read attendees:read attendees:pii attendees:write checkin:read sso:issue'),
    STATE_FILE: ':memory:',
    ...env,
  });
  return { ...attacked(started, () => service.close()), service };
}

async function startWith(env: Record<string, string>) {
  const config = readConfig({ PORT: '0', ADMIN_PORT: '0', LOG_LEVEL: 'debug', LOG_FORMAT: 'json', ...env });
  let logged = '';
  const log = createLog(config.log, { write: (line: string) => void (logged += line) });
  const program = closedAfterwards(await start(config, log));
  return { program, logs: () => logged };
}

function attacked({ program, logs }: Awaited<ReturnType<typeof startWith>>, after: () => Promise<void>): AttackedProgram {
  return {
    url: program.url,
    logs,
    async hits() {
      const text = await (await fetch(`${program.adminUrl}/metrics`)).text();
      return [...text.matchAll(/^event_graph_upstream_calls_total\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
    },
    async close() {
      await program.close();
      await after();
    },
  };
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly code: unknown;
}

/** Sends an attack with a valid credential. */
export async function send(target: AttackedProgram, { method = 'POST', search, headers = {}, body }: Attack): Promise<Reply> {
  const response = await fetch(`${target.url}/graphql${search === undefined ? '' : `?${search}`}`, {
    method,
    headers: {
      accept: 'application/graphql-response+json',
      'x-api-key': credential,
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, code: codeIn(text) };
}

function codeIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { errors?: { extensions?: { code?: unknown } }[] }).errors?.[0]?.extensions?.code;
  } catch {
    return undefined;
  }
}
