import type { Endpoint } from '../../endpoint/endpoint.js';
import type { ActivityId } from '../../model/ids.js';

/** The key of a read: equal for reads of the same endpoint and activity with the same input. */
export function readKey<Input, Output>({ name }: Endpoint<Input, Output>, activityId: ActivityId, input: Input): string {
  return `${name} ${activityId} ${JSON.stringify(input)}`;
}
