/*
 * Decoders of values in the results of bound endpoints: one for each scalar, and functions that make decoders of records and lists.
 * They accept the same notations as the decoders of documented records.
 */

import type { BoundScalar, BoundTypeReference } from '../../model/bound/endpoint-binding.js';
import { JsonNumber } from '../../primitives/json.js';
import { decimal, hasNoValue, instant, int, list, optionalString, type RawRecord } from '../../records/decode.js';
import type { ActivityId } from '../../records/ids.js';
import type { ReplyPosition } from '../../records/reply-position.js';
import { unreadableRecord } from '../../records/view.js';
import { isRecord } from '../json/json.js';

/** Decodes a raw value, which is undefined if it is missing. @returns null if there is no value @throws UpstreamInvalidResponseError */
export type DecodeValue = (raw: unknown, position: ReplyPosition, activityId: ActivityId) => unknown;

/**
 * Creates the record of an object.
 * @returns null for a record of another activity in a read
 * @throws UpstreamInvalidResponseError for one in a write
 */
export type CreateRecord = (raw: RawRecord, position: ReplyPosition, activityId: ActivityId) => unknown;

/** Returns the decoder of a type. @param record creates the objects of the type; undefined if the type is a scalar */
export function valueDecoder({ name, nonNull, list: ofList }: BoundTypeReference, record: CreateRecord | undefined): DecodeValue {
  const single = record ? decodeRecord(record) : scalars[name as BoundScalar];
  if (ofList === null) return nonNull ? required(single, name) : single;
  const items = ofList.nonNullItems ? required(single, name) : returningErrors(single);
  const decode = record ? recordList(record, ofList.nonNullItems) : valueList(items);
  return nonNull ? required(decode, 'array') : decode;
}

const scalars: Readonly<Record<BoundScalar, DecodeValue>> = {
  String: optionalString,
  ID: optionalString,
  Int: (raw, position) => (hasNoValue(raw) ? null : int(raw, position)),
  Float: decodeFloat,
  Boolean: decodeBoolean,
  DateTime: instant,
  Decimal: decimal,
  JSON: (raw, position) => (raw === undefined ? null : position.json(raw)),
};

function decodeFloat(raw: unknown, position: ReplyPosition): number | null {
  if (hasNoValue(raw)) return null;
  const text = typeof raw === 'string' ? decimal(raw, position) : raw instanceof JsonNumber ? raw.text : raw;
  if (text === null) return null;
  const number = typeof text === 'string' ? Number(text) : text;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw position.invalid('a number');
}

/** Decodes a Boolean. For the other decoders `false` means no value; here it is one. */
function decodeBoolean(raw: unknown, position: ReplyPosition): boolean | null {
  const value = raw instanceof JsonNumber ? raw.integer : raw;
  if (value === true || value === 1 || value === '1') return true;
  if (value === false || value === 0 || value === '0') return false;
  if (hasNoValue(raw)) return null;
  throw position.invalid('true or false, as 1 or 0');
}

/** Returns a decoder that throws if there is no value. For a String, the empty string is a value. */
function required(decode: DecodeValue, name: string): DecodeValue {
  return (raw, position, activityId) => {
    const value = decode(raw, position, activityId);
    if (value !== null) return value;
    if (name === 'String' && raw === '') return '';
    throw position.invalid(expectations.get(name) ?? 'an object');
  };
}

const expectations: ReadonlyMap<string, string> = new Map([
  ['String', 'a string'],
  ['ID', 'an id'],
  ['Int', 'an integer'],
  ['Float', 'a number'],
  ['Boolean', 'true or false, as 1 or 0'],
  ['DateTime', 'Unix seconds'],
  ['Decimal', 'a decimal number'],
  ['JSON', 'a value'],
  ['array', 'an array'],
]);

/**
 * Returns a decoder that returns the error of a broken item instead of throwing it, so that the other items of the list are still
 * returned.
 */
function returningErrors(decode: DecodeValue): DecodeValue {
  return (raw, position, activityId) => {
    try {
      return decode(raw, position, activityId);
    } catch (error) {
      return error;
    }
  };
}

function decodeRecord(create: CreateRecord): DecodeValue {
  return (raw, position, activityId) => {
    if (hasNoValue(raw)) return null;
    if (!isRecord(raw)) throw position.invalid('an object');
    return create(raw, position, activityId);
  };
}

function valueList(decodeItem: DecodeValue): DecodeValue {
  return (raw, position, activityId) =>
    raw === undefined ? null : list(raw, position).map((item, index) => decodeItem(item, position.child(index), activityId));
}

/** Returns the decoder of a list of records. A record of another activity is null, or omitted if items are never null. */
function recordList(create: CreateRecord, nonNullItems: boolean): DecodeValue {
  return (raw, position, activityId) => {
    if (raw === undefined) return null;
    const items = list(raw, position).map((item, index) => {
      if (!isRecord(item) && !nonNullItems && hasNoValue(item)) return null;
      const itemPosition = position.child(index);
      return create(isRecord(item) ? item : unreadableRecord(itemPosition), itemPosition, activityId);
    });
    return nonNullItems ? items.filter((item) => item !== null) : items;
  };
}
