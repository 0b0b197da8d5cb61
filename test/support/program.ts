/* The whole program in the process of the test. */

import { createHash } from 'node:crypto';
import { readConfig } from '../../src/config/config.js';
import { start } from '../../src/program/start.js';
import { dataScopes, isSelfScope } from '../../src/records/caller.js';
import { createLog } from '../../src/server/telemetry/log.js';
import { closedAfterwards } from './afterwards.js';
import type { GraphqlResponse } from './graph.js';

/** Secrets and personal data that must not occur in any error, log or metric. */
export const canaries = {
  privateKey: 'CANARY-PRIVATE-KEY-5d1f',
  mobile: '13800138000',
  idCard: '110101199003071234',
  name: 'CANARY-NAME-Zhang',
} as const;

export type ProgramUnderTest = Awaited<ReturnType<typeof sandboxProgram>>;

export const everyScopeKey = 'key-with-every-scope';
/** The scopes on data that a key may have. */
const scopesOfKeys = [...dataScopes].filter((scope) => !isSelfScope(scope));
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
/** An entry of AUTH_API_KEYS. */
export const apiKey = (name: string, key: string, scopes: string): string => `${name}:${sha256(key)}:${scopes}`;

/** Starts the whole program in this process, over a service at an address. `env` has settings as environment variables. */
export const programOver = (serviceUrl: string, env: Record<string, string> = {}): Promise<ProgramUnderTest> =>
  sandboxProgram({
    EVENT_SERVICE_URL: serviceUrl,
    EVENT_SERVICE_PUBLIC_KEY: 'public',
    EVENT_SERVICE_PRIVATE_KEY: canaries.privateKey,
    EVENT_SERVICE_ACTIVITY_IDS: '1001,1002',
    EVENT_SERVICE_TIMEOUT_MS: '10000',
    AUTH_API_KEYS: apiKey('app', everyScopeKey, scopesOfKeys.join(' ')),
    UPSTREAM_REPORT: 'true',
    CACHE_TTL: 'off',
    STATE_FILE: ':memory:',
    ...env,
  });

/** The same over the sandbox, with the defaults of the settings: every caller has all scopes. */
export async function sandboxProgram(env: Record<string, string> = {}) {
  const config = readConfig({ LOG_LEVEL: 'trace', LOG_FORMAT: 'json', PORT: '0', ADMIN_PORT: '0', ...env });
  let logged = '';
  const log = createLog(config.log, { write: (line: string) => void (logged += line) });
  const program = closedAfterwards(await start(config, log));
  const metrics = async () => (await fetch(`${program.adminUrl}/metrics`)).text();
  return {
    url: program.url,
    adminUrl: program.adminUrl,
    /** All log lines so far. */
    logs: () => logged,
    /** The log lines so far that contain a text. */
    lines: <Line = Record<string, unknown>>(containing: string) =>
      logged
        .split('\n')
        .filter((line) => line.includes(containing))
        .map((line) => JSON.parse(line) as Line),
    metrics,
    /** The value of a metric, whose name and labels are given without `event_graph_`; 0 if it has none. */
    metric: async (name: string) => {
      const line = (await metrics()).split('\n').find((text) => text.startsWith(`event_graph_${name} `));
      return Number(line?.split(' ').at(-1) ?? 0);
    },
    close: program.close,
    /** Runs an operation as a caller with every scope. */
    async run(
      query: string,
      variables: Record<string, unknown> = {},
      { key = everyScopeKey, signal, headers }: { key?: string; signal?: AbortSignal; headers?: Record<string, string> } = {},
    ) {
      const began = performance.now();
      const response = await fetch(`${program.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
        body: JSON.stringify({ query, variables }),
        ...(signal && { signal }),
      });
      const body = (await response.json()) as GraphqlResponse;
      return {
        data: body.data ?? null,
        errors: body.errors ?? [],
        extensions: body.extensions ?? {},
        status: response.status,
        ms: performance.now() - began,
      };
    },
  };
}

/** Asserts that no canary occurs in the log, the metrics and the errors. Data may contain them. */
export async function expectNoLeak(program: ProgramUnderTest, ...responses: { errors: unknown }[]): Promise<void> {
  const outside = [program.logs(), await program.metrics(), ...responses.map(({ errors }) => JSON.stringify(errors))].join('\n');
  for (const canary of Object.values(canaries)) expect(outside).not.toContain(canary);
  expect(outside).not.toMatch(/Signature|UserPublicKey|    at .*\.ts:/);
}
