/*
 * Reads from records whose values may be broken, and from lists of such records. Getters of records decode on demand and throw if the value contradicts
 * the interface. A query that selects the broken field reports that error; code that only searches or sorts uses these functions,
 * so that one broken record does not fail a list.
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

/** Indexes records by id. Of several records with one id the first counts; records with a broken id are left out. */
export async function recordsById<T extends { readonly serviceId: ServiceId }>(records: Iterable<T>): Promise<ReadonlyMap<ServiceId, T>> {
  const byId = new Map<ServiceId, T>();
  await visitInSlices(records, (record) => {
    const id = idOrNull(record);
    if (id !== null && !byId.has(id)) byId.set(id, record);
  });
  return byId;
}

/** Groups records by the id that they name, such as that of a parent. Records that name none, or whose id is broken, are left out. */
export function recordsGroupedBy<T>(records: Iterable<T>, idOf: (record: T) => ServiceId | null): ReadonlyMap<ServiceId, readonly T[]> {
  const groups = new Map<ServiceId, T[]>();
  for (const record of records) {
    const id = valueOr(() => idOf(record), null);
    if (id === null) continue;
    const group = groups.get(id);
    if (group) group.push(record);
    else groups.set(id, [record]);
  }
  return groups;
}

/** A reply with records that have ids, for one GraphQL operation. It is read once, at the first call of a method. */
export class EntityList<T extends { readonly serviceId: ServiceId }, Reply = readonly T[]> {
  #all: Promise<Reply> | undefined;
  #byId: Promise<ReadonlyMap<ServiceId, T>> | undefined;

  /** @param recordsIn returns the records of a reply. Omitted: the reply is the list of them */
  constructor(
    private readonly read: () => Promise<Reply>,
    private readonly recordsIn: (reply: Reply) => Iterable<T> = (reply) => reply as Iterable<T>,
  ) {}

  /** Returns the whole reply. @throws UpstreamError */
  all(): Promise<Reply> {
    return (this.#all ??= this.read());
  }

  /** Returns a record, or null if the reply does not contain it. @throws UpstreamError */
  async byId(id: ServiceId): Promise<T | null> {
    this.#byId ??= this.all().then((reply) => recordsById(this.recordsIn(reply)));
    return (await this.#byId).get(id) ?? null;
  }
}
