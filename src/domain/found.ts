import type { ServiceId } from '../model/ids.js';

/** The record with this number; records whose number is broken are passed over. */
export function recordWithId<T extends { readonly serviceId: ServiceId }>(records: readonly T[], id: ServiceId): T | null {
  return records.find((record) => readableId(record) === id) ?? null;
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
