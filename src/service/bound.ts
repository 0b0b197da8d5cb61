/*
 * The endpoints that OPERATIONS_FILE binds (§4.12). They are endpoints like those of the table in endpoints.ts, derived from the file. Their
 * results are documented records, records of the file's types, and values; they accept the same notations as documented records do.
 */

import { isRecord, ownMemberOf, type JsonRecord } from '../json/json.js';
import { JsonNumber, plainDigits, type Json } from '../primitives/json-text.js';
import { Secret } from '../primitives/secret.js';
import { BoundAttendee, ofRequestedActivityIfReadable } from '../records/attendee.js';
import {
  decodeDecimal,
  decodeInstant,
  decodeList,
  decodeOptionalInt,
  decodeOptionalString,
  hasNoRecord,
  hasNoValue,
} from '../records/decode.js';
import { UpstreamInvalidResponseError } from '../records/errors.js';
import type { ActivityId } from '../records/ids.js';
import {
  boundRecords,
  type BoundField,
  type BoundInput,
  type BoundScalar,
  type BoundType,
  type BoundTypeReference,
  type BoundValue,
  type EndpointBinding,
  type OperationsFile,
} from '../records/operations-file.js';
import type { Envelope, ReplyPosition } from '../records/reply.js';
import { unreadableRecord } from '../records/wire-record.js';
import type { EncodedRequest, Endpoint, FormEntry } from './endpoints.js';

export interface BoundEndpoint extends Endpoint<BoundInput, BoundReply, 'transport' | 'caller'> {
  /** Recognises the service's message for a record that does not exist. */
  readonly notFound: EndpointBinding['notFound'];
}

/** The reply of a bound endpoint. */
interface BoundReply {
  /** Of a write that the service has done, the error if the result is broken: the write itself has not failed. */
  readonly result: unknown;
}

/** Returns the endpoints that a file binds, by their keys. */
export function boundEndpoints({ types, bindings }: OperationsFile): ReadonlyMap<string, BoundEndpoint> {
  const records = recordsByType(types);
  return new Map(bindings.map((binding) => [binding.key, boundEndpoint(binding, records)]));
}

function boundEndpoint(binding: EndpointBinding, records: ReadonlyMap<string, CreateRecord>): BoundEndpoint {
  const { key, on, method, path, auth, repeatable, ttlSeconds, constants, notFound } = binding;
  const decode = resultDecoder(binding, records);
  const constantStrings = constants.flatMap(({ value }) => stringsOf(value));
  return {
    name: `operations:${key}`,
    section: '4.12',
    method,
    path,
    auth,
    repeatableBy: repeatable ? 'transport' : 'caller',
    ...(ttlSeconds !== null && { cachedAs: { ttlSeconds } }),
    notFound,
    // It is not known which parameters are credentials or personal data, so all of them are masked.
    secrets: (input) => [...constantStrings, ...Object.values(input).flatMap(stringsOf)].map((value) => new Secret(value)),
    encode: inputEncoder(binding),
    decode: (envelope, activityId) => {
      if (on === 'Activity') return { result: decode(envelope, activityId) };
      try {
        // The fields of a record are decoded later, when they are read: their errors get `afterWrite` from the position.
        return { result: decode({ raw: envelope.raw, position: envelope.position.afterWrite }, activityId) };
      } catch (error) {
        if (error instanceof UpstreamInvalidResponseError) return { result: error };
        throw error;
      }
    },
  };
}

/**
 * Returns the strings of a value. Numbers are left out: long ones are masked in every message, and short ones are neither credentials
 * nor personal data.
 */
function stringsOf(value: BoundValue): readonly string[] {
  return (typeof value === 'object' ? value : [value]).filter((item) => typeof item === 'string');
}

/** Returns the function that decodes a result, which is the success itself where the file states no place for it. */
function resultDecoder(
  { data, result }: EndpointBinding,
  records: ReadonlyMap<string, CreateRecord>,
): (envelope: Envelope, activityId: ActivityId) => unknown {
  if (data === null) return () => true;
  const decode = valueDecoder(result, records);
  const expected = result.list === null ? 'a value' : 'an array';
  return (envelope, activityId) => {
    const { raw, position } = valueAtPath(envelope.raw, envelope.position, data);
    if (raw === undefined) throw position.invalid(expected);
    return decode(raw, position, activityId);
  };
}

/** Returns the function that encodes the parameters of an endpoint. */
function inputEncoder({ parameters, constants, body }: EndpointBinding): BoundEndpoint['encode'] {
  const values = (input: BoundInput, activityId: ActivityId): (readonly [wireName: string, value: BoundValue])[] => [
    ...constants.map(
      ({ wireName, value }) =>
        [wireName, typeof value === 'string' ? value.replaceAll('{activityId}', String(activityId)) : value] as const,
    ),
    ...parameters.flatMap(({ name, wireName }) => (Object.hasOwn(input, name) ? [[wireName, input[name]!] as const] : [])),
  ];
  if (body === 'json') return (input, activityId) => ({ json: Object.fromEntries<Json>(values(input, activityId)) });
  const member = ({ multipart: 'form', form: 'urlEncoded', none: 'query' } as const)[body];
  return (input, activityId): EncodedRequest => ({
    [member]: values(input, activityId).map(([name, value]): FormEntry => [name, wireText(value)]),
  });
}

/** Returns a value as text: booleans as 1 and 0, numbers in plain digits, lists joined by commas. */
function wireText(value: BoundValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number') return plainDigits(String(value))!;
  return value.map(wireText).join(',');
}

/* Results. */

/** Decodes a raw value, which is undefined if it is missing. @returns null if there is no value @throws UpstreamInvalidResponseError */
type DecodeValue = (raw: unknown, position: ReplyPosition, activityId: ActivityId) => unknown;

/**
 * Creates the record of an object.
 * @returns null for a record of another activity in a read
 * @throws UpstreamInvalidResponseError for one in a write
 */
type CreateRecord = (raw: JsonRecord, position: ReplyPosition, activityId: ActivityId) => unknown;

/** Returns, by the name of a type, the function that creates its records: for the documented types and the types of the file. */
function recordsByType(types: readonly BoundType[]): ReadonlyMap<string, CreateRecord> {
  const records = new Map<string, CreateRecord>(
    Object.entries(boundRecords).map(([name, RecordClass]) => [
      name,
      (raw, position, activityId) => new RecordClass(raw, position, activityId),
    ]),
  );
  records.set('Attendee' satisfies keyof typeof boundRecords, attendeeOf);
  for (const type of types) records.set(type.name, recordCreator(type, records));
  return records;
}

/** An attendee of the requested activity, or null. In the reply of a write null would look like a rejection, so another one is an error. */
const attendeeOf: CreateRecord = (raw, position, activityId) => {
  const attendee = new BoundAttendee(raw, position, activityId);
  if (!position.whole?.afterWrite) return ofRequestedActivityIfReadable(attendee);
  if (attendee.isForeign) throw position.child('form_id').invalid('the requested activity');
  return attendee;
};

/** The source of a record of a type of the file. */
interface BoundRecordSource {
  readonly raw: JsonRecord;
  readonly position: ReplyPosition;
  readonly activityId: ActivityId;
}

/**
 * Returns the function that creates the records of a type of the file: objects that decode a field when
 * it is read, and have no other member.
 */
function recordCreator({ fields }: BoundType, records: ReadonlyMap<string, CreateRecord>): CreateRecord {
  let decoders: ReadonlyMap<unknown, { readonly from: BoundField['from']; readonly decode: DecodeValue }> | undefined;
  const get = (source: BoundRecordSource, name: unknown): unknown => {
    const field = decoders!.get(name);
    if (field === undefined) return undefined;
    const { raw, position } = valueAtPath(source.raw, source.position, field.from);
    return field.decode(raw, position, source.activityId);
  };
  const handler: ProxyHandler<BoundRecordSource> = { get, ownKeys: () => [] };
  return (raw, position, activityId) => {
    // When the first record is created all types are known: a type may contain itself, and types that follow.
    decoders ??= new Map(fields.map(({ name, from, type }) => [name, { from, decode: valueDecoder(type, records) }]));
    return new Proxy({ raw, position, activityId }, handler);
  };
}

/**
 * Returns the value at a path of member names, and its position. The value is undefined if it or a member before it in the path is missing,
 * and null if such a member has no value. @throws UpstreamInvalidResponseError if such a member has a value that is no object
 */
function valueAtPath(
  record: JsonRecord,
  start: ReplyPosition,
  path: readonly string[],
): { readonly raw: unknown; readonly position: ReplyPosition } {
  let raw: unknown = record;
  let position = start;
  for (const [index, name] of path.entries()) {
    if (index > 0 && hasNoRecord(raw))
      return { raw: raw === undefined ? raw : null, position: path.slice(index).reduce((at, key) => at.child(key), position) };
    // An array too has members of its own: `length`, and its indices.
    if (!isRecord(raw)) throw position.invalid('an object');
    raw = ownMemberOf(raw, name);
    position = position.child(name);
  }
  return { raw, position };
}

/** Returns the decoder of a type. @param records creates the objects of the types that are no scalars */
function valueDecoder({ name, nonNull, list: ofList }: BoundTypeReference, records: ReadonlyMap<string, CreateRecord>): DecodeValue {
  const create = records.get(name);
  const [single, expected] = create
    ? ([recordDecoder(create, Object.hasOwn(boundRecords, name) ? hasNoRecord : hasNoValue), 'an object'] as const)
    : scalars[name as BoundScalar];
  const neverNull = () => required(single, expected, name === 'String');
  if (ofList === null) return nonNull ? neverNull() : single;
  const decode = create ? recordList(create, ofList.nonNullItems) : valueList(ofList.nonNullItems ? neverNull() : returningErrors(single));
  return nonNull ? required(decode, 'an array') : decode;
}

/** The decoder of each scalar, and what is expected where there must be a value. */
const scalars: Readonly<Record<BoundScalar, readonly [decode: DecodeValue, expected: string]>> = {
  String: [decodeOptionalString, 'a string'],
  ID: [decodeOptionalString, 'an id'],
  Int: [decodeOptionalInt, 'an integer'],
  Float: [decodeFloat, 'a number'],
  Boolean: [decodeBoolean, 'true or false, as 1 or 0'],
  DateTime: [decodeInstant, 'Unix seconds'],
  Decimal: [decodeDecimal, 'a decimal number'],
  JSON: [(raw, position) => (raw === undefined ? null : position.json(raw)), 'a value'],
};

/** Decodes a Float, which JavaScript writes in other digits than the reply has beyond 2⁵³. */
function decodeFloat(raw: unknown, position: ReplyPosition): number | null {
  if (typeof raw === 'number') return raw;
  if (hasNoValue(raw)) return null;
  if (typeof raw !== 'string' && !(raw instanceof JsonNumber)) throw position.invalid('a number');
  const text = typeof raw === 'string' ? decodeDecimal(raw, position) : raw.text;
  if (text === null) return null;
  const number = Number(text);
  if (!Number.isFinite(number)) throw position.invalid('a number');
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER && plainDigits(String(number)) !== plainDigits(text))
    throw position.invalid('a number that a Float can hold');
  return number;
}

/** Decodes a Boolean. For the other decoders `false` means no value; here it is one. */
function decodeBoolean(raw: unknown, position: ReplyPosition): boolean | null {
  const value = raw instanceof JsonNumber ? raw.integer : raw;
  if (value === true || value === 1 || value === '1') return true;
  if (value === false || value === 0 || value === '0') return false;
  if (hasNoValue(raw)) return null;
  throw position.invalid('true or false, as 1 or 0');
}

/** Returns a decoder that throws if there is no value. @param allowsEmpty whether the empty string is one */
function required(decode: DecodeValue, expected: string, allowsEmpty = false): DecodeValue {
  return (raw, position, activityId) => {
    const value = decode(raw, position, activityId);
    if (value !== null) return value;
    if (allowsEmpty && raw === '') return '';
    throw position.invalid(expected);
  };
}

/**
 * Returns a decoder that returns the error of a broken item instead of throwing it, so that the other items of the list are still returned.
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

/** @param isNone whether a raw value stands for no record. Of a type of the file, each member may be missing */
function recordDecoder(create: CreateRecord, isNone: (raw: unknown) => boolean): DecodeValue {
  return (raw, position, activityId) => {
    if (isNone(raw)) return null;
    if (!isRecord(raw)) throw position.invalid('an object');
    return create(raw, position, activityId);
  };
}

function valueList(decodeItem: DecodeValue): DecodeValue {
  return (raw, position, activityId) =>
    raw === undefined ? null : decodeList(raw, position).map((item, index) => decodeItem(item, position.child(index), activityId));
}

/** Returns the decoder of a list of records. A record of another activity is null, or omitted if items are never null. */
function recordList(create: CreateRecord, nonNullItems: boolean): DecodeValue {
  const decode = valueList((item, position, activityId) => {
    if (isRecord(item)) return create(item, position, activityId);
    return hasNoValue(item) && !nonNullItems ? null : create(unreadableRecord(position), position, activityId);
  });
  if (!nonNullItems) return decode;
  return (raw, position, activityId) =>
    (decode(raw, position, activityId) as readonly unknown[] | null)?.filter((item) => item !== null) ?? null;
}
