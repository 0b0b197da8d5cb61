/*
 * The kinds of fields that records have. Each states where the value is on the wire, how it is decoded, its type in the
 * graph, its description, and who may read it:
 *
 *     mobile: optionalText('mobile', 'The mobile number; null if empty.', contact)
 *
 * A field without a description is not in the graph. record.ts makes classes of such tables.
 */

import { MemberName, memberOf, writeString } from '../json/json.js';
import type { JsonWriter, WriteJson } from '../primitives/json-writer.js';
import type { Scope, SelfScope } from './caller.js';
import {
  decodeFlag,
  decodeInstant,
  decodeInt,
  decodeOptionalId,
  decodeOptionalInt,
  decodeRecordId,
  decodeString,
  decodeTextUnlessZero,
  isPlainInstant,
  type RawRecord,
} from './decode.js';
import type { ServiceId } from './ids.js';
import type { ReplyPosition } from './reply-position.js';

/** A field of a record that is decoded from the reply. @throws UpstreamInvalidResponseError */
export interface WireField<T> extends Stated {
  /** The name on the wire. */
  readonly member: string;
  readonly decode: (record: RawRecord, position: ReplyPosition) => T;
  /** Writes the value as JSON text without decoding it. */
  readonly write?: (record: RawRecord, position: ReplyPosition, out: JsonWriter) => boolean | null;
}

/** A field whose value is a getter of the record's class. */
export interface ComputedField extends Stated {
  readonly decode: null;
  /** Writes the value of a record as JSON text without reading the getter. */
  readonly write?: WriteJson;
}

/** The members of every field's statement. */
interface Stated {
  /** The field in the graph; null if the graph does not have it. */
  readonly graph: GraphField | null;
}

/** A field as the graph has it. */
export interface GraphField {
  readonly type: GraphType;
  readonly isList: boolean;
  readonly isNullable: boolean;
  readonly description: string;
  readonly access: FieldAccess;
}

/** Who may read a field, where this differs from its record, and whether it identifies or describes a person. */
export interface FieldAccess {
  /** Omitted: the scope of the record. A field with another one must be nullable: a denial is null with an error. */
  readonly scope?: Requirement | readonly Scope[];
  /**
   * Of a record that describes a person, where each field states it: `identified` for a field that says only which person it is, so that
   * reading it alone is not audited; `described` for any other.
   */
  readonly person?: 'identified' | 'described';
  /** The scope that opens the field of the caller's own record, in place of the `self` of the record. */
  readonly self?: SelfScope;
}

/**
 * The requirement for a caller. The graph enforces scopes. `public` and `authenticated` differ in the SDL only, which has @authenticated
 * for gateways: the server authenticates every request before it reaches the graph.
 */
export type Requirement = 'public' | 'authenticated' | Scope;

/** Who may obtain a record, and whether it describes people. */
export interface RecordAccess {
  /** The requirement to obtain the record, and to read each field that states no other. */
  readonly scope: Requirement;
  /**
   * - `none`: it describes no person.
   * - `described`: it describes one person; each field states what it says (`FieldAccess.person`).
   * - `covered by parent`: it is part of a record that describes a person, or of the result of a write, whose audit entry covers it.
   * - `containedIn`: it contains records that describe people, all of them in this field.
   */
  readonly people: 'none' | 'described' | 'covered by parent' | { readonly containedIn: string };
  /** The scope that opens the caller's own record. Omitted: none does. */
  readonly self?: SelfScope;
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
  const { type, isNullable = false, isList = false } = typeof of === 'object' && 'type' in of ? of : { type: of };
  return { type, isNullable, isList, description, access };
}

/** A member with a decoder of its own. */
export function value<T>(
  type: GraphType | TypeOf,
  member: string,
  decoder: (raw: unknown, position: ReplyPosition) => T,
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

// The usual values are read without a position, which only an error needs.

/** A string. "" for no value. */
export function text(member: string, description?: string, access?: FieldAccess): WireField<string> {
  const name = new MemberName(member);
  return {
    member,
    decode: (record, position) => {
      const raw = memberOf(record, member);
      return typeof raw === 'string' ? position.string(raw) : decodeString(raw, position.child(member));
    },
    write: (record, { isLatin }, out) => {
      const written = writeString(record, name, isLatin, out);
      if (written === null) out.ascii('""');
      return written ?? true;
    },
    graph: graphField('String', description, access),
  };
}

/** A string. null for no value. @param member with a second name, a member that counts if the first one has no value */
export function optionalText(
  member: string | readonly [string, string],
  description?: string,
  access?: FieldAccess,
): WireField<string | null> {
  const [first, second = null] = (typeof member === 'string' ? [member] : member).map((name) => ({
    ...text(name),
    name: new MemberName(name),
  }));
  return {
    member: first!.member,
    decode: (record, position) => first!.decode(record, position) || second?.decode(record, position) || null,
    write: (record, { isLatin }, out) => {
      const written = writeString(record, first!.name, isLatin, out);
      return written === null && second !== null ? writeString(record, second.name, isLatin, out) : written;
    },
    graph: graphField(nullable('String'), description, access),
  };
}

/** An integer of 32 bits. */
export function int(member: string, description?: string, access?: FieldAccess): WireField<number> {
  return {
    member,
    decode: (record, position) => {
      const raw = memberOf(record, member);
      return typeof raw === 'number' && raw === (raw | 0) ? raw : decodeInt(raw, position.child(member));
    },
    graph: graphField('Int', description, access),
  };
}

/** An integer of 32 bits. 0 is a value. null for no value. */
export function optionalInt(member: string, description?: string, access?: FieldAccess): WireField<number | null> {
  return value(nullable('Int'), member, decodeOptionalInt, description, access);
}

/** Whether there is an integer other than 0, or true. */
export function flag(member: string, description?: string, access?: FieldAccess): WireField<boolean> {
  return value('Boolean', member, decodeFlag, description, access);
}

/** The id, as text, of something that is no record of the graph. null for no value and for 0. */
export function idAsText(
  member: string,
  description?: string,
  access?: FieldAccess,
  type: 'ID' | 'String' = 'ID',
): WireField<string | null> {
  return value(nullable(type), member, decodeTextUnlessZero, description, access);
}

/** The id of the record: a positive integer. */
export function serviceId(member: string, description?: string, access?: FieldAccess): WireField<ServiceId> {
  return {
    member,
    decode: (record, position) => {
      const raw = memberOf(record, member);
      const isPlain = Number.isSafeInteger(raw) && (raw as number) > 0;
      return (isPlain ? raw : decodeRecordId(raw, position.child(member))) as ServiceId;
    },
    graph: graphField('ID', description, access),
  };
}

/** The id of a related record. null for no value and for 0. Graph ids are computed from it, so it has no description. */
export function relatedId(member: string): WireField<ServiceId | null> {
  return value(nullable('ID'), member, (raw, position) => decodeOptionalId(raw, position) as ServiceId | null);
}

/** A time. null for no value and for 0. */
export function instant(member: string, description?: string, access?: FieldAccess): WireField<Date | null> {
  return {
    member,
    decode: (record, position) => {
      const raw = memberOf(record, member);
      return isPlainInstant(raw) ? new Date(raw * 1000) : decodeInstant(raw, position.child(member));
    },
    graph: graphField(nullable('DateTime'), description, access),
  };
}
