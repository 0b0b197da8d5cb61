import { generateKeyPairSync } from 'node:crypto';
import { Agent, request, type IncomingMessage } from 'node:http';
import { exportJWK, SignJWT } from 'jose';
import { sandboxKeys } from '../../src/sandbox/sandbox.js';
import { sandboxDay } from '../support/counted-sandbox.js';
import { httpServer } from '../support/http-server.js';
import { everyScopeKey, programOver, type ProgramUnderTest } from '../support/program.js';
import { recordedService, type RecordedService } from './service.js';

const issuer = 'https://issuer.example';
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
/** The attendee whom the tokens name. */
export const ownMobile = '10000700001';

/** A request to the program. */
export interface Ask {
  readonly query?: string;
  readonly variables?: unknown;
  readonly operationName?: string;
  readonly extensions?: unknown;
  /** Sent in place of the JSON of the members above. */
  readonly body?: string;
  readonly method?: string;
  /** Follows the origin. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The scopes of a token in place of the key, which has all but `self:*`. null: no credential. */
  readonly scopes?: string | null;
  /** The mobile number in the token. */
  readonly mobile?: string;
  /** The claims about the attendee in the token, in place of the verified mobile number. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** A response. Its body is read once. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: IncomingMessage;
  text(): Promise<string>;
}

export interface FrozenProgram {
  readonly url: string;
  readonly service: RecordedService;
  ask(ask: Ask): Promise<HttpResponse>;
  credential(ask: Pick<Ask, 'scopes' | 'mobile' | 'claims'>): Promise<Record<string, string>>;
  /** The audit entries of a request, once the log states that it has ended. */
  audited(response: HttpResponse): Promise<readonly AuditEntry[]>;
}

export interface AuditEntry {
  readonly fields: readonly string[];
  readonly count: number;
  readonly outcome: string;
}

/** Stops the clocks of this process: only `pass` lets time go on. Timers run. The test restores them by jest.useRealTimers(). */
export function stopTime(): void {
  jest.useFakeTimers({
    now: sandboxDay,
    doNotFake: [
      'nextTick',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
}

/** Starts the program, and a sandbox of its own, unless one is given. `env` has settings as environment variables. */
export async function frozenProgram(env: Record<string, string> = {}, service?: RecordedService): Promise<FrozenProgram> {
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'ec' };
  const keys = await httpServer(
    (_request, response) => void response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] })),
  );
  const asked = service ?? (await recordedService());
  const program = await programOver(asked.url, {
    EVENT_SERVICE_PUBLIC_KEY: sandboxKeys.publicKey,
    EVENT_SERVICE_PRIVATE_KEY: sandboxKeys.privateKey,
    EVENT_SERVICE_NOT_FOUND_PATTERN: '^No such ',
    AUTH_JWKS_URL: keys.url,
    AUTH_JWT_ISSUER: issuer,
    AUTH_JWT_AUDIENCE: 'event-graph',
    AUTH_JWT_ATTENDEE_CLAIMS: 'mobile=phone_number',
    INTROSPECTION: 'true',
    ...env,
  });
  const tokens = new Map<string, string>();
  const credential: FrozenProgram['credential'] = async ({
    scopes,
    mobile = ownMobile,
    claims = { phone_number: mobile, phone_number_verified: true },
  }) => {
    if (scopes === null) return {};
    if (scopes === undefined) return { authorization: `Bearer ${everyScopeKey}` };
    const key = `${JSON.stringify(claims)} ${scopes}`;
    const token = tokens.get(key) ?? (await tokenFor(scopes, claims));
    tokens.set(key, token);
    return { authorization: `Bearer ${token}` };
  };
  return {
    url: program.url,
    service: asked,
    credential,
    ask: async ({ method = 'POST', path = '/graphql', headers, body, scopes, mobile, claims, ...operation }) => {
      const held = await credential({
        ...(scopes !== undefined && { scopes }),
        ...(mobile !== undefined && { mobile }),
        ...(claims && { claims }),
      });
      const sent = method === 'POST' ? (body ?? JSON.stringify(operation)) : '';
      return send(
        program.url + path,
        { method, headers: { accept: '*/*', 'content-type': 'application/json', ...held, ...headers } },
        sent,
      );
    },
    audited: entriesOf(program),
  };
}

const agent = new Agent({ keepAlive: true });

/** Sends a request by Node's own client: it adds no header, and takes a third of the CPU time of fetch. */
function send(
  url: string,
  options: { readonly method: string; readonly headers: Readonly<Record<string, string>> },
  body: string,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { ...options, headers: { ...options.headers, ...(body !== '' && { 'content-length': Buffer.byteLength(body) }) }, agent },
      (response) => {
        const text = async () => {
          const chunks: Buffer[] = [];
          for await (const chunk of response) chunks.push(chunk as Buffer);
          return Buffer.concat(chunks).toString();
        };
        const headers = new Map(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
        resolve({ status: response.statusCode!, headers, body: response, text });
      },
    );
    sent.on('error', reject).end(body);
  });
}

async function tokenFor(scope: string, claims: Readonly<Record<string, unknown>>): Promise<string> {
  return new SignJWT({ scope, ...claims, sub: 'user' })
    .setProtectedHeader({ alg: 'ES256', kid: 'ec' })
    .setIssuer(issuer)
    .setAudience('event-graph')
    .setExpirationTime(Math.floor(Date.now() / 1000) + 86_400)
    .sign(pair.privateKey);
}

interface LogLine extends AuditEntry {
  readonly audit?: true;
  readonly requestId?: string;
  readonly status?: number;
}

function entriesOf(program: ProgramUnderTest): FrozenProgram['audited'] {
  let read = 0;
  const entries = new Map<string, AuditEntry[]>();
  const ended = new Set<string>();
  const readOn = () => {
    const text = program.logs().slice(read);
    const end = text.lastIndexOf('\n') + 1;
    read += end;
    for (const line of text.slice(0, end).split('\n').filter(Boolean)) {
      const { audit, fields, count, outcome, requestId = '', status } = JSON.parse(line) as LogLine;
      if (audit) entries.set(requestId, [...(entries.get(requestId) ?? []), { fields, count, outcome }]);
      else if (status !== undefined) ended.add(requestId);
    }
  };
  return async (response) => {
    const id = response.headers.get('x-request-id')!;
    for (readOn(); !ended.has(id); readOn()) await new Promise((resolve) => setImmediate(resolve));
    return entries.get(id) ?? [];
  };
}
