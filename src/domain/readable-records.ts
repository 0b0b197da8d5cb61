import type { ServiceId } from '../model/ids.js';

/** Records by their numbers, the first of each; records whose number is broken are passed over. For look-ups of thousands. */
export function recordsById<T extends { readonly serviceId: ServiceId }>(records: Iterable<T>): ReadonlyMap<ServiceId, T> {
  const byId = new Map<ServiceId, T>();
  for (const record of records) {
    const id = readableId(record);
    if (id !== null && !byId.has(id)) byId.set(id, record);
  }
  return byId;
}

/** A record's number, or null where it is broken: that is told where the id is selected. */
export function readableId(record: { readonly serviceId: ServiceId }): ServiceId | null {
  return readable(() => record.serviceId, null);
}

/** A value of a record, or another one where it is broken: a broken value must not cost the records beside it. */
export function readable<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
