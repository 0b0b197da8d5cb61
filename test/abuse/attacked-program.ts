import { fakeService, type FakeService } from '../support/fake-service.js';
import { apiKey, programOver, type ProgramUnderTest } from '../support/program.js';
import type { Attack } from './attacks.js';

export const credential = 'key-of-the-attacker';
/** An entry of AUTH_API_KEYS. */
export const attacker = apiKey('attacker', credential, 'content:read attendees:read attendees:pii attendees:write checkin:read sso:issue');

/** The program as an operator starts it: live, with keys, over a service that would respond. */
export async function liveProgram(): Promise<ProgramUnderTest & { readonly service: FakeService }> {
  const service = await fakeService({ '/api/ticket/data': () => ({ code: 1, data: [] }) });
  return { ...(await programOver(service.url, { AUTH_API_KEYS: attacker })), service };
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly code: unknown;
}

/** Sends an attack with a valid credential. */
export async function send(
  { url }: Pick<ProgramUnderTest, 'url'>,
  { method = 'POST', search, headers = {}, body }: Omit<Attack, 'name' | 'status'>,
): Promise<Reply> {
  const response = await fetch(`${url}/graphql${search === undefined ? '' : `?${search}`}`, {
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
