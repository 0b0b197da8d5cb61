import type { GraphQLResolveInfo } from 'graphql';
import type { Activity } from '../domain/activities.js';
import type { Attendee, AttendeeDetail, AttendeeLookup } from '../model/attendee.js';
import type { ServiceId } from '../model/ids.js';
import { forbidden } from './access/forbidden.js';
import { notBlank, serviceIdIn } from './arguments.js';
import type { AttendeeLookupInput } from './attendee.input.js';
import type { GraphContext } from './context.js';
import { getOneFields } from './cost/cost-table.js';
import { selectsAny } from './selection.js';

/** An attendee by id: from the batched list, or by a get-one of its own where a field asks for it. */
export function attendeeById(activity: Activity, id: ServiceId, info: GraphQLResolveInfo): Promise<Attendee | null> {
  return selectsAny(info, getOneFields) ? activity.attendees.detail(id) : activity.attendees.byId(id);
}

/** An attendee by exactly one of its names (§4.4). By anything but the id it takes attendees:pii, or it would be an oracle. */
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
  if (!caller.scopes.has('attendees:pii')) throw forbidden(context, 'attendees:pii', `AttendeeLookup.${member}`);
  const value = notBlank(by[member]!, `by.${member}`);
  audit.reading([`AttendeeLookup.${member}`]);
  const found = await activity.attendees.byContact({ [member]: value } as Exclude<AttendeeLookup, { id: ServiceId }>);
  if (found) audit.found(found);
  return found;
}

/** The same attendee with the get-one fields: as it is where it came by a get-one, else by a call of its own. */
export async function detailOf(activity: Activity, attendee: Attendee): Promise<AttendeeDetail | null> {
  return isDetail(attendee) ? attendee : activity.attendees.detail(attendee.serviceId);
}

function isDetail(attendee: Attendee): attendee is AttendeeDetail {
  return 'points' in attendee;
}
