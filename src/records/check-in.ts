/* Check-ins: the attendees that a check-in code matches (§4.5), and the check-ins that the service pushes (§6). */

import type { Json } from '../primitives/json-text.js';
import { decodeJsonItems, decodeStrings } from './decode.js';
import { computed, enumOf, listOf, nullable, optionalText, relatedId, decoded } from './field.js';
import { FormField } from './form-field.js';
import { formatGlobalId, type ActivityId, type ServiceId } from './ids.js';
import { recordClass, shape } from './record.js';
import { decodeRecords } from './wire-record.js';

/** Device types, with the service's names for them (§4.5). */
export const CheckInDevices = enumOf('CheckInDevice', 'The device at a check-in point.', {
  IPAD: { description: 'An iPad.', code: 'ipad' },
  PC: { description: 'A personal computer.', code: 'pc' },
  WXAPP: { description: 'An app inside WeChat.', code: 'wxapp' },
});
export type CheckInDevice = keyof typeof CheckInDevices.values;

/** The input of a check-in lookup (§4.5). The interface does not describe the operation that issues token and user id. */
export interface CheckInQuery {
  readonly token: string;
  readonly userId: string;
  readonly deviceType: CheckInDevice;
  readonly pointId: string;
  readonly signCode: string;
}

const identified = { person: 'identified' } as const;
const described = { person: 'described' } as const;

/** A form field with the form answer of one attendee, as returned to a check-in point. */
export class CheckInField extends shape('CheckInField', {
  description: 'A form field with the form answer of the attendee, as a check-in point sees it.',
  scope: 'checkin:read',
  people: 'covered by parent',
  fields: {
    field: computed(() => FormField, 'The definition of the form field.'),
    storedValue: computed(nullable('String'), 'The stored form answer; null if empty. The service may have masked it.'),
  },
}) {
  constructor(readonly field: FormField) {
    super();
  }
  get storedValue(): string | null {
    return this.field.storedValue;
  }
}

export class CheckInMatch extends recordClass('CheckInMatch', {
  description: 'An attendee as a check-in point sees it.',
  scope: 'checkin:read',
  people: 'described',
  fields: {
    attendeeServiceId: relatedId('id'),
    attendeeId: computed(nullable('ID'), "The attendee's global id; null if the service states none.", identified),
    avatarUrl: optionalText('avatar', 'The address of the picture; null if empty.', described),
    fields: computed(
      listOf(() => CheckInField),
      'The form fields with the form answers of the attendee.',
      described,
    ),
    qrCode: optionalText(
      'qrcode',
      'The QR code, as the service sends it; null if empty. Whether it is a text, an image or an address is not documented.',
      described,
    ),
    tickets: decoded(listOf('String'), 'ticket', decodeStrings, "The attendee's tickets, as the service writes them.", described),
    hotels: decoded(listOf('String'), 'hotel_match', decodeStrings, "The attendee's hotels, as the service writes them.", described),
    pickups: decoded(
      listOf('JSON'),
      'pickup_data',
      decodeJsonItems,
      "The attendee's pick-ups, as the service sends them. Their shape is not documented.",
      described,
    ),
    seats: decoded(listOf('String'), 'seat_seat', decodeStrings, "The attendee's seats, as the service writes them.", described),
  },
}) {
  get attendeeId(): string | null {
    const id = this.attendeeServiceId;
    return id === null ? null : formatGlobalId('attendee', this.activityId, id);
  }
  get fields(): readonly CheckInField[] {
    return this.read('fields', (raw, position) =>
      decodeRecords(raw, position, FormField, this.activityId).map((field) => new CheckInField(field)),
    );
  }
}

/** A check-in as the service pushed it. What the payload means is not in the interface. */
export class CheckInEvent extends shape('CheckInEvent', {
  description: 'A check-in as the service pushed it. What the payload means is not documented.',
  scope: 'checkin:read',
  people: 'described',
  fields: {
    id: computed('ID', 'Unique for each push. It is not a service id.', identified),
    activityId: computed('ID', 'The id of the activity, such as "1001".', identified),
    receivedAt: computed('DateTime', 'When the push was received.', identified),
    payload: computed('JSON', 'The body of the push. If it was sent as a form, a JSON object of its fields.', described),
  },
}) {
  /** A string that no other event has. */
  declare readonly id: string;
  declare readonly activityId: ActivityId;
  declare readonly receivedAt: Date;
  /** The body of the push, which is not null. */
  declare readonly payload: Json;
  /** The attendee that the payload names; null if it names none, or if the position of the name is not configured. */
  declare readonly attendeeServiceId: ServiceId | null;
}
