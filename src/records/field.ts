/* The kinds of fields that the records of replies have: how the value of a member is decoded. view.ts makes getters of them. */

import type { JsonWriter } from '../primitives/json-writer.js';
import { MemberName, memberOf, writeString } from '../service/json/json.js';
import * as decode from './decode.js';
import type { RawRecord } from './decode.js';
import type { ServiceId } from './ids.js';
import type { ReplyPosition } from './reply-position.js';

/** A field of a record: returns its value. @throws UpstreamInvalidResponseError */
export interface RecordField<T> {
  (record: RawRecord, position: ReplyPosition): T;
  /** How a string is written as JSON text without being decoded. */
  readonly string?: StringField;
}

/** A string of a record. */
export interface StringField {
  readonly member: MemberName;
  /** A member that counts if the first one has no value. */
  readonly other: MemberName | null;
  /** Whether the field is null if there is no value. Otherwise it is "". */
  readonly nullable: boolean;
}

/** Writes a string. @returns whether it has written it; null, without having written it, if the value is null */
export function writeStringField(
  { member, other, nullable }: StringField,
  record: RawRecord,
  { isLatin }: ReplyPosition,
  out: JsonWriter,
): boolean | null {
  let written = writeString(record, member, isLatin, out);
  if (written === null && other !== null) written = writeString(record, other, isLatin, out);
  if (written !== null || nullable) return written;
  out.ascii('""');
  return true;
}

/** A member with a decoder of its own. */
export function of<T>(key: string, decoder: (raw: unknown, position: ReplyPosition) => T): RecordField<T> {
  return (record, position) => decoder(memberOf(record, key), position.child(key));
}

// The usual values are read without a position, which only an error needs.

/** A string. "" for no value. */
export function string(key: string): RecordField<string> {
  const value = (record: RawRecord, position: ReplyPosition): string => {
    const raw = memberOf(record, key);
    return typeof raw === 'string' ? position.string(raw) : decode.string(raw, position.child(key));
  };
  return Object.assign(value, { string: { member: new MemberName(key), other: null, nullable: false } });
}

/** A string. null for no value. @param other a member that counts if the first one has no value */
export function optionalString(key: string, other: string | null = null): RecordField<string | null> {
  const first = string(key);
  const second: RecordField<string | null> = other === null ? () => null : optionalString(other);
  const value = (record: RawRecord, position: ReplyPosition) => first(record, position) || second(record, position);
  return Object.assign(value, {
    string: { member: new MemberName(key), other: other === null ? null : new MemberName(other), nullable: true },
  });
}

/** An integer of 32 bits. */
export function int(key: string): RecordField<number> {
  return (record, position) => {
    const raw = memberOf(record, key);
    return typeof raw === 'number' && raw === (raw | 0) ? raw : decode.int(raw, position.child(key));
  };
}

/** An integer of 32 bits. 0 is a value. null for no value. */
export function optionalInt(key: string): RecordField<number | null> {
  const whole = int(key);
  return (record, position) => (decode.hasNoValue(memberOf(record, key)) ? null : whole(record, position));
}

/** Whether there is an integer other than 0, or true. */
export function flag(key: string): RecordField<boolean> {
  return of(key, decode.flag);
}

/** The id of the record: a positive integer. */
export function serviceId(key: string): RecordField<ServiceId> {
  return (record, position) => {
    const raw = memberOf(record, key);
    const isPlain = Number.isSafeInteger(raw) && (raw as number) > 0;
    return (isPlain ? raw : decode.recordId(raw, position.child(key))) as ServiceId;
  };
}

/** The id of a related record. null for no value and for 0. */
export function optionalServiceId(key: string): RecordField<ServiceId | null> {
  return of(key, (raw, position) => decode.optionalId(raw, position) as ServiceId | null);
}

/** A time. null for no value and for 0. */
export function instant(key: string): RecordField<Date | null> {
  return (record, position) => {
    const raw = memberOf(record, key);
    return decode.isPlainInstant(raw) ? new Date(raw * 1000) : decode.instant(raw, position.child(key));
  };
}
