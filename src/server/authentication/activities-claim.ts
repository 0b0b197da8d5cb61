import type { JWTPayload } from 'jose';
import { parseActivityId, type ActivityId } from '../../records/ids.js';

/**
 * Returns the activities that a claim of a token names: a list of numbers or strings, one number, or a string of numbers separated by
 * spaces. Anything else in it is ignored. Without the claim there are none.
 */
export function activitiesIn(payload: JWTPayload, claim: string): ReadonlySet<ActivityId> {
  const value: unknown = Object.hasOwn(payload, claim) ? payload[claim] : undefined;
  const named: readonly unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/\s+/) : [value];
  return new Set(named.flatMap((id) => (typeof id === 'string' || typeof id === 'number' ? (parseActivityId(String(id)) ?? []) : [])));
}
