/* A reply whose code reports success: its members, the positions of its values, and what holds for the whole of it. */

import { entriesOf, type JsonRecord } from '../json/json.js';
import type { TimeZone } from '../primitives/calendar.js';
import { inOrderOf, type Json, JsonNumber } from '../primitives/json-text.js';
import { UpstreamInvalidResponseError, type ReplyFacts } from './errors.js';

export type RawObject = Readonly<Record<string, unknown>>;

/** A reply whose code reports success (§1). */
export interface Envelope {
  /** The members of the reply's top-level object. */
  readonly raw: RawObject;
  /** The position of the top-level object. `position.child(name)` is the position of a member. */
  readonly position: ReplyPosition;
}

/**
 * A member that the interface documents as always present. Its value may stand for no value.
 * @throws UpstreamInvalidResponseError if it is missing
 */
export function requiredMember(raw: RawObject, key: string, position: ReplyPosition, expected: string): unknown {
  if (raw[key] === undefined) throw position.child(key).invalid(expected);
  return raw[key];
}

/** The facts of a whole reply. */
interface WholeReply {
  /** The status and media type of the reply; errors carry them. Undefined for a status of 200. */
  readonly reply: ReplyFacts | undefined;
  /** The time zone of the activity; null if it is not known. */
  readonly zone: TimeZone | null;
  /** True for the result of a write that the service confirmed. */
  readonly afterWrite?: boolean;
}

/** The position of a value in the reply of an endpoint. The path is computed only for an error message. */
export class ReplyPosition {
  constructor(
    readonly endpointPath: string,
    readonly parent: ReplyPosition | null = null,
    readonly key: string | number = '$',
    /** The facts of the whole reply. Each position has them: a walk to the root takes as long as a value is nested deep. */
    readonly whole?: WholeReply,
  ) {}

  child(key: string | number): ReplyPosition {
    return new ReplyPosition(this.endpointPath, this, key, this.whole);
  }

  /** The position as a path, such as `$.data[3].time`. Of one with more than a hundred steps, the last hundred: `$…[0].time`. */
  get path(): string {
    return pathOf(this);
  }

  /** The error for an invalid value at this position. It never contains the value, which may be personal data. */
  invalid(expected: string): UpstreamInvalidResponseError {
    const { reply, afterWrite = false } = this.whole ?? {};
    return new UpstreamInvalidResponseError(this.endpointPath, this.path, expected, { reply, afterWrite });
  }

  /** The time zone of the activity, for a time as text. @throws UpstreamInvalidResponseError if it is not known */
  timeZone(): TimeZone {
    const zone = this.whole?.zone;
    if (zone) return zone;
    throw this.invalid('Unix seconds: ACTIVITIES_FILE states no time zone for a time as text');
  }

  /** This position, the root, for the result of a write that the service confirmed. */
  get afterWrite(): ReplyPosition {
    const whole = { reply: this.whole?.reply, zone: this.whole?.zone ?? null, afterWrite: true };
    return new ReplyPosition(this.endpointPath, null, this.key, whole);
  }

  /**
   * A copy of a value. Its objects have no prototype, so that a key such as `__proto__` is a plain member, and
   * keep the order of the reply.
   * @throws UpstreamInvalidResponseError for values nested deeper than 100, and for more than 100,000 objects and lists
   */
  json(raw: unknown, depth = 0, copied = { count: 0 }): Json {
    if (typeof raw !== 'object' || raw === null) return raw as Json;
    if (raw instanceof JsonNumber) return raw.toJSON();
    if (depth >= maxDepth) throw this.invalid(`values nested at most ${maxDepth} deep`);
    if ((copied.count += 1) > maxCopied) throw this.invalid(`at most ${maxCopied} objects and lists`);
    if (Array.isArray(raw)) return raw.map((item) => this.json(item, depth + 1, copied));
    const copy = Object.create(null) as Record<string, Json>;
    const entries = entriesOf(raw as JsonRecord);
    for (const [key, value] of entries) copy[key] = this.json(value, depth + 1, copied);
    return inOrderOf(
      entries.map(([key]) => key),
      copy,
    );
  }
}

/** A loop, because the children of schedule items may be nested deeper than calls can be. */
function pathOf(of: ReplyPosition): string {
  let steps = '';
  let position = of;
  for (let count = 0; position.parent !== null; position = position.parent) {
    if (count === maxSteps) return `$…${steps}`;
    steps = stepOf(position.key) + steps;
    count += 1;
  }
  return position.key + steps;
}

function stepOf(key: string | number): string {
  return typeof key === 'number' ? `[${key}]` : `.${pathKey.test(key) ? key : '*'}`;
}

/** The maximum number of steps in a path. */
const maxSteps = 100;
/** JSON.stringify, which writes the response, runs out of stack on values that are nested too deeply. */
const maxDepth = 100;
/** A copied object takes hundreds of bytes, however short its text is. */
const maxCopied = 100_000;
/** Names of documented fields, and dates. Every other key may be personal data, and becomes `*` in a path. */
const pathKey = /^[A-Za-z_][A-Za-z0-9_]{0,63}$|^\d{4}-\d{2}-\d{2}$/;
