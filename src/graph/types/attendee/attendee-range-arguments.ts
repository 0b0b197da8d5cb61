/* The range of attendees that the arguments of a page name, and the cursors of its entries. */

import type { Activity } from '../../../domain/activities.js';
import { BadInputError } from '../../../records/errors.js';

/** The default length of a page of attendees. */
export const defaultFirst = 20;

interface RangeArguments {
  readonly first: number;
  readonly after?: string | null | undefined;
  readonly offset?: number | null | undefined;
}

/** Returns the offset and the length of the range. @throws BadInputError */
export function requestedRange(activity: Activity, { first, after, offset }: RangeArguments): { offset: number; first: number } {
  const maximum = activity.attendees.maxPageSize;
  if (first < 1 || first > maximum) throw new BadInputError('first', `a whole number from 1 to ${maximum}`);
  if (after !== null && after !== undefined) {
    if (offset !== null && offset !== undefined) throw new BadInputError('after', 'either `after` or `offset`, not both');
    const start = offsetAfter(after);
    if (start === null || cursorAt(activity, start - 1) !== after)
      throw new BadInputError('after', 'a `cursor` or `endCursor` of this list, read from the same activity');
    return { offset: start, first };
  }
  const start = wholeOffset(offset ?? 0);
  if (start === null) throw new BadInputError('offset', '0 or a larger whole number');
  return { offset: start, first };
}

/** Returns the cursor of a position in the list of an activity's attendees. */
export function cursorAt(activity: Activity, position: number): string {
  return Buffer.from(`attendees:${activity.id}:${position}`).toString('base64url');
}

/** Returns the offset of the range after a cursor, of any activity. @returns null for any other value */
export function offsetAfter(cursor: unknown): number | null {
  if (typeof cursor !== 'string') return null;
  const [, digits] = /^attendees:\d+:(\d{1,10})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  const position = Number(digits);
  return digits === undefined || position >= 0x7fffffff ? null : position + 1;
}

/** Returns a value that is an offset. @returns null for any other value */
export const wholeOffset = (value: unknown): number | null =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;
