/*
 * How records are declared: by tables that state everything about a field once, from which classes are made.
 *
 *     mobile: optionalText('mobile', 'The mobile number; null if empty.', contactData)
 *
 * states where the value is on the wire, how it is decoded, its type in the graph, its description, and who may read it. A field without a
 * description is not in the graph. First come the kinds of fields, then the classes: `recordClass` makes that of an object of a reply;
 * `entity` one with a global id; `shape` one that is no object of a reply, such as a page; `interfaceOf` and `implementing` several kinds
 * behind one interface; `extended` one with more fields than another class.
 *
 * A record reads the reply; each field is decoded when it is read (docs/decisions/0008-records-as-views.md).
 */

import { entriesOf, isRecord, type JsonRecord, MemberName, memberOf, writeDigits, writeString } from '../json/json.js';
import { writeRfc3339 } from '../primitives/calendar.js';
import { JsonNumber } from '../primitives/json-text.js';
import type { JsonWriter, WriteJson } from '../primitives/json-writer.js';
import type { Scope, SelfScope } from './caller.js';
import {
  decodeFlag,
  decodeInstant,
  decodeInt,
  decodeList,
  decodeOptionalId,
  decodeOptionalInt,
  decodeRecordId,
  decodeString,
  decodeTextUnlessZero,
  isPlainInstant,
} from './decode.js';
import { shown } from './display.js';
import { formatGlobalId, type ActivityId, type EntityKind, type ServiceId } from './ids.js';
import { type Envelope, type ReplyPosition, requiredMember } from './reply.js';

/* Fields. */

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

/** The scopes among what a caller needs; none for what is public or takes any credential. */
export function scopesOf(required: Requirement | readonly Scope[] = []): readonly Scope[] {
  if (typeof required === 'object') return required;
  return required === 'public' || required === 'authenticated' ? [] : [required];
}

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
  return { ...(typeof of === 'object' && 'type' in of ? of : { type: of }), description, access };
}

/** Decodes a raw value. @throws UpstreamInvalidResponseError */
type Decoder<T> = (raw: unknown, position: ReplyPosition) => T;

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

/* Classes. */

type FieldTable = Readonly<Record<string, WireField<unknown> | ComputedField>>;

/** The statement of a record: its description, access and fields. */
export interface Statement<Fields extends FieldTable = FieldTable> extends RecordAccess {
  readonly description: string;
  readonly fields: Fields;
}

/** The statement of a record's class, as the graph reads it. */
export interface Declaration extends Statement {
  /** The name of the type in the graph. */
  readonly name: string;
  /** Whether the type is an interface. */
  readonly isInterface?: boolean;
  /** The class of the interface that the type implements. */
  readonly implements?: DeclaredClass;
}

/** The values of the fields that are decoded. The class has the others. */
type Decoded<Fields extends FieldTable> = {
  readonly [Name in keyof Fields as Fields[Name] extends ComputedField ? never : Name]: Fields[Name] extends WireField<infer T> ? T : never;
};

/** A class made from a table. */
export type RecordClass<Fields extends FieldTable, Base extends AnyClass> = (abstract new (
  ...args: ConstructorParameters<Base>
) => InstanceType<Base> & Decoded<Fields>) & { readonly declaration: Declaration };
// oxlint-disable-next-line typescript/no-explicit-any -- the only type that the constructors of all classes extend
type AnyClass = abstract new (...args: any[]) => object;

/** Whether a value is a record itself: a caller's own is a proxy of one (asSelf in graph/access). */
let isWireRecord: (value: unknown) => value is WireRecord;
let rawOf: (of: WireRecord) => JsonRecord;
let positionOf: (of: WireRecord) => ReplyPosition;

/**
 * An object of a reply. A field that no query selects costs nothing, and an invalid value fails its own field, not the record. The fields
 * are getters of the class, not own properties.
 */
export abstract class WireRecord {
  readonly #raw: JsonRecord;
  readonly #position: ReplyPosition;
  readonly #activityId: ActivityId;

  // Only code of the class may read its private members. The functions of this file, which are not methods, read them by these.
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

  /** Whether a member has exactly this raw value. */
  protected holds(key: string, expected: unknown): boolean {
    const raw = memberOf(this.#raw, key);
    return raw === expected || (raw instanceof JsonNumber && raw.integer === expected);
  }
}

/** A record that has a global id in the graph. */
export abstract class Entity extends WireRecord {
  /** The prototype of the class has it. */
  declare readonly kind: EntityKind;
  /** Its getter is made of the table, like those of other fields. */
  declare readonly serviceId: ServiceId;

  get id(): string {
    return formatGlobalId(this.kind, this.activityId, this.serviceId);
  }
}

/** Returns the class of an object of a reply. Getters that take more than one member are written in the class that extends it. */
export function recordClass<Fields extends FieldTable>(name: string, statement: Statement<Fields>): RecordClass<Fields, typeof WireRecord> {
  return withFields(WireRecord, { ...statement, name });
}

/** Returns a class for a value that is no object of a reply, such as a page. The class that extends it has the properties. */
export function shape(
  name: string,
  statement: Statement<Readonly<Record<string, ComputedField>>>,
): (abstract new () => object) & { readonly declaration: Declaration } {
  return withFields(Object as AnyClass, { ...statement, name });
}

/**
 * Returns the class of the entities of a kind. Their type in the graph has the name of the kind, which begins with a capital letter.
 * @param statement `ids` is the access of `id` and `serviceId`, where each field of the record states its own
 */
export function entity<Fields extends FieldTable>(
  kind: EntityKind,
  { ids, ...statement }: Statement<Fields> & { readonly ids?: FieldAccess },
): RecordClass<Fields, typeof Entity> {
  return withFields(Entity, { ...statement, name: typeNameOf(kind), fields: { ...entityFields([kind], ids), ...statement.fields } }, kind);
}

/** Returns the class of the entities of several kinds. Its type in the graph is an interface. */
export function interfaceOf<Fields extends FieldTable>(
  kinds: readonly EntityKind[],
  name: string,
  statement: Statement<Fields>,
): RecordClass<Fields, typeof Entity> {
  return withFields(Entity, { ...statement, name, isInterface: true, fields: { ...entityFields(kinds), ...statement.fields } });
}

/** Returns the class of the entities of one kind that implement an interface. @param statement has the fields of this kind only */
export function implementing<Base extends DeclaredClass, Fields extends FieldTable>(
  base: Base,
  kind: EntityKind,
  statement: Pick<Statement<Fields>, 'description' | 'fields'>,
): RecordClass<Fields, Base> {
  const fields = { id: entityFields([kind]).id, ...statement.fields };
  const declaration = { ...base.declaration, ...statement, name: typeNameOf(kind), isInterface: false, implements: base, fields };
  return withFields(base, declaration, kind) as RecordClass<Fields, Base>;
}

/** Returns a class that has further fields than another one, which the graph does not read of it. */
export function extended<Base extends DeclaredClass, Fields extends FieldTable>(base: Base, fields: Fields): RecordClass<Fields, Base> {
  return withFields(base, { ...base.declaration, fields: { ...base.declaration.fields, ...fields } }) as RecordClass<Fields, Base>;
}

/** A class of records with its table. */
export type DeclaredClass = AnyClass & { readonly declaration: Declaration };

function entityFields(kinds: readonly EntityKind[], access?: FieldAccess) {
  const written = kinds.map((kind) => `"${kind}:<activity id>:<service id>"`).join(' or ');
  return {
    id: { ...computed('ID', `The global id, ${written}.`, access), write: writeGlobalId },
    serviceId: decoded('ID', 'id', decodeRecordId, 'The id in the event service, a number.', access),
    activityId: computed('ID', 'The id of the activity, such as "1001".', access),
  };
}

const typeNameOf = (kind: EntityKind): string => kind.charAt(0).toUpperCase() + kind.slice(1);

/**
 * Returns a class that has a getter for each field of a table that is decoded, besides what its base class has.
 * @param kind the kind of all its entities, if they have one
 */
function withFields<Base extends AnyClass>(base: Base, declaration: Declaration, kind?: EntityKind): RecordClass<never, Base> {
  abstract class Made extends (base as unknown as typeof WireRecord) {
    static readonly declaration = declaration;
  }
  Object.defineProperties(Made.prototype, shown);
  if (kind !== undefined) Object.defineProperty(Made.prototype, 'kind', { value: kind });
  for (const [name, { decode }] of Object.entries(declaration.fields)) {
    if (decode === null) continue;
    Object.defineProperty(Made.prototype, name, {
      configurable: true,
      get(this: WireRecord) {
        return decode(rawOf(this), positionOf(this));
      },
    });
  }
  return Made as unknown as RecordClass<never, Base>;
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

/** Writes the global id of an entity whose service id is plain digits. @returns whether it is one */
function writeGlobalId(value: unknown, out: JsonWriter): boolean {
  if (!isWireRecord(value) || !(value instanceof Entity)) return false;
  const { kind, activityId } = value;
  const before = out.length;
  // The parts of `formatGlobalId`. Each concatenation creates a string.
  out.ascii('"');
  out.ascii(kind);
  out.ascii(':');
  out.ascii(String(activityId));
  out.ascii(':');
  if (!writeDigits(rawOf(value), idMember, out)) {
    out.truncate(before);
    return false;
  }
  out.ascii('"');
  return true;
}
const idMember = new MemberName('id');
