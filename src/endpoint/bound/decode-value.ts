import type { BoundScalar, BoundTypeReference } from '../../model/bound-operation.js';
import type { ActivityId } from '../../model/ids.js';
import { decimal, instant, int, isBlank, list, optionalText, type RawRecord } from '../decode.js';
import type { Source } from '../source.js';

/*
 * The decoders of values in the results of bound operations: one for each scalar, and those of records and lists around them.
 * They accept what the decoders of documented records accept.
 */

/** Decodes a raw value; undefined stands for a missing one. @returns null for no value @throws UpstreamInvalidResponseError */
export type DecodeValue = (raw: unknown, source: Source, activityId: ActivityId) => unknown;

/** Creates the record of an object. @returns null for a record of another activity */
export type CreateRecord = (raw: RawRecord, source: Source, activityId: ActivityId) => unknown;

/** Returns the decoder of a type. @param record creates the objects of the type; undefined if the type is a scalar */
export function valueDecoder({ name, nonNull, list: ofList }: BoundTypeReference, record: CreateRecord | undefined): DecodeValue {
  const single = record ? decodeRecord(record) : scalars[name as BoundScalar];
  if (ofList === null) return nonNull ? required(single, name) : single;
  const items = ofList.nonNullItems ? required(single, name) : orError(single);
  const decode = record ? recordList(record, ofList.nonNullItems) : valueList(items);
  return nonNull ? required(decode, 'array') : decode;
}

const scalars: Readonly<Record<BoundScalar, DecodeValue>> = {
  String: optionalText,
  ID: optionalText,
  Int: (raw, source) => (isBlank(raw) ? null : int(raw, source)),
  Float: decodeFloat,
  Boolean: decodeBoolean,
  DateTime: instant,
  Decimal: decimal,
  JSON: (raw, source) => (raw === undefined ? null : source.json(raw)),
};

function decodeFloat(raw: unknown, source: Source): number | null {
  if (isBlank(raw)) return null;
  const number = typeof raw === 'string' ? Number(decimal(raw, source)) : raw;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw source.invalid('a number');
}

/** Unlike in the other decoders, `false` is a value. */
function decodeBoolean(raw: unknown, source: Source): boolean | null {
  if (raw === true || raw === 1 || raw === '1') return true;
  if (raw === false || raw === 0 || raw === '0') return false;
  if (isBlank(raw)) return null;
  throw source.invalid('true or false, as 1 or 0');
}

/** Rejects values that stand for no value. The empty string is a String. */
function required(decode: DecodeValue, name: string): DecodeValue {
  return (raw, source, activityId) => {
    const value = decode(raw, source, activityId);
    if (value !== null) return value;
    if (name === 'String' && raw === '') return '';
    throw source.invalid(expectations.get(name) ?? 'an object');
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

/** A broken item that may be null costs its own place in the list: it becomes its error. */
function orError(decode: DecodeValue): DecodeValue {
  return (raw, source, activityId) => {
    try {
      return decode(raw, source, activityId);
    } catch (error) {
      return error;
    }
  };
}

function decodeRecord(create: CreateRecord): DecodeValue {
  return (raw, source, activityId) => {
    if (isBlank(raw)) return null;
    if (typeof raw !== 'object' || Array.isArray(raw)) throw source.invalid('an object');
    return create(raw as RawRecord, source, activityId);
  };
}

function valueList(decodeItem: DecodeValue): DecodeValue {
  return (raw, source, activityId) =>
    raw === undefined ? null : list(raw, source).map((item, index) => decodeItem(item, source.child(index), activityId));
}

/** Records of another activity are omitted from a list whose items are never null. */
function recordList(create: CreateRecord, nonNullItems: boolean): DecodeValue {
  return (raw, source, activityId) => {
    if (raw === undefined) return null;
    const items = list(raw, source).map((item, index) => {
      // An item that is no object becomes an empty record: its required fields then fail on their own.
      const isObject = typeof item === 'object' && item !== null && !Array.isArray(item);
      if (!isObject && !nonNullItems && isBlank(item)) return null;
      return create(isObject ? (item as RawRecord) : {}, source.child(index), activityId);
    });
    return nonNullItems ? items.filter((item) => item !== null) : items;
  };
}
