import type { Activity } from '../../domain/activities.js';
import type { AttendeeIdentity } from '../../model/attendee-identity.js';
import type { AttendeeDetail, AttendeeLookup } from '../../model/attendee.js';
import { parseGlobalId, parseServiceId } from '../../model/ids.js';

/*
 * The attendee that the caller is, reached by `Activity.viewer`. All its fields are readable with `self:read`.
 *
 * The privilege belongs to the wrapper, which only the resolver of `viewer` makes, for one response. The record inside may be shared with
 * other operations, and other fields of the same operation may return it: there it is a record like any other, and its fields take the
 * usual scopes.
 */

/** The fields of an attendee. Typed by the model: a field added there without a row here does not compile. */
const fields: Readonly<Record<keyof AttendeeDetail, true>> = {
  kind: true,
  id: true,
  serviceId: true,
  activityId: true,
  contactId: true,
  name: true,
  namePinyin: true,
  nameInitials: true,
  mobile: true,
  email: true,
  idCardNumber: true,
  company: true,
  avatarUrl: true,
  formAnswers: true,
  orderNumber: true,
  label: true,
  signCode: true,
  shortLink: true,
  source: true,
  sourceCode: true,
  channel: true,
  openId: true,
  wechat: true,
  review: true,
  registeredAt: true,
  updatedAt: true,
  deletedAt: true,
  faceSync: true,
  certificateApplicationId: true,
  companyTaxId: true,
  otherChannel: true,
  points: true,
  absentFields: true,
};

/** An attendee that a caller reads as its own. It has the fields of the record. */
class OwnAttendee {
  constructor(readonly record: AttendeeDetail) {}
}
for (const name of Object.keys(fields) as (keyof AttendeeDetail)[]) {
  Object.defineProperty(OwnAttendee.prototype, name, {
    get(this: OwnAttendee) {
      return this.record[name];
    },
  });
}

/** Wraps a record as the caller's own. */
export const ownAttendee = (record: AttendeeDetail): AttendeeDetail => new OwnAttendee(record) as unknown as AttendeeDetail;

/** Whether an object is an attendee that the caller reads as its own. */
export const isOwn = (source: unknown): boolean => source instanceof OwnAttendee;

/** The record of a caller's own attendee; any other object is itself. */
export const recordOf = (source: object): object => (source instanceof OwnAttendee ? source.record : source);

/** Returns the look-up of an identity in an activity. @returns null for an id that names no attendee of the activity */
export function lookupOf({ kind, value }: AttendeeIdentity, { activityId }: Activity): AttendeeLookup | null {
  if (kind === 'mobile') return { mobile: value };
  if (kind === 'email') return { email: value };
  if (kind === 'openId') return { openId: value };
  const global = parseGlobalId(value);
  const id = global?.kind === 'attendee' && global.activityId === activityId ? global.serviceId : parseServiceId(value);
  return id === null ? null : { id };
}
