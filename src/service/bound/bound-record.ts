/* Records in the results of bound endpoints: documented ones, and views of the file's types. */

import type { BoundField, BoundRecord, BoundType } from '../../model/bound/endpoint-binding.js';
import { hasNoValue, type RawRecord } from '../../records/decode.js';
import type { ActivityId } from '../../records/ids.js';
import type { ReplyPosition } from '../../records/reply-position.js';
import { ArticleView } from '../article.js';
import { ofRequestedActivityIfReadable } from '../attendee.js';
import { CategoryView } from '../category.js';
import { FormFieldView } from '../form-field.js';
import { isRecord, ownMemberOf } from '../json/json.js';
import { ScheduleItemView } from '../schedule.view.js';
import { StockItemView } from '../stock.js';
import { BoundAttendeeView } from './bound-attendee.js';
import { valueDecoder, type CreateRecord, type DecodeValue } from './decode-value.js';

/** The views of the documented records. */
const documented: Readonly<Record<BoundRecord, CreateRecord>> = {
  Attendee: (raw, position, activityId) => ofRequestedActivityIfReadable(new BoundAttendeeView(raw, position, activityId)),
  Article: (raw, position, activityId) => new ArticleView(raw, position, activityId),
  ScheduleItem: (raw, position, activityId) => new ScheduleItemView(raw, position, activityId),
  Category: (raw, position, activityId) => new CategoryView(raw, position, activityId),
  TicketItem: (raw, position, activityId) => new StockItemView(raw, position, 'ticketItem', activityId),
  Goods: (raw, position, activityId) => new StockItemView(raw, position, 'goods', activityId),
  FormField: (raw, position, activityId) => new FormFieldView(raw, position, activityId),
};

/**
 * An attendee in the reply of a write. Null would look like a rejection, so a record of another activity is an error.
 * @throws UpstreamInvalidResponseError
 */
export const attendeeOfWrite: CreateRecord = (raw, position, activityId) => {
  const attendee = new BoundAttendeeView(raw, position, activityId);
  if (attendee.isForeign) throw position.child('form_id').invalid('the requested activity').with({ afterWrite: true });
  return attendee;
};

/**
 * Returns, by the name of a type, the function that creates its records: for the documented types and the types of the file.
 * @param others replace the functions of documented types
 */
export function recordsByType(
  types: readonly BoundType[],
  others: Readonly<Partial<Record<BoundRecord, CreateRecord>>> = {},
): ReadonlyMap<string, CreateRecord> {
  const records = new Map<string, CreateRecord>(Object.entries({ ...documented, ...others }));
  // A type may contain itself, so its decoders are looked up when its first record is created.
  for (const type of types) records.set(type.name, recordCreator(type, records));
  return records;
}

function recordCreator({ fields }: BoundType, records: ReadonlyMap<string, CreateRecord>): CreateRecord {
  let View: BoundView | undefined;
  return (raw, position, activityId) => {
    View ??= viewClass(fields.map((field) => ({ field, decode: valueDecoder(field.type, records.get(field.type.name)) })));
    return new View(raw, position, activityId);
  };
}

type BoundView = new (raw: RawRecord, position: ReplyPosition, activityId: ActivityId) => object;

/** Returns a class whose objects have a getter for each field, as the views of documented records do, and no other member. */
function viewClass(fields: readonly { readonly field: BoundField; readonly decode: DecodeValue }[]): BoundView {
  class View {
    readonly #raw: RawRecord;
    readonly #position: ReplyPosition;
    readonly #activityId: ActivityId;

    constructor(raw: RawRecord, position: ReplyPosition, activityId: ActivityId) {
      this.#raw = raw;
      this.#position = position;
      this.#activityId = activityId;
    }

    /** Static, because the objects have no member besides their fields. A static method may read their private members. */
    static read(view: View, { from }: BoundField, decode: DecodeValue): unknown {
      const { raw, position } = valueAtPath(view.#raw, view.#position, from);
      return decode(raw, position, view.#activityId);
    }
  }
  // A field may have the name of a member of Object.prototype, so the objects inherit none of them.
  const prototype = View.prototype as object;
  Reflect.deleteProperty(prototype, 'constructor');
  Object.setPrototypeOf(prototype, null);
  for (const { field, decode } of fields) {
    Object.defineProperty(prototype, field.name, {
      get(this: View) {
        return View.read(this, field, decode);
      },
    });
  }
  return View;
}

/**
 * Returns the value at a path of member names, and its position. The value is undefined if it is missing, or if a member before it
 * in the path has no value. @throws UpstreamInvalidResponseError if a member before it has a value that is no object
 */
export function valueAtPath(
  record: RawRecord,
  start: ReplyPosition,
  path: readonly string[],
): { readonly raw: unknown; readonly position: ReplyPosition } {
  let raw: unknown = record;
  let position = start;
  for (const [index, name] of path.entries()) {
    if (index > 0 && hasNoValue(raw)) return { raw: undefined, position: path.slice(index).reduce((at, key) => at.child(key), position) };
    // An array too has members of its own: `length`, and its indices.
    if (!isRecord(raw)) throw position.invalid('an object');
    raw = ownMemberOf(raw, name);
    position = position.child(name);
  }
  return { raw, position };
}
