/* An object of a reply as a record: a view, which decodes a value when it is read (docs/decisions/0008-records-as-views.md); and lists of them. */

import { entriesOf, isRecord, type JsonRecord, memberOf } from '../json/json.js';
import { JsonNumber } from '../primitives/json-text.js';
import { decodeList, hasNoValue } from './decode.js';
import type { ActivityId } from './ids.js';
import { type Envelope, type ReplyPosition, requiredMember } from './reply.js';

/** Decodes a raw value. @throws UpstreamInvalidResponseError */
export type Decoder<T> = (raw: unknown, position: ReplyPosition) => T;

/** Whether a value is a record itself: a caller's own is a proxy of one (asSelf in graph/access). */
export let isWireRecord: (value: unknown) => value is WireRecord;
export let rawOf: (of: WireRecord) => JsonRecord;
export let positionOf: (of: WireRecord) => ReplyPosition;

/**
 * An object of a reply. A field that no query selects costs nothing, and an invalid value fails its own field, not the record. The fields
 * are getters of the class, not own properties.
 */
export abstract class WireRecord {
  readonly #raw: JsonRecord;
  readonly #position: ReplyPosition;
  readonly #activityId: ActivityId;

  // Only code of the class may read its private members. Fields and their writers (field.ts, record.ts) read them by these functions.
  static {
    isWireRecord = (value): value is WireRecord => typeof value === 'object' && value !== null && #raw in value;
    rawOf = (of) => of.#raw;
    positionOf = (of) => of.#position;
  }

  constructor(raw: JsonRecord, position: ReplyPosition, activityId: ActivityId) {
    this.#raw = raw;
    this.#position = position;
    this.#activityId = activityId;
  }

  /** The activity that was requested. The record may name another one. */
  get activityId(): ActivityId {
    return this.#activityId;
  }

  /** The names on the wire and the raw values of all members, by which a record is compared with the interface. */
  rawMembers(): readonly (readonly [name: string, value: unknown])[] {
    return entriesOf(this.#raw);
  }

  /** A member, for a getter that takes more than the member. */
  protected read<T>(key: string, decoder: Decoder<T>): T {
    return decoder(memberOf(this.#raw, key), this.#position.child(key));
  }

  /** Some members of this record as a record of their own. */
  protected part<Part>(PartOf: RecordOf<Part>): Part {
    return new PartOf(this.#raw, this.#position, this.#activityId);
  }

  /** Whether no member of these has a value. A broken one has: it fails its own field, and not the fields beside it. */
  protected lacks(...keys: readonly string[]): boolean {
    return keys.every((key) => hasNoValue(memberOf(this.#raw, key)));
  }

  /** Whether a member has exactly this raw value. */
  protected holds(key: string, expected: unknown): boolean {
    const raw = memberOf(this.#raw, key);
    return raw === expected || (raw instanceof JsonNumber && raw.integer === expected);
  }
}

/** A class of records, as the decoding of a list creates them. */
type RecordOf<T> = new (raw: JsonRecord, position: ReplyPosition, activityId: ActivityId) => T;

/** The records of a list member: one for each item, created without reading a field. @throws UpstreamInvalidResponseError for no list */
export function decodeRecords<T>(
  raw: unknown,
  position: ReplyPosition,
  RecordClass: RecordOf<T>,
  activityId: ActivityId,
  most?: number,
): readonly T[] {
  return decodeList(raw, position, most).map((item, index) => {
    const itemPosition = position.child(index);
    return new RecordClass(isRecord(item) ? item : unreadableRecord(itemPosition), itemPosition, activityId);
  });
}

/** The records of a reply that has them in its member `data`. @throws UpstreamInvalidResponseError if it is missing, or no list */
export function recordsOfData<T>(
  { raw, position }: Envelope,
  RecordClass: RecordOf<T>,
  activityId: ActivityId,
  most?: number,
): readonly T[] {
  return decodeRecords(requiredMember(raw, 'data', position, 'an array'), position.child('data'), RecordClass, activityId, most);
}

/**
 * Returns the record of an item that is not an object. It has no members, and to read one is an error at the item. As an empty record it
 * would have empty texts, and the graph would show a record that does not exist.
 */
export function unreadableRecord(position: ReplyPosition): JsonRecord {
  const fail = (): never => {
    throw position.invalid('an object');
  };
  // Members in their order are found by a symbol; there are none.
  const get = (_record: object, name: string | symbol) => (typeof name === 'symbol' ? undefined : fail());
  return new Proxy({}, { get, has: fail, getOwnPropertyDescriptor: fail });
}
