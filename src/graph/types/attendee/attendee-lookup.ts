/* How fields with the arguments of a lookup read one attendee. */

import type { GraphQLResolveInfo } from 'graphql';
import type { Activity } from '../../../domain/activities.js';
import type { AttendeeIdentity } from '../../../records/attendee-identity.js';
import type { Attendee, AttendeeLookup } from '../../../records/attendee.js';
import { parseGlobalId, parseServiceId, type ServiceId } from '../../../records/ids.js';
import { forbidden } from '../../access/forbidden.js';
import type { GraphContext } from '../../context.js';
import { notBlank, serviceIdIn } from '../arguments.js';
import { selectsGetOneField } from './attendee-get-one.js';
import type { AttendeeLookupInput } from './attendee.input.js';

/** Describes the result of a lookup without a match. */
export const nullWithoutMatch =
  'Null if there is none. The error `UPSTREAM_REJECTED` may accompany it, unless the operator has set `EVENT_SERVICE_NOT_FOUND_PATTERN`.';

/** Reads an attendee by id: from the list, whose calls are batched, or with a get-one if a field is selected that only get-one returns. */
export function attendeeById(activity: Activity, id: ServiceId, info: GraphQLResolveInfo): Promise<Attendee | null> {
  return selectsGetOneField(info) ? activity.attendees.detailById(id) : activity.attendees.byId(id);
}

/**
 * Reads an attendee by id, mobile, email or openId (§4.4). Any key except the id requires `attendees:pii`: without it, a caller
 * could find out by trying whether a person with a known mobile number is registered.
 * @throws ForbiddenError
 */
export async function attendeeBy(
  activity: Activity,
  by: AttendeeLookupInput,
  context: GraphContext,
  info: GraphQLResolveInfo,
): Promise<Attendee | null> {
  if (typeof by.id === 'string') {
    const id = serviceIdIn(activity, 'attendee', by.id, 'by.id');
    return id === null ? null : attendeeById(activity, id, info);
  }
  const { caller, audit } = context;
  const member = (['mobile', 'email', 'openId'] as const).find((name) => typeof by[name] === 'string')!;
  if (!caller.scopes.has('attendees:pii')) {
    const use = { subject: `A lookup by ${member}`, instead: 'Look the attendee up by id' };
    throw forbidden(context, 'attendees:pii', `AttendeeLookup.${member}`, use);
  }
  const value = notBlank(by[member]!, `by.${member}`);
  audit.reading([`AttendeeLookup.${member}`]);
  const found = await activity.attendees.unverifiedMatch({ [member]: value } as Exclude<AttendeeLookup, { id: ServiceId }>);
  if (found) audit.found(found);
  return found;
}

/** Returns the lookup of an identity in an activity. @returns null for an id that names no attendee of the activity */
export function lookupOf({ kind, value }: AttendeeIdentity, { activityId }: Activity): AttendeeLookup | null {
  if (kind === 'mobile') return { mobile: value };
  if (kind === 'email') return { email: value };
  if (kind === 'openId') return { openId: value };
  const global = parseGlobalId(value);
  const id = global?.kind === 'attendee' && global.activityId === activityId ? global.serviceId : parseServiceId(value);
  return id === null ? null : { id };
}
