/* Reads all that a decoded reply contains, for the doctor and for tests. */

import { UpstreamInvalidResponseError } from '../../records/errors.js';
import { WireRecord } from '../../records/record.js';

/** The content of a decoded reply. */
export interface EverythingRead {
  /** The records that the endpoint returns, with their children. A record of another kind inside them, such as a link, is a field. */
  readonly records: readonly WireRecord[];
  /** The errors of the fields whose values break the interface. */
  readonly errors: readonly UpstreamInvalidResponseError[];
}

/** Reads every field of a decoded reply, wherever the reply has its records: in a list, in days, or as one object. */
export function readEverything(output: unknown): EverythingRead {
  const records: WireRecord[] = [];
  const errors: UpstreamInvalidResponseError[] = [];
  // A stack, because the children of records may be nested deeper than calls can be.
  const unvisited: (() => unknown)[] = [() => output];
  for (let read = unvisited.pop(); read !== undefined; read = unvisited.pop()) {
    try {
      const value = read();
      if (value instanceof WireRecord && (records.length === 0 || value.constructor === records[0]!.constructor)) records.push(value);
      // In reverse, so that the first is visited first.
      for (const below of readersBelow(value).toReversed()) unvisited.push(below);
    } catch (error) {
      if (!(error instanceof UpstreamInvalidResponseError)) throw error;
      if (!isOrganiserField(error.path)) errors.push(error);
    }
  }
  return { records, errors };
}

/** Every item of a list, and every member of another object. */
function readersBelow(value: unknown): readonly (() => unknown)[] {
  if (typeof value !== 'object' || value === null || value instanceof Date) return [];
  return Array.isArray(value) ? value.map((item: unknown) => () => item) : [...readers(value)];
}

/** Every member of a value: the getters of its class, and lists and plain objects among its own members. */
function* readers(value: object): Generator<() => unknown> {
  const plain = isPlain(value);
  for (const own of Object.values(value) as unknown[]) if (plain || Array.isArray(own)) yield () => own;
  if (plain) return;
  for (let type = prototypeOf(value); type !== null && type !== Object.prototype; type = prototypeOf(type)) {
    for (const name of Object.getOwnPropertyNames(type)) {
      const getter = Object.getOwnPropertyDescriptor(type, name);
      if (getter !== undefined && 'get' in getter && getter.get !== undefined) yield () => Reflect.get(type, name, value) as unknown;
    }
  }
}

const prototypeOf = (value: object): object | null => Object.getPrototypeOf(value) as object | null;

const isPlain = (value: object): boolean => prototypeOf(value) === Object.prototype || prototypeOf(value) === null;

/** Fields whose content the organiser determines, such as form answers: the interface does not document it. */
const organiserFields: ReadonlySet<string> = new Set(['content', 'guest_more']);

const isOrganiserField = (path: string): boolean => path.split(/[.[]/).some((name) => organiserFields.has(name));
