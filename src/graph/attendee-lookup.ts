import type { GraphQLResolveInfo } from 'graphql';
import type { Activity } from '../domain/activities.js';
import type { Attendee, AttendeeDetail, AttendeeLookup } from '../model/attendee.js';
import { ForbiddenError } from '../model/errors.js';
import type { ServiceId } from '../model/ids.js';
import { notBlank, serviceIdIn } from './arguments.js';
import type { AttendeeLookupInput } from './attendee.input.js';
import { personalFieldNumber } from './audit.js';
import type { GraphContext } from './context.js';
import { getOneFields } from './cost-table.js';
import { selectsAny } from './selection.js';

/** An attendee that is still to be looked up. */
export class AttendeeReference {
  constructor(
    readonly activity: Activity,
    readonly id: ServiceId,
  ) {}
}

/**
 * Puts attendees in the places of references to them, those of an activity in one read; other places stay as they are and
 * wait for nobody. An attendee that cannot be read is an error at its place, an unknown one is null.
 */
export function lookUpReferences(places: readonly unknown[], info: GraphQLResolveInfo): readonly unknown[] | Promise<readonly unknown[]> {
  const groups = new Map<Activity, number[]>();
  places.forEach((place, index) => {
    if (place instanceof AttendeeReference) add(groups, place.activity, index);
  });
  if (groups.size === 0) return places;
  const inDetail = selectsAny(info, getOneFields);
  const read = ({ attendees }: Activity, indexes: readonly number[]) => {
    const ids = indexes.map((index) => (places[index] as AttendeeReference).id);
    return inDetail ? attendees.details(ids) : attendees.byIds(ids);
  };
  const all = [...places];
  const alone = groups.size === 1 && places.every(isReferenceOrNothing);
  for (const [activity, indexes] of groups) {
    const found = read(activity, indexes);
    if (alone) return found.then((attendees) => put(attendees, indexes, all));
    put(indexes.map((_, position) => found.then((attendees) => attendees[position])), indexes, all);
  }
  return all;
}

function put(values: readonly unknown[], indexes: readonly number[], all: unknown[]): readonly unknown[] {
  indexes.forEach((index, position) => (all[index] = values[position]));
  return all;
}

const isReferenceOrNothing = (place: unknown): boolean => place instanceof AttendeeReference || place === null || place instanceof Error;

function add(groups: Map<Activity, number[]>, activity: Activity, index: number): void {
  const known = groups.get(activity);
  if (known) known.push(index);
  else groups.set(activity, [index]);
}

/** An attendee by id: from the batched list, or by a get-one of its own where a field asks for it. */
export function attendeeById(activity: Activity, id: ServiceId, info: GraphQLResolveInfo): Promise<Attendee | null> {
  return selectsAny(info, getOneFields) ? activity.attendees.detail(id) : activity.attendees.byId(id);
}

/** An attendee by exactly one of its names (§4.4). By anything but the id it takes attendees:pii, or it would be an oracle. */
export async function attendeeBy(
  activity: Activity,
  by: AttendeeLookupInput,
  { caller, audit }: GraphContext,
  info: GraphQLResolveInfo,
): Promise<Attendee | null> {
  if (typeof by.id === 'string') {
    const id = serviceIdIn(activity, 'attendee', by.id, 'by.id');
    return id === null ? null : attendeeById(activity, id, info);
  }
  if (!caller.scopes.has('attendees:pii')) throw new ForbiddenError(['attendees:pii']);
  const member = (['mobile', 'email', 'openId'] as const).find((name) => typeof by[name] === 'string')!;
  const value = notBlank(by[member]!, `by.${member}`);
  audit.readPersonal(personalFieldNumber('AttendeeLookup', member));
  return activity.attendees.byContact({ [member]: value } as Exclude<AttendeeLookup, { id: ServiceId }>);
}

/** The same attendee with the get-one fields: as it is where it came by a get-one, else by a call of its own. */
export async function detailOf(activity: Activity, attendee: Attendee): Promise<AttendeeDetail | null> {
  return isDetail(attendee) ? attendee : activity.attendees.detail(attendee.serviceId);
}

function isDetail(attendee: Attendee): attendee is AttendeeDetail {
  return 'points' in attendee;
}
