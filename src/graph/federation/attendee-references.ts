import type { GraphQLResolveInfo } from 'graphql';
import type { Activity } from '../../domain/activities.js';
import type { ServiceId } from '../../model/ids.js';
import { getOneFields } from '../cost/cost-table.js';
import { selectsAny } from '../selection.js';

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
    put(
      indexes.map((_, position) => found.then((attendees) => attendees[position])),
      indexes,
      all,
    );
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
