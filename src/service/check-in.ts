/* The endpoint of the check-in lookup (§4.5), and its records. */

import { Secret } from '../primitives/secret.js';
import { checkInDevices, type CheckInMatch, type CheckInQuery } from '../records/check-in.js';
import { jsonItems, strings, type RawRecord } from '../records/decode.js';
import * as field from '../records/field.js';
import type { CheckInField } from '../records/form-field.js';
import { formatGlobalId, type ActivityId } from '../records/ids.js';
import type { ReplyPosition } from '../records/reply-position.js';
import { records, recordsOfData, RecordView, withFields } from '../records/view.js';
import type { Endpoint } from './endpoint.js';
import { FormFieldView } from './form-field.js';

/** §4.5: the attendees whose check-in code matches. The endpoint authenticates by its parameters, which are all in the query string. */
export const lookUpCheckIn: Endpoint<CheckInQuery, readonly CheckInMatch[], 'transport'> = {
  name: 'lookUpCheckIn',
  section: '4.5',
  method: 'POST',
  path: '/applets/index/beforeCheckIn',
  auth: 'none',
  repeatableBy: 'transport',
  secrets: ({ token, userId, signCode }) => [new Secret(token), new Secret(userId), new Secret(signCode)],
  encode: ({ token, userId, deviceType, pointId, signCode }, activityId) => ({
    query: [
      ['token', token],
      ['user_id', userId],
      ['device_type', checkInDevices[deviceType]],
      ['form_id', String(activityId)],
      ['point_id', pointId],
      ['sign_code', signCode],
    ],
  }),
  decode: (envelope, activityId) => recordsOfData(envelope, (record, position) => new CheckInMatchView(record, position, activityId)),
};

class CheckInMatchView
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
