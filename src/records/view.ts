/* Views: records of replies whose fields are decoded when they are read (docs/decisions/0008-records-as-views.md). */

import { writerName, type JsonWriter } from '../primitives/json-writer.js';
import { JsonNumber } from '../primitives/json.js';
import { entriesOf, isRecord, MemberName, memberOf, writeDigits } from '../service/json/json.js';
import { list, requiredMember, type RawObject, type RawRecord } from './decode.js';
import * as field from './field.js';
import { writeStringField, type RecordField } from './field.js';
import { formatGlobalId, type ActivityId, type EntityKind } from './ids.js';
import type { ReplyPosition } from './reply-position.js';

let rawOf: (view: RecordView) => RawRecord;
let positionOf: (view: RecordView) => ReplyPosition;

/**
 * A record of a reply whose getters decode its members when they are read. A field that no query selects costs nothing, and an
 * invalid value fails its own field, not the record. Getters are not own properties: JSON.stringify and the spread operator do not
 * copy them.
 *
 * The views of a noun lie in its file: `category.ts`. Where that file would be longer than 200 lines, the views of its
 * records have a file of their own: `attendee.view.ts` beside `attendee.ts`.
 */
export abstract class RecordView {
  readonly #raw: RawRecord;
  readonly #position: ReplyPosition;

  // Only code of the class may read its private members. The functions of this file, which are not methods, read them by these two.
  static {
    rawOf = (view) => view.#raw;
    positionOf = (view) => view.#position;
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

  /** Whether a member has exactly this raw value. */
  protected holds(key: string, value: unknown): boolean {
    const raw = memberOf(this.#raw, key);
    return raw === value || (raw instanceof JsonNumber && raw.integer === value);
  }
}

/**
 * Returns a view that has a getter for each field of a table, besides what its base class has. Getters that take more than one
 * member are written in the class that extends it.
 */
export function withFields<Base extends AbstractView, Fields extends FieldTable>(
  base: Base,
  fields: Fields,
): abstract new (...args: ConstructorParameters<Base>) => InstanceType<Base> & Decoded<Fields> {
  abstract class View extends (base as unknown as typeof RecordView) {}
  for (const [name, read] of Object.entries(fields)) {
    Object.defineProperty(View.prototype, name, {
      configurable: true,
      get(this: RecordView) {
        return read(rawOf(this), positionOf(this));
      },
    });
    const { string } = read;
    if (!string) continue;
    Object.defineProperty(View.prototype, writerName(name), {
      value(this: RecordView, out: JsonWriter) {
        return writeStringField(string, rawOf(this), positionOf(this), out);
      },
    });
  }
  return View as unknown as abstract new (...args: ConstructorParameters<Base>) => InstanceType<Base> & Decoded<Fields>;
}

type AbstractView = abstract new (...args: never[]) => RecordView;
type FieldTable = Readonly<Record<string, RecordField<unknown>>>;
type Decoded<Fields extends FieldTable> = { readonly [Name in keyof Fields]: Fields[Name] extends RecordField<infer T> ? T : never };

/** A record that has a global id in the graph. */
export abstract class EntityView extends withFields(RecordView, { serviceId: field.serviceId('id') }) {
  abstract readonly kind: EntityKind;

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
  [writerName('id')](out: JsonWriter): boolean {
    return writeGlobalId(this.kind, this.activityId, rawOf(this), out);
  }
}

/** The records of a list member: one view for each item, created without reading a field. @throws UpstreamInvalidResponseError for no list */
export function records<T>(
  raw: unknown,
  position: ReplyPosition,
  createView: (raw: RawRecord, position: ReplyPosition) => T,
): readonly T[] {
  return list(raw, position).map((item, index) => {
    const itemPosition = position.child(index);
    return createView(isRecord(item) ? item : unreadableRecord(itemPosition), itemPosition);
  });
}

/** The records of a reply that has them in its member `data`. @throws UpstreamInvalidResponseError if it is missing, or no list */
export function recordsOfData<T>(
  { raw, position }: { readonly raw: RawObject; readonly position: ReplyPosition },
  createView: (raw: RawRecord, position: ReplyPosition) => T,
): readonly T[] {
  return records(requiredMember(raw, 'data', position, 'an array'), position.child('data'), createView);
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

/** Writes the global id of a record whose service id is plain digits. @returns whether it is */
function writeGlobalId(kind: EntityKind, activityId: ActivityId, record: RawRecord, out: JsonWriter): boolean {
  if (kind !== lastBeginning.kind || activityId !== lastBeginning.activityId)
    lastBeginning = { kind, activityId, text: `"${formatGlobalId(kind, activityId, '')}` };
  const before = out.length;
  out.ascii(lastBeginning.text);
  if (!writeDigits(record, idMember, out)) {
    out.truncate(before);
    return false;
  }
  out.ascii('"');
  return true;
}
const idMember = new MemberName('id');
/** The beginning of the global id that was written last. Usually the next id begins with it too. */
let lastBeginning: { readonly kind?: EntityKind; readonly activityId?: ActivityId; readonly text: string } = { text: '' };
