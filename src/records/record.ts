/*
 * The classes of records, made from tables that state everything about a field once (field.ts). `recordClass` makes that of an object of a
 * reply; `entity` one with a global id; `shape` one that is no object of a reply, such as a page; `interfaceOf` and `implementing` several
 * kinds behind one interface; `extended` one with more fields than another class.
 */

import { MemberName, writeDigits } from '../json/json.js';
import type { JsonWriter } from '../primitives/json-writer.js';
import { decodeRecordId } from './decode.js';
import { shown } from './display.js';
import { type ComputedField, computed, decoded, type WireField } from './field.js';
import { formatGlobalId, type EntityKind, type ServiceId } from './ids.js';
import type { FieldAccess, RecordAccess } from './record-access.js';
import { isWireRecord, positionOf, rawOf, WireRecord } from './wire-record.js';

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
