/* The HTTP server over a small schema without an event service, and requests to it. */

import { randomUUID } from 'node:crypto';
import { buildSchema, GraphQLError, type GraphQLFieldResolver, type GraphQLFormattedError, type GraphQLScalarType } from 'graphql';
import { pino } from 'pino';
import { readConfig, type Config } from '../../src/config/config.js';
import { Audit } from '../../src/graph/audit.js';
import type { GraphContext, UsageCounts } from '../../src/graph/context.js';
import { createErrorFormat } from '../../src/graph/format-error.js';
import type { CancelSignal } from '../../src/primitives/cancellation.js';
import { dataScopes } from '../../src/records/caller.js';
import type { Authenticate } from '../../src/server/authentication/authentication.js';
import { startServer, type RunningServer, type ServerOptions } from '../../src/server/server.js';
import { createMetrics } from '../../src/server/telemetry/metrics.js';
import { closedAfterwards } from '../support/afterwards.js';
import { unlimited } from '../support/measured.js';

const sdl = /* GraphQL */ `
  enum Color {
    RED
    GREEN
  }
  "A calendar date, YYYY-MM-DD."
  scalar Day
  input Person {
    name: String!
    mobile: String
    age: Int
    color: Color
    born: Day
    tags: [String!]
    friend: Person
    friends: [Person!]
  }
  input Lookup @oneOf {
    id: ID
    mobile: String
  }
  type _Service {
    sdl: String!
  }
  type Item {
    id: ID!
    items: [Item!]!
  }
  type Query {
    hello: String
    echo(
      text: String
      number: Int
      real: Float
      flag: Boolean
      id: ID
      color: Color
      day: Day
      by: Lookup
      person: Person
      persons: [Person!]
      texts: [String!]
    ): String
    must(number: Int!): String
    caller: String
    item: Item!
    slow(ms: Int!): String
    untilAborted: String
    broken: String
    wholly: Int!
    _service: _Service!
  }
  type Mutation {
    add(person: Person!): String
  }
  type Subscription {
    ticks: Int
  }
`;

/** What a toy server saw of its operations: the signal of the last one, and the calls of its mutation. */
interface Seen {
  signal?: CancelSignal;
  calls: number;
}
export interface ToyContext extends GraphContext {
  readonly signal: CancelSignal;
  readonly seen: Seen;
}

const resolvers: Record<string, Record<string, GraphQLFieldResolver<unknown, ToyContext, Record<string, unknown>>>> = {
  Query: {
    hello: () => 'world',
    echo: (_, args) => JSON.stringify(args),
    must: (_, args) => JSON.stringify(args),
    caller: (_source, _args, { caller }) => caller.name,
    item: () => ({ id: '1', items: [] }),
    slow: (_, args) => new Promise((resolve) => setTimeout(() => resolve('done'), args['ms'] as number)),
    untilAborted: (_source, _args, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error(String(signal.reason))), { once: true })),
    broken: () => {
      throw new Error('Service-Auth=canary');
    },
    wholly: () => {
      throw new Error('Service-Auth=canary');
    },
    _service: () => ({ sdl: 'type Query' }),
  },
  Mutation: {
    add: (_, args, { seen }) => {
      seen.calls += 1;
      return JSON.stringify(args);
    },
  },
};

export function toySchema() {
  const schema = buildSchema(sdl);
  for (const [type, fields] of Object.entries(resolvers)) {
    for (const [name, resolve] of Object.entries(fields)) {
      const owner = schema.getType(type);
      if (owner && 'getFields' in owner) Object.assign(owner.getFields()[name]!, { resolve });
    }
  }
  const day = schema.getType('Day') as GraphQLScalarType;
  day.parseValue = (value) => {
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return value;
    throw new GraphQLError(`Day cannot represent ${String(value)}`);
  };
  return schema;
}

const { server: defaultSettings } = readConfig({});

/** The defaults, on free ports, open, and with waits that suit a test. */
export const settings: Config['server'] = {
  ...defaultSettings,
  port: 0,
  admin: { host: '127.0.0.1', port: 0 },
  explorer: 'off',
  cors: { ...defaultSettings.cors, origins: [], local: false },
  allowedHosts: null,
  maxBodyBytes: 100_000,
  requestTimeoutMs: 5000,
  shutdownGraceMs: 2000,
};

export const anyone: Authenticate = (_headers, address) => ({ name: address, scopes: dataScopes });

const usage: UsageCounts = { startedCalls: 0, attempts: 0, coalesced: 0, cached: 0, stale: [], freshUntil: 0 };

/** The options of a server over the toy schema on free ports. */
export function toyOptions(
  config: Partial<Config['server']> = {},
  options: Partial<ServerOptions> = {},
  seen: Seen = { calls: 0 },
): ServerOptions {
  const schema = toySchema();
  return {
    schema,
    createContext: ({ caller, signal }) => {
      seen.signal = signal;
      return {
        caller,
        signal,
        audit: new Audit(),
        activities: {},
        seen,
        usage,
        reads: () => ({ usage, audited: { fields: [], count: 0, denied: [] } }),
        addReads: () => {},
        noViewers: [],
        readGeneration: () => 0,
        responseExtensions: () => undefined,
      } as unknown as GraphContext;
    },
    formatError: createErrorFormat({ newErrorId: randomUUID, report: () => {} }),
    authenticate: anyone,
    limits: { ...unlimited, activityIds: [] },
    metrics: createMetrics(),
    settings: { ...settings, ...config },
    log: pino({ level: 'silent' }),
    audit: () => {},
    traces: null,
    loadTrustedDocuments: () => [],
    trustedDocumentsMode: 'allow',
    bucketStore: null,
    explorerContent: { examples: [], authenticated: false },
    checkInHook: { secrets: [], activityIds: [], receive: () => {} },
    waitForWrites: () => Promise.resolve(),
    ...options,
  };
}

/** A running toy server, and what it saw. */
export type ToyServer = RunningServer & { readonly seen: Seen };

export async function startToyServer(config: Partial<Config['server']> = {}, options: Partial<ServerOptions> = {}): Promise<ToyServer> {
  const seen: Seen = { calls: 0 };
  return Object.assign(closedAfterwards(await startServer(toyOptions(config, options, seen))), { seen });
}

export interface GraphqlReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** That of the first error. */
  readonly code: unknown;
  readonly body: {
    readonly data?: Record<string, any> | null;
    readonly errors?: readonly GraphQLFormattedError[];
    readonly extensions?: Record<string, unknown>;
  };
}

export async function call(url: string, init?: RequestInit): Promise<GraphqlReply> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  const body = isJson && text !== '' ? (JSON.parse(text) as GraphqlReply['body']) : {};
  return { status: response.status, headers: response.headers, text, code: body.errors?.[0]?.extensions?.['code'], body };
}

/** Posts a text, bytes or a value as JSON. */
export const postTo = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<GraphqlReply> =>
  call(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? new Uint8Array(Buffer.from(body)) : JSON.stringify(body),
  });

export const post = (server: { readonly url: string }, body: unknown, headers: Record<string, string> = {}): Promise<GraphqlReply> =>
  postTo(`${server.url}/graphql`, body, headers);

export const get = (
  server: { readonly url: string },
  parameters: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<GraphqlReply> => call(`${server.url}/graphql?${new URLSearchParams(parameters).toString()}`, { headers });

export const strict = { accept: 'application/graphql-response+json' };
