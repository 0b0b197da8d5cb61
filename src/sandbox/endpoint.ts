/* An endpoint of the sandbox as data, and the replies that its handler makes. */

import type { SandboxActivity } from './activity.js';

/** The arguments of an endpoint's handler. Every parameter is documented; the required ones are present and not blank. */
export interface SandboxCall {
  /** All activities, by their ids. */
  readonly activities: ReadonlyMap<number, SandboxActivity>;
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
  readonly body: string;
}

interface Request {
  /** Method and path. */
  readonly route: `${'GET' | 'POST'} /${string}`;
  /**
   * The documented parameters: a name, a name with `?` if it is optional, or a pattern for names that cannot
   * be listed, such as data[0][name] in §4.2.
   */
  readonly parameters: readonly (string | RegExp)[];
}

/** One endpoint: its route, its parameters and its handler. */
export type SandboxEndpoint = Request &
  ({ readonly auth: 'service'; handle(call: SignedCall): Reply } | { readonly auth: 'none'; handle(call: SandboxCall): Reply });

/** An endpoint that verifies Service-Auth (§5). */
export const signed = (
  route: Request['route'],
  parameters: Request['parameters'],
  handle: (call: SignedCall) => Reply,
): SandboxEndpoint => ({ route, parameters, auth: 'service', handle });

/** An endpoint without authentication. */
export const open = (
  route: Request['route'],
  parameters: Request['parameters'],
  handle: (call: SandboxCall) => Reply,
): SandboxEndpoint => ({ route, parameters, auth: 'none', handle });

/** A rejection by the service (§7): code 0 and a msg. The HTTP status is 200 if the request addresses an endpoint of the interface. */
export class Rejection extends Error {
  override readonly name = 'Rejection';
  constructor(
    message: string,
    readonly status = 200,
  ) {
    super(message);
  }
}

/** A JSON reply. Its members are exactly those that the interface documents for the endpoint. */
export function json(envelope: Readonly<Record<string, unknown>>, status = 200): Reply {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(envelope) };
}

/** The reply of most endpoints. @param more further members of the envelope */
export const success = (data: unknown, more: Readonly<Record<string, unknown>> = {}): Reply =>
  json({ code: 1, msg: 'success', data, ...more });

/** The value of a parameter that must be an integer in plain digits, or its default. @throws Rejection that names the parameter */
export function digits(parameters: ReadonlyMap<string, string>, name: string, usual?: number): number {
  const text = parameters.get(name) ?? `${usual ?? ''}`;
  if (!/^\d{1,15}$/.test(text)) throw new Rejection(`Parameter ${name} must be an integer in plain digits.`);
  return Number(text);
}

/** Returns a record that exists. @throws Rejection that names what does not exist */
export function existing<T>(record: T | undefined, noun: string, by = 'id'): T {
  if (record === undefined) throw new Rejection(`No such ${noun}: the activity has none with this ${by}.`);
  return record;
}
