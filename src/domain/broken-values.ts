/*
 * Reads from records whose values may be broken. Getters of records decode on demand and throw if the value contradicts
 * the interface. A query that selects the broken field reports that error; code that only searches or sorts uses these functions,
 * so that one broken record does not fail a list.
 */

import type { ServiceId } from '../model/ids.js';
import { visitInSlices } from '../primitives/visit-in-slices.js';

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

/** Indexes records by id. Of several records with one id the first counts; records with a broken id are left out. */
export async function recordsById<T extends { readonly serviceId: ServiceId }>(records: Iterable<T>): Promise<ReadonlyMap<ServiceId, T>> {
  const byId = new Map<ServiceId, T>();
  await visitInSlices(records, (record) => {
    const id = idOrNull(record);
    if (id !== null && !byId.has(id)) byId.set(id, record);
  });
  return byId;
}
