/*
 * Records: classes made from tables that state everything about a field once (fields.ts). A record reads the reply; each field is decoded
 * when it is read (docs/decisions/0008-records-as-views.md). `recordClass` makes the class of an object of a reply; `entity` one with a
 * global id; `shape` one that is no object of a reply, such as a page; `interfaceOf` and `implementing` several kinds behind one interface;
 * `extended` one with more fields than another class.
 */

import { inspect } from 'node:util';
import { entriesOf, isRecord, MemberName, memberOf, writeDigits } from '../json/json.js';
import type { JsonWriter, WriteJson } from '../primitives/json-writer.js';
import { JsonNumber } from '../primitives/json.js';
import { decodeList, requiredMember, type Envelope, type RawRecord } from './decode.js';
import { UpstreamInvalidResponseError } from './errors.js';
import { computed, serviceId, type ComputedField, type FieldAccess, type RecordAccess, type WireField } from './fields.js';
import { formatGlobalId, type ActivityId, type EntityKind, type ServiceId } from './ids.js';
import type { ReplyPosition } from './reply-position.js';

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
  /** True if the type is an interface, which the classes that extend this one implement. */
  readonly isInterface?: boolean;
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

let isWireRecord: (value: unknown) => value is WireRecord;
let rawOf: (of: WireRecord) => RawRecord;
let positionOf: (of: WireRecord) => ReplyPosition;

/**
 * An object of a reply. A field that no query selects costs nothing, and an invalid value fails its own field, not the record. The fields
 * are getters of the class, not own properties.
 */
export abstract class WireRecord {
  readonly #raw: RawRecord;
  readonly #position: ReplyPosition;

  // Only code of the class may read its private members. The functions of this file, which are not methods, read them by these.
  static {
    isWireRecord = (value): value is WireRecord => typeof value === 'object' && value !== null && #raw in value;
    rawOf = (of) => of.#raw;
    positionOf = (of) => of.#position;
  }

  constructor(raw: RawRecord, position: ReplyPosition) {
    this.#raw = raw;
    this.#position = position;
  }

  /** The names on the wire and the raw values of all members, by which a record is compared with the interface. */
  rawMembers(): readonly (readonly [name: string, value: unknown])[] {
    return entriesOf(this.#raw);
  }

  /** A member, for a getter that takes more than the member. */
  protected read<T>(key: string, decoder: (raw: unknown, position: ReplyPosition) => T): T {
    return decoder(memberOf(this.#raw, key), this.#position.child(key));
  }

  /** Some members of this record as a record of their own. */
  protected part<Part>(PartOf: new (raw: RawRecord, position: ReplyPosition) => Part): Part {
    return new PartOf(this.#raw, this.#position);
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

  constructor(
    raw: RawRecord,
    position: ReplyPosition,
    readonly activityId: ActivityId,
  ) {
    super(raw, position);
  }

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
 * @param statement has in `ids` what is stated of the ids, where each field of the record states something
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

/** Returns the class of the entities of one kind that implement an interface. */
export function implementing<Base extends DeclaredClass>(base: Base, kind: EntityKind, description: string): Base {
  const { id } = entityFields([kind]);
  const declaration = { ...base.declaration, name: typeNameOf(kind), isInterface: false, description, fields: { id } };
  return withFields(base, declaration, kind) as never;
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
    serviceId: serviceId('id', 'The id in the event service, a number.', access),
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

/**
 * The form for JSON and `console.log`: the fields, decoded. JSON leaves out those whose values break the
 * interface; `console.log` shows the errors.
 */
const shown: PropertyDescriptorMap = {
  toJSON: {
    configurable: true,
    value(this: object) {
      return Object.fromEntries(fieldValues(this).filter(([, value]) => !(value instanceof UpstreamInvalidResponseError)));
    },
  },
  [inspect.custom]: {
    configurable: true,
    value(this: object) {
      return Object.fromEntries(fieldValues(this));
    },
  },
};

function fieldValues(of: object): (readonly [name: string, value: unknown])[] {
  return fieldNames(of).map((name) => {
    try {
      return [name, Reflect.get(of, name) as unknown];
    } catch (error) {
      return [name, error];
    }
  });
}

/** The names of a record's fields; none for any other object. */
function fieldNames(of: object): readonly string[] {
  const names = new Set<string>();
  for (let type: unknown = of.constructor; typeof type === 'function' && 'declaration' in type; type = Object.getPrototypeOf(type))
    for (const name of Object.keys((type.declaration as Declaration).fields)) names.add(name);
  return [...names];
}

/**
 * Gives the records of a value own properties, so that a spread and `structuredClone` copy their fields
 * too. Each is decoded when it is read.
 * @returns the value
 */
export function withOwnFields<T>(given: T): T {
  if (typeof given !== 'object' || given === null) return given;
  for (const own of Object.values(given)) withOwnFields(own as unknown);
  for (const name of fieldNames(given)) {
    if (Object.hasOwn(given, name)) continue;
    const get = () => withOwnFields(Reflect.get(Object.getPrototypeOf(given) as object, name, given) as unknown);
    Object.defineProperty(given, name, { enumerable: true, configurable: true, get });
  }
  return given;
}

/** The records of a list member: one for each item, created without reading a field. @throws UpstreamInvalidResponseError for no list */
export function decodeRecords<T>(
  raw: unknown,
  position: ReplyPosition,
  create: (raw: RawRecord, position: ReplyPosition) => T,
): readonly T[] {
  return decodeList(raw, position).map((item, index) => {
    const itemPosition = position.child(index);
    return create(isRecord(item) ? item : unreadableRecord(itemPosition), itemPosition);
  });
}

/** The records of a reply that has them in its member `data`. @throws UpstreamInvalidResponseError if it is missing, or no list */
export function recordsOfData<T>({ raw, position }: Envelope, create: (raw: RawRecord, position: ReplyPosition) => T): readonly T[] {
  return decodeRecords(requiredMember(raw, 'data', position, 'an array'), position.child('data'), create);
}

/**
 * Returns the record of an item that is not an object. It has no members, and to read one is an error at the item. As an empty record it
 * would have empty texts, and the graph would show a record that does not exist.
 */
export function unreadableRecord(position: ReplyPosition): RawRecord {
  const fail = (): never => {
    throw position.invalid('an object');
  };
  return new Proxy({}, { get: fail, has: fail, getOwnPropertyDescriptor: fail });
}

/** Returns a function that writes a field of a record as JSON text without reading the getter. null if there is none */
export function fieldWriter(field: WireField<unknown> | ComputedField): WriteJson | null {
  if (field.decode === null) return field.write ?? null;
  const { write } = field;
  return write ? (value, out) => isWireRecord(value) && write(rawOf(value), positionOf(value), out) : null;
}

/** Writes the global id of an entity whose service id is plain digits. @returns whether it is one */
function writeGlobalId(value: unknown, out: JsonWriter): boolean {
  if (!isWireRecord(value) || !(value instanceof Entity)) return false;
  const { kind, activityId } = value;
  if (kind !== lastBeginning.kind || activityId !== lastBeginning.activityId)
    lastBeginning = { kind, activityId, text: `"${formatGlobalId(kind, activityId, '')}` };
  const before = out.length;
  out.ascii(lastBeginning.text);
  if (!writeDigits(rawOf(value), idMember, out)) {
    out.truncate(before);
    return false;
  }
  out.ascii('"');
  return true;
}
const idMember = new MemberName('id');
/** The beginning of the global id that was written last. Usually the next id begins with it too. */
let lastBeginning: { readonly kind?: EntityKind; readonly activityId?: ActivityId; readonly text: string } = { text: '' };
