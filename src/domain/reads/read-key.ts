import type { ActivityId } from '../../records/ids.js';
import type { Endpoint } from '../../service/endpoints.js';

/**
 * The key of a read: equal for reads of the same endpoint and activity with the same input, in whichever order its members are. Within a
 * member, such as a list of ids, the order counts.
 */
export function readKey<Input, Output>({ name }: Endpoint<Input, Output>, activityId: ActivityId, input: Input): string {
  return `${name} ${activityId} ${JSON.stringify(isSorted(input) ? input : sorted(input))}`;
}

/**
 * Whether the members are in the order of their names. The domain writes the members of frequent reads in this order, so that nothing is
 * copied.
 */
function isSorted(input: unknown): boolean {
  let previous = '';
  for (const name in input as object) {
    if (name < previous) return false;
    previous = name;
  }
  return true;
}

function sorted(input: unknown): object {
  const members = Object.entries(input as object);
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
