/*
 * The fields of records, by kind: the type in the graph, and how a value of the reply is decoded.
 *
 *     mobile: optionalText('mobile', 'The mobile number; null if empty.', contactData)
 *
 * states where the value is on the wire, how it is decoded, its type in the graph, its description, and who may read it. A field without a
 * description is not in the graph.
 */

import { type JsonRecord, MemberName, memberOf, writeString } from '../json/json.js';
import { writeRfc3339 } from '../primitives/calendar.js';
import type { JsonWriter, WriteJson } from '../primitives/json-writer.js';
import {
  decodeFlag,
  decodeInstant,
  decodeInt,
  decodeOptionalId,
  decodeOptionalInt,
  decodeString,
  decodeTextUnlessZero,
  isPlainInstant,
} from './decode.js';
import type { ServiceId } from './ids.js';
import type { FieldAccess } from './record-access.js';
import type { ReplyPosition } from './reply.js';
import { type Decoder, isWireRecord, rawOf } from './wire-record.js';

/** A field of a record that is decoded from the reply. @throws UpstreamInvalidResponseError */
export interface WireField<T> extends Stated {
  /** The name on the wire. */
  readonly member: string;
  readonly decode: (record: JsonRecord, position: ReplyPosition) => T;
}

/** A field whose value is a getter of the record's class. */
export interface ComputedField extends Stated {
  readonly decode: null;
}

/** The members of every field's statement. */
interface Stated {
  /** The field in the graph; null if the graph does not have it. */
  readonly graph: GraphField | null;
  /** Writes the value that a record has of the field as JSON text, without reading the getter. */
  readonly write?: WriteJson;
}

/** A field as the graph has it. */
export interface GraphField extends TypeOf {
  readonly description: string;
  readonly access: FieldAccess;
}

export type ScalarName =
  | 'ID'
  | 'String'
  | 'Int'
  | 'Boolean'
  | 'Date'
  | 'DateTime'
  | 'LocalDateTime'
  | 'LocalTime'
  | 'Decimal'
  | 'JSON'
  | 'SafeInt';

/** The type of a field in the graph: a scalar, an enum, or another record. */
export type GraphType = ScalarName | EnumOf<string> | (() => object);

/** An enum of the graph. Values of records are its names, not the service's codes. */
export interface EnumOf<Name extends string> {
  readonly name: string;
  readonly description: string;
  readonly values: Readonly<Record<Name, { readonly description: string; readonly code?: number | string }>>;
  /** Its names, each as its own value. */
  readonly names: Readonly<Record<Name, Name>>;
  readonly nameByCode: ReadonlyMap<unknown, Name>;
}

/** Declares an enum: its values with their descriptions, and with the service's codes if it has some. */
export function enumOf<Name extends string>(name: string, description: string, values: EnumOf<Name>['values']): EnumOf<Name> {
  const names = Object.keys(values) as Name[];
  return {
    name,
    description,
    values,
    names: Object.fromEntries(names.map((each) => [each, each])) as Record<Name, Name>,
    nameByCode: new Map(names.map((each) => [values[each].code, each])),
  };
}

/** The name of a code. @returns null for a code that the interface does not document */
export function nameOfCode<Name extends string>({ nameByCode }: EnumOf<Name>, code: number | null): Name | null {
  return nameByCode.get(code) ?? null;
}

/** The type of a field, and whether it may be null. */
interface TypeOf {
  readonly type: GraphType;
  readonly isNullable?: true;
  readonly isList?: true;
}

export const nullable = (type: GraphType): TypeOf => ({ type, isNullable: true });
export const listOf = (type: GraphType): TypeOf => ({ type, isList: true });

function graphField(of: GraphType | TypeOf, description: string | undefined, access: FieldAccess = {}): GraphField | null {
  if (description === undefined) return null;
  return { ...(typeof of === 'object' && 'type' in of ? of : { type: of }), description, access };
}

/** A member with a decoder of its own. */
export function decoded<T>(
  type: GraphType | TypeOf,
  member: string,
  decoder: Decoder<T>,
  description?: string,
  access?: FieldAccess,
): WireField<T> {
  return {
    member,
    decode: (record, position) => decoder(memberOf(record, member), position.child(member)),
    graph: graphField(type, description, access),
  };
}

/** A field whose value is a getter of the class, or a property that its constructor sets. */
export function computed(type: GraphType | TypeOf, description: string, access?: FieldAccess): ComputedField {
  return { decode: null, graph: graphField(type, description, access) };
}

/** Returns the function that writes a field of a record, from one that writes it of the object in the reply, without decoding it. */
function writerOfRaw(write: (raw: JsonRecord, out: JsonWriter) => boolean | null): WriteJson {
  return (value, out) => isWireRecord(value) && write(rawOf(value), out);
}

/** A string. "" for no value. */
export function text(member: string, description?: string, access?: FieldAccess): WireField<string> {
  const name = new MemberName(member);
  const write = writerOfRaw((raw, out) => {
    const written = writeString(raw, name, out);
    if (written === null) out.ascii('""');
    return written ?? true;
  });
  return { ...decoded('String', member, decodeString, description, access), write };
}

/** A string. null for no value. @param members the first of them that has a value counts */
export function optionalText(members: string | readonly string[], description?: string, access?: FieldAccess): WireField<string | null> {
  const names = [members].flat().map((member) => new MemberName(member));
  return {
    member: names[0]!.key,
    decode: (record, position) => {
      for (const { key } of names) {
        const value = decodeString(memberOf(record, key), position.child(key));
        if (value !== '') return value;
      }
      return null;
    },
    write: writerOfRaw((raw, out) => {
      for (const name of names) {
        const written = writeString(raw, name, out);
        if (written !== null) return written;
      }
      return null;
    }),
    graph: graphField(nullable('String'), description, access),
  };
}

/** Returns a kind of field: a type with its decoder. */
const fieldKind =
  <T>(type: GraphType | TypeOf, decoder: Decoder<T>) =>
  (member: string, description?: string, access?: FieldAccess): WireField<T> =>
    decoded(type, member, decoder, description, access);

/** An integer of 32 bits. It throws for no value, so the interface must say that it is always sent. */
export const int = fieldKind('Int', decodeInt);

/** An integer of 32 bits. 0 is a value. null for no value. */
export const optionalInt = fieldKind(nullable('Int'), decodeOptionalInt);

/** Whether there is an integer other than 0, or true. */
export const flag = fieldKind('Boolean', decodeFlag);

/** The id, as text, of something that is no record of the graph. null for no value and for 0. */
export function idAsText(
  member: string,
  description?: string,
  access?: FieldAccess,
  type: 'ID' | 'String' = 'ID',
): WireField<string | null> {
  return decoded(nullable(type), member, decodeTextUnlessZero, description, access);
}

/** The id of a related record. null for no value and for 0. Graph ids are computed from it, so it has no description. */
export function relatedId(member: string): WireField<ServiceId | null> {
  return decoded(nullable('ID'), member, decodeOptionalId);
}

/** A time. null for no value and for 0. */
export function instant(member: string, description?: string, access?: FieldAccess): WireField<Date | null> {
  const write = writerOfRaw((record, out) => {
    const raw = memberOf(record, member);
    return raw === null ? null : isPlainInstant(raw) && writeRfc3339(raw, out);
  });
  return { ...decoded(nullable('DateTime'), member, decodeInstant, description, access), write };
}
