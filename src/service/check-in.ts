import type { CheckInMatch } from '../records/check-in.js';
import { jsonItems, strings, type RawRecord } from '../records/decode.js';
import * as field from '../records/field.js';
import type { CheckInField } from '../records/form-field.js';
import { formatGlobalId, type ActivityId } from '../records/ids.js';
import type { ReplyPosition } from '../records/reply-position.js';
import { records, RecordView, withFields } from '../records/view.js';
import { FormFieldView } from './form-field.js';

/** An attendee who matches (§4.5). */
export class CheckInMatchView
  extends withFields(RecordView, {
    attendeeServiceId: field.optionalServiceId('id'),
    avatarUrl: field.optionalString('avatar'),
    qrCode: field.optionalString('qrcode'),
    tickets: field.of('ticket', strings),
    hotels: field.of('hotel_match', strings),
    pickups: field.of('pickup_data', jsonItems),
    seats: field.of('seat_seat', strings),
  })
  implements CheckInMatch
{
  constructor(
    raw: RawRecord,
    position: ReplyPosition,
    readonly activityId: ActivityId,
  ) {
    super(raw, position);
  }

  get attendeeId(): string | null {
    const id = this.attendeeServiceId;
    return id === null ? null : formatGlobalId('attendee', this.activityId, id);
  }
  get fields(): readonly CheckInField[] {
    return this.read('fields', (raw, position) =>
      records(raw, position, (record, itemPosition) => new CheckInFieldView(new FormFieldView(record, itemPosition, this.activityId))),
    );
  }
}

class CheckInFieldView implements CheckInField {
  readonly field: FormFieldView;

  constructor(formField: FormFieldView) {
    this.field = formField;
  }

  get storedValue(): string | null {
    return this.field.storedValue;
  }
}
