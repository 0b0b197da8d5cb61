/* Ids: those of the event service, and the global ids of the graph, such as `attendee:1001:7`. */

import { listOfEntityKind, type ContentEntityKind } from './content-kind.js';

/** The id of an activity in the event service, a number: the member ActivityId of the signature's header (§5). */
export type ActivityId = number & { readonly __brand: 'ActivityId' };

/** The service id of a record: a number, unique within its activity and kind. */
export type ServiceId = number & { readonly __brand: 'ServiceId' };

/** The kinds of entities with a global id: attendees, and the records of content. An activity has none: its id is its number. */
export type EntityKind = 'attendee' | ContentEntityKind;

export const entityKinds = ['attendee', ...Object.keys(listOfEntityKind)] as readonly EntityKind[];

/** The parts of a global id, which is "<kind>:<activity id>:<service id>", such as "attendee:1001:7". */
interface GlobalId {
  readonly kind: EntityKind;
  readonly activityId: ActivityId;
  readonly serviceId: ServiceId;
}

/** Returns the global id of an entity, such as `attendee:1001:7`. */
export const formatGlobalId = (kind: EntityKind, activityId: ActivityId, serviceId: number): string => `${kind}:${activityId}:${serviceId}`;

/** Reads a global id. @returns null for text that is not a global id of a known kind */
export function parseGlobalId(text: string): GlobalId | null {
  // Read by hand: large operations parse thousands of ids, and a regular expression allocates a match and its groups for each.
  const kindEnd = text.indexOf(':');
  const activityEnd = text.indexOf(':', kindEnd + 1);
  const kind = entityKinds.find((known) => known.length === kindEnd && text.startsWith(known));
  if (kind === undefined || activityEnd === -1) return null;
  const activityId = numberIn(text, kindEnd + 1, activityEnd);
  const serviceId = numberIn(text, activityEnd + 1, text.length);
  if (activityId === null || serviceId === null) return null;
  return { kind, activityId: activityId as ActivityId, serviceId: serviceId as ServiceId };
}

/** Reads a positive safe integer in plain digits. @returns null for any other text */
export const parseServiceId = (text: string): ServiceId | null => numberIn(text, 0, text.length) as ServiceId | null;

/** Reads a positive safe integer in plain digits. @returns null for any other text */
export const parseActivityId = (text: string): ActivityId | null => numberIn(text, 0, text.length) as ActivityId | null;

/** The maximum number of digits of a safe integer. */
const maxDigits = 16;
const zero = '0'.charCodeAt(0);

/** The positive safe integer that the characters from start to end write in plain digits, without leading zeros. */
function numberIn(text: string, start: number, end: number): number | null {
  if (end - start > maxDigits || text.charCodeAt(start) === zero) return null;
  let number = 0;
  for (let index = start; index < end; index += 1) {
    const digit = text.charCodeAt(index) - zero;
    if (digit < 0 || digit > 9) return null;
    number = number * 10 + digit;
  }
  return number > 0 && Number.isSafeInteger(number) ? number : null;
}
