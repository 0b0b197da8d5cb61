/* Reads all that a decoded reply contains, for the doctor and for tests. */

import { withOwnFields } from '../records/display.js';
import { UpstreamInvalidResponseError } from '../records/errors.js';
import { WireRecord } from '../records/wire-record.js';

/** The content of a decoded reply. */
interface EverythingRead {
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
  const unvisited: (() => unknown)[] = [() => withOwnFields(output)];
  for (let read = unvisited.pop(); read !== undefined; read = unvisited.pop()) {
    try {
      const value = read();
      if (typeof value !== 'object' || value === null) continue;
      if (value instanceof WireRecord && (records.length === 0 || value.constructor === records[0]!.constructor)) records.push(value);
      // In reverse, so that the first is visited first.
      for (const name of Object.keys(value).toReversed()) unvisited.push(() => Reflect.get(value, name) as unknown);
    } catch (error) {
      if (!(error instanceof UpstreamInvalidResponseError)) throw error;
      if (!ofOrganiser.test(error.path)) errors.push(error);
    }
  }
  return { records, errors };
}

/** Paths to content that the organiser determines, such as form answers: the interface does not document it. */
const ofOrganiser = /\.(?:content|guest_more)(?:[.[]|$)/;
