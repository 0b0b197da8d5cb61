/* One endpoint of the sandbox as data, and the replies that its handler makes. */

import type { ActivityStore, SandboxActivity } from './store.js';

/** The arguments of an endpoint's handler. Every parameter is documented; the required ones are present and not blank. */
export interface SandboxCall {
  readonly store: ActivityStore;
  readonly parameters: ReadonlyMap<string, string>;
  /** The time of the request, in Unix seconds. It is for the envelope: equal reads return equal records. */
  readonly time: number;
}

/** A call whose Service-Auth header was verified (§5): the header names the activity. */
export interface SignedCall extends SandboxCall {
  readonly activity: SandboxActivity;
}

/** A reply, ready to be written. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
}

interface Documented {
  /** Section of the interface. */
  readonly section: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The part of the request that carries the parameters. The other part must have none. Without parameters: `query` for GET, `form` for POST. */
  readonly parametersIn: 'query' | 'form';
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
  /** Matches the names that cannot be listed, such as data[0][name] in §4.2. */
  readonly pattern?: RegExp;
}

/** One endpoint of §4: its path, its parameters and its handler. */
export type SandboxEndpoint =
  | (Documented & { readonly auth: 'service'; readonly handle: (call: SignedCall) => Reply })
  | (Documented & { readonly auth: 'none'; readonly handle: (call: SandboxCall) => Reply });

/** A rejection by the service (§7): code 0 and a msg. The HTTP status is 200 if the request addresses an endpoint of the interface. */
export class Rejection extends Error {
  override readonly name = 'Rejection';
  constructor(
    message: string,
    readonly status = 200,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** A JSON reply. Its members are exactly those that the interface documents for the endpoint. */
export function json(envelope: Readonly<Record<string, unknown>>, status = 200): Reply {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(envelope) };
}

/** The value of a parameter that must be an integer in plain digits. @throws Rejection that names the parameter */
export function digits(parameters: ReadonlyMap<string, string>, name: string): number {
  const text = parameters.get(name) ?? '';
  if (!/^\d{1,15}$/.test(text)) throw new Rejection(`Parameter ${name} must be an integer in plain digits.`);
  return Number(text);
}
