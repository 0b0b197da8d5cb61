import type { Activity, Store } from './store.js';

/** What a handler is given: every parameter it sees is documented, and those it requires are there and not blank. */
export interface Call {
  readonly store: Store;
  readonly parameters: ReadonlyMap<string, string>;
  /** Unix seconds. */
  readonly time: number;
}

/** A call whose Service-Auth header was verified (§5): the header names the activity. */
export interface SignedCall extends Call {
  readonly activity: Activity;
}

/** An answer, ready to be written. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

interface Documented {
  /** Section of the interface. */
  readonly section: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Where the parameters travel; in the other place there must be none. */
  readonly parametersIn: 'query' | 'form';
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
  /** Names that cannot be listed, such as data[0][name] in §4.2. */
  readonly pattern?: RegExp;
}

/** One operation of §4: where it is, what it takes, and what it answers. */
export type Operation =
  | (Documented & { readonly auth: 'service'; readonly handle: (call: SignedCall) => Reply })
  | (Documented & { readonly auth: 'none'; readonly handle: (call: Call) => Reply });

/** The service says no (§7): code 0 and a msg, under HTTP 200 unless the request is none of the interface's. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    message: string,
    readonly status = 200,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** A JSON answer. The members are those that the interface documents for the operation, and no others. */
export function json(envelope: Readonly<Record<string, unknown>>, status = 200): Reply {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(envelope) };
}

/** The integer that a parameter must be, in plain digits. @throws Refusal naming the parameter */
export function digits(parameters: ReadonlyMap<string, string>, name: string): number {
  const text = parameters.get(name) ?? '';
  if (!/^\d{1,15}$/.test(text)) throw new Refusal(`Parameter ${name} must be an integer in plain digits.`);
  return Number(text);
}
