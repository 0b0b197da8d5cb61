/*
 * Reads from records whose values may be broken. Getters of records decode on demand and throw if the value contradicts the
 * interface. A query that selects the broken field reports that error; code that only searches or sorts uses these functions, so
 * that one broken record does not fail a list.
 */

import { visitInSlices } from '../primitives/visit-in-slices.js';
import type { ServiceId } from '../records/ids.js';

/** Returns the result of a read, or the fallback if it throws. */
export function valueOr<T>(read: () => T, fallback: T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}

/** The id of a record, or null if it is broken. */
export function idOrNull(record: { readonly serviceId: ServiceId }): ServiceId | null {
  return valueOr(() => record.serviceId, null);
}

/** Groups records by the id that they name, such as that of a parent. Records that name none, or whose id is broken, are left out. */
export async function recordsGroupedBy<T>(
  records: Iterable<T>,
  idOf: (record: T) => ServiceId | null,
): Promise<ReadonlyMap<ServiceId, readonly T[]>> {
  const groups = new Map<ServiceId, T[]>();
  await visitInSlices(records, (record) => {
    const id = valueOr(() => idOf(record), null);
    if (id === null) return;
    const group = groups.get(id);
    if (group) group.push(record);
    else groups.set(id, [record]);
  });
  return groups;
}
