/** The service's number of an activity: the member ActivityId of the authentication header (§5). */
export type ActivityId = number & { readonly __brand: 'ActivityId' };

/** The service's number of a record inside an activity. */
export type ServiceId = number & { readonly __brand: 'ServiceId' };

/** What a global id can name. Every entity but Activity itself, whose id is the bare number. */
export const entityKinds = ['attendee', 'scheduleItem', 'article', 'category', 'ticketItem', 'goods'] as const;
export type EntityKind = (typeof entityKinds)[number];

/** "<kind>:<activity id>:<service id>", such as "attendee:1001:7", taken apart. */
export interface GlobalId {
  readonly kind: EntityKind;
  readonly activityId: ActivityId;
  readonly serviceId: ServiceId;
}

export const formatGlobalId = (kind: EntityKind, activityId: ActivityId, serviceId: number): string => `${kind}:${activityId}:${serviceId}`;

const globalId = /^([A-Za-z]+):([1-9]\d{0,15}):([1-9]\d{0,15})$/;
const bareNumber = /^[1-9]\d{0,15}$/;

/** @returns null for anything that is not a global id of a known kind. */
export function parseGlobalId(text: string): GlobalId | null {
  const match = globalId.exec(text);
  if (match === null) return null;
  const kind = match[1] as EntityKind;
  const activityId = Number(match[2]) as ActivityId;
  const serviceId = Number(match[3]) as ServiceId;
  if (!entityKinds.includes(kind) || !Number.isSafeInteger(activityId) || !Number.isSafeInteger(serviceId)) return null;
  return { kind, activityId, serviceId };
}

/** @returns null for anything but a positive safe integer in plain digits. */
export function parseServiceId(text: string): ServiceId | null {
  return parseNumber(text) as ServiceId | null;
}

/** @returns null for anything but a positive safe integer in plain digits. */
export function parseActivityId(text: string): ActivityId | null {
  return parseNumber(text) as ActivityId | null;
}

function parseNumber(text: string): number | null {
  if (!bareNumber.test(text)) return null;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : null;
}
