/* The replies of endpoints that are more than a list of records, in the order of the interface. endpoints.ts names the function of each. */

import { entriesOf, isRecord } from '../json/json.js';
import { ArticleList } from '../records/article.js';
import { Attendee, AttendeeDetail, AttendeePage } from '../records/attendee.js';
import {
  decodeInt,
  decodeList,
  decodeObject,
  decodeOptionalString,
  decodeRecordId,
  decodeString,
  decodeWholeNumber,
  hasNoValue,
  requiredMember,
  type RawObject,
} from '../records/decode.js';
import type { ActivityId, ServiceId } from '../records/ids.js';
import { recordsOfData } from '../records/record.js';
import type { RegistrationReply } from '../records/registration.js';
import type { ReplyPosition } from '../records/reply-position.js';
import { Schedule, ScheduleDay } from '../records/schedule.js';
import type { SsoLogin } from '../records/sso-login.js';
import type { Envelope } from './envelope.js';

/** The reply of §4.2 for a number of registrants. @throws UpstreamInvalidResponseError if it does not have an id and a code for each */
export function registrationReply({ raw, position }: Envelope, registrants: number): RegistrationReply {
  const idsPosition = position.child('ids');
  const codesPosition = position.child('sign_code_arr');
  const ordersPosition = position.child('order_ids');
  const ids = itemsByKey(raw.ids, idsPosition);
  const codes = pairedWith(ids, raw.sign_code_arr, codesPosition);
  const orders = hasNoValue(raw.order_ids) ? noItems : pairedWith(ids, raw.order_ids, ordersPosition);
  const oneForEach = `an array of ${registrants}, one for each registrant`;
  if (ids.size !== registrants) throw idsPosition.invalid(oneForEach);
  if (codes.size !== registrants) throw codesPosition.invalid(oneForEach);
  return {
    description: decodeOptionalString(raw.url, position.child('url')),
    registrations: [...ids].map(([key, id]) => ({
      serviceId: decodeRecordId(id, idsPosition.child(key)) as ServiceId,
      signCode: decodeString(codes.get(key), codesPosition.child(key)),
      orderId: decodeOptionalString(orders.get(key), ordersPosition.child(key)),
    })),
  };
}

/** The items of a list by their positions, or of an object with number keys by its keys, in the order of the reply. */
type ItemsByKey = ReadonlyMap<string | number, unknown>;
const noItems: ItemsByKey = new Map();

function itemsByKey(raw: unknown, position: ReplyPosition): ItemsByKey {
  const items = decodeList(raw, position);
  return new Map<string | number, unknown>(isRecord(raw) ? entriesOf(raw) : [...items.entries()]);
}

/**
 * The items of a second list, whose keys are those of the first one. Where one of them has positions and the other has keys, it is not
 * known which items belong together. @throws UpstreamInvalidResponseError
 */
function pairedWith(ids: ItemsByKey, raw: unknown, position: ReplyPosition): ItemsByKey {
  const items = itemsByKey(raw, position);
  const [key] = ids.keys();
  for (const other of items.keys())
    if (typeof other !== typeof key || (typeof other === 'string' && !ids.has(other))) throw position.invalid('the keys of ids');
  return items;
}

/** The page of §4.3. @throws UpstreamInvalidResponseError */
export function attendeePage(envelope: Envelope, activityId: ActivityId): AttendeePage {
  const { raw, position } = envelope;
  const items = recordsOfData(envelope, (record, itemPosition) => new Attendee(record, itemPosition, activityId));
  return new AttendeePage(items.map(ofRequestedActivityIfReadable), raw.total, position);
}

/**
 * The attendee of §4.4. @returns null if the reply contains none, or one of an activity other than the requested one, whose personal data
 * the caller may not see @throws UpstreamInvalidResponseError
 */
export function foundAttendee({ raw, position }: Envelope, activityId: ActivityId): AttendeeDetail | null {
  const data = requiredMember(raw, 'data', position, 'an object');
  if (hasNoValue(data)) return null;
  const dataPosition = position.child('data');
  const attendee = new AttendeeDetail(decodeObject(data, dataPosition), dataPosition, activityId);
  return attendee.isForeign ? null : attendee;
}

/**
 * The record of an attendee. @returns null if it belongs to an activity other than the requested one, or its activity cannot be
 * decoded, so that the record does not fail a list
 */
export function ofRequestedActivityIfReadable<Found extends Attendee>(attendee: Found): Found | null {
  try {
    return attendee.isForeign ? null : attendee;
  } catch {
    return null;
  }
}

/** The schedule of §4.6. @throws UpstreamInvalidResponseError if it has no days */
export function schedule({ raw, position }: Envelope, activityId: ActivityId): Schedule {
  const dataPosition = position.child('data');
  const days = Object.entries(decodeObject(requiredMember(raw, 'data', position, 'an object'), dataPosition))
    .map(([date, items]) => new ScheduleDay(date, items, dataPosition.child(date), activityId))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
  return new Schedule(days, () => decodeInt(raw.total, position.child('total')));
}

/** The list of §4.7. @throws UpstreamInvalidResponseError */
export function articleList({ raw, position }: Envelope, activityId: ActivityId): ArticleList {
  const dataPosition = position.child('data');
  const data = decodeObject(requiredMember(raw, 'data', position, 'an object'), dataPosition);
  return new ArticleList(entriesOf(data).length === 0 ? noArticles : data, dataPosition, activityId);
}

/** The reply about articles of an activity without any. */
const noArticles: RawObject = { data: [], itemsCount: 0, total: 0, currentPage: 1 };

/** The result of §4.11 (§2.7). @throws UpstreamInvalidResponseError */
export function ssoLoginOf({ raw, position }: Envelope): SsoLogin {
  const dataPosition = position.child('data');
  const data = decodeObject(raw.data, dataPosition);
  return {
    url: nonEmptyString(raw.url, position.child('url')),
    token: nonEmptyString(data.sso_token, dataPosition.child('sso_token')),
    state: nonEmptyString(data.sso_state, dataPosition.child('sso_state')),
    expireDate: decodeWholeNumber(data.expire_date, dataPosition.child('expire_date')),
  };
}

function nonEmptyString(raw: unknown, position: ReplyPosition): string {
  const value = decodeString(raw, position);
  if (value === '') throw position.invalid('a string');
  return value;
}
