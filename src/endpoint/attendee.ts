import type { Attendee, AttendeeDetail, AttendeeLookup } from '../model/attendee.js';
import type { ServiceId } from '../model/ids.js';
import { isBlank, object, requiredMember, wholeNumber, type RawObject } from './decode.js';
import { AttendeeDetailView, AttendeeView } from './attendee.view.js';
import { always, type Endpoint } from './endpoint.js';
import { records } from './envelope.js';
import type { Source } from './source.js';

export interface ListAttendeesInput {
  /** Counts from 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly ids?: readonly ServiceId[];
}

/** One answer of the list: its records in the service's order, and how many the service says there are. */
export class AttendeePage {
  /** How many records came, those of other activities included. */
  readonly received: number;
  readonly #total: unknown;
  readonly #source: Source;

  constructor(
    /** null at the place of a record that names another activity than the one asked for. */
    readonly items: readonly (Attendee | null)[],
    total: unknown,
    source: Source,
  ) {
    this.received = items.length;
    this.#total = total;
    this.#source = source;
  }

  /** @throws UpstreamInvalidResponseError where the service states no usable number. */
  get total(): number {
    const total = wholeNumber(this.#total, this.#source);
    if (total < 0 || total > 0x7fffffff) throw this.#source.invalid('a number of attendees');
    return total;
  }

  /** The total, or null where it is unusable. */
  get statedTotal(): number | null {
    try {
      return this.total;
    } catch {
      return null;
    }
  }
}

/** §4.3: one page of the attendees, or of those with the given ids. Both numbers travel as strings. */
export const listAttendees: Endpoint<ListAttendeesInput, AttendeePage> = {
  section: '4.3',
  method: 'POST',
  path: '/api/participant/getList',
  auth: 'service',
  repeatable: always,
  encode: ({ page, pageSize, ids }) => ({
    form: [['pagesize', String(pageSize)], ['page', String(page)], ...(ids ? [['ids', ids.join(',')] as const] : [])],
  }),
  decode: ({ raw, source }, activityId) => {
    const items = records(
      requiredMember(raw, 'data', source, 'an array'),
      source.child('data'),
      (record, place) => new AttendeeView(record, place, activityId),
    );
    return new AttendeePage(items.map(ownIfReadable), raw.total, source.child('total'));
  },
};

/** §4.4: one attendee with all fields, by exactly one of id, mobile, email or open id. null where the answer holds none. */
export const getAttendee: Endpoint<AttendeeLookup, AttendeeDetail | null> = {
  section: '4.4',
  method: 'POST',
  path: '/api/participant/get',
  auth: 'service',
  repeatable: always,
  encode: (lookup) => ({ form: [lookupEntry(lookup)] }),
  decode: ({ raw, source }, activityId) => {
    if (isBlank(requiredMember(raw, 'data', source, 'an object'))) return null;
    const record: RawObject = object(raw.data, source.child('data'));
    return own(new AttendeeDetailView(record, source.child('data'), activityId));
  },
};

function lookupEntry(lookup: AttendeeLookup): readonly [string, string] {
  if ('id' in lookup) return ['id', String(lookup.id)];
  if ('mobile' in lookup) return ['mobile', lookup.mobile];
  if ('email' in lookup) return ['email', lookup.email];
  return ['openid', lookup.openId];
}

/** The record, unless it names another activity than the one asked for: personal data of others is not ours to show. */
function own<View extends AttendeeView>(attendee: View): View | null {
  return attendee.isForeign ? null : attendee;
}

/** In a list a record whose activity cannot be told costs its own place, not its neighbours'. */
function ownIfReadable(attendee: AttendeeView): AttendeeView | null {
  try {
    return own(attendee);
  } catch {
    return null;
  }
}
