import type { Activity } from '../domain/activities.js';
import { BadInputError } from '../model/errors.js';
import { parseActivityId, parseGlobalId, parseServiceId, type EntityKind, type ServiceId } from '../model/ids.js';
import type { GraphContext } from './context.js';

/** The activity that an argument names, or the default one. @throws BadInputError for one that is not served. */
export function activityOf({ activities }: GraphContext, id: string | null | undefined, argument: string): Activity {
  if (id === null || id === undefined) return activities.default;
  const number = parseActivityId(id);
  const activity = number === null ? null : activities.served(number);
  if (activity === null) throw new BadInputError(argument, 'the id of an activity that is served here; see Query.activities');
  return activity;
}

/** The record that an id names inside an activity, the id in either form. @returns null for one of another activity. */
export function serviceIdIn(activity: Activity, kind: EntityKind, id: string, argument: string): ServiceId | null {
  const bare = parseServiceId(id);
  if (bare !== null) return bare;
  const global = parseGlobalId(id);
  if (global?.kind !== kind) throw new BadInputError(argument, `an id such as "${kind}:${activity.id}:7", or the service's own number`);
  return global.activityId === activity.activityId ? global.serviceId : null;
}

/** Any text but a blank one. */
export function notBlank(value: string, argument: string): string {
  if (value.trim() === '') throw new BadInputError(argument, 'a value that is not blank');
  return value;
}

export interface WindowArguments {
  readonly first: number;
  readonly after?: string | null | undefined;
  readonly offset?: number | null | undefined;
}

/** Where a page of attendees begins and how long it is. @throws BadInputError */
export function windowOf(
  activity: Activity,
  { first, after, offset }: WindowArguments,
  maximum: number,
): { offset: number; first: number } {
  if (first < 1 || first > maximum) throw new BadInputError('first', `a whole number from 1 to ${maximum}`);
  if (after !== null && after !== undefined) {
    if (offset !== null && offset !== undefined) throw new BadInputError('after', 'either `after` or `offset`, not both');
    return { offset: positionOf(activity, after) + 1, first };
  }
  if ((offset ?? 0) < 0) throw new BadInputError('offset', 'a whole number from 0 on');
  return { offset: offset ?? 0, first };
}

/** Names a place in the list of an activity's attendees. */
export function cursorAt(activity: Activity, position: number): string {
  return Buffer.from(`attendees:${activity.id}:${position}`).toString('base64url');
}

function positionOf(activity: Activity, cursor: string): number {
  const [, digits] = /^attendees:\d+:(\d{1,10})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  const position = Number(digits);
  if (digits === undefined || position >= 0x7fffffff || cursorAt(activity, position) !== cursor) {
    throw new BadInputError('after', 'a cursor that this list of this activity gave');
  }
  return position;
}
