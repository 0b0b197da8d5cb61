/* References to attendees: the references of a list are looked up by one read. */

import type { GraphQLResolveInfo } from 'graphql';
import type { Activity } from '../../../domain/activities.js';
import type { ServiceId } from '../../../records/ids.js';
import { selectsGetOneField } from './attendee-get-one.js';

/** An attendee that is not read yet. */
export class AttendeeReference {
  constructor(
    readonly activity: Activity,
    readonly id: ServiceId,
  ) {}
}

/**
 * Replaces the AttendeeReferences of a list by attendees, with one read per activity, as graph/cost plans it. Other items stay as they are and do
 * not wait for the read. An attendee that cannot be read is an error at its position, an unknown one is null.
 */
export function lookUpReferences(items: readonly unknown[], info: GraphQLResolveInfo): readonly unknown[] | Promise<readonly unknown[]> {
  const positionsByActivity = new Map<Activity, number[]>();
  items.forEach((item, position) => {
    if (item instanceof AttendeeReference) append(positionsByActivity, item.activity, position);
  });
  if (positionsByActivity.size === 0) return items;
  const callsGetOne = selectsGetOneField(info);
  const read = ({ attendees }: Activity, positions: readonly number[]) => {
    const ids = positions.map((position) => (items[position] as AttendeeReference).id);
    return callsGetOne ? attendees.detailsByIds(ids) : attendees.byIds(ids);
  };
  const result = [...items];
  // One promise for the list is cheaper than one per item. Nothing else waits if this read returns all items.
  const isOneRead = positionsByActivity.size === 1 && items.every(isReferenceOrSettled);
  for (const [activity, positions] of positionsByActivity) {
    const found = read(activity, positions);
    if (isOneRead) return found.then((attendees) => assign(attendees, positions, result));
    assign(
      positions.map((_, index) => found.then((attendees) => attendees[index])),
      positions,
      result,
    );
  }
  return result;
}

function assign(values: readonly unknown[], positions: readonly number[], result: unknown[]): readonly unknown[] {
  positions.forEach((position, index) => (result[position] = values[index]));
  return result;
}

const isReferenceOrSettled = (item: unknown): boolean => item instanceof AttendeeReference || item === null || item instanceof Error;

function append(positionsByActivity: Map<Activity, number[]>, activity: Activity, position: number): void {
  const positions = positionsByActivity.get(activity);
  if (positions) positions.push(position);
  else positionsByActivity.set(activity, [position]);
}
