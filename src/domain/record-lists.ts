/*
 * Lists of records, which may be long, and whose values may be broken. Getters of records decode on demand and throw if the value contradicts
 * the interface. A query that selects the broken field reports that error; code that only searches or sorts uses these functions, so that one
 * broken record does not fail a list.
 */

import { setImmediate } from 'node:timers/promises';
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

/**
 * The number of items that are visited without interruption: some 0.5 ms of work if each visit reads a few values of a record, and 10 ms if
 * these are broken, because each of them makes an error.
 */
const sliceLength = 256;

/** Visits all items in order. Between two slices, the event loop handles other work. Fails with the error of a visit. */
export async function visitInSlices<T>(items: Iterable<T>, visit: (item: T) => void): Promise<void> {
  let count = 0;
  for (const item of items) {
    if (count > 0 && count % sliceLength === 0) await setImmediate();
    visit(item);
    count += 1;
  }
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

/** Indexes records by id. Of several records with one id the first counts; records with a broken id are left out. */
export async function recordsById<T extends { readonly serviceId: ServiceId }>(records: Iterable<T>): Promise<ReadonlyMap<ServiceId, T>> {
  const byId = new Map<ServiceId, T>();
  await visitInSlices(records, (record) => {
    const id = idOrNull(record);
    if (id !== null && !byId.has(id)) byId.set(id, record);
  });
  return byId;
}

/**
 * The records with ids of one reply, for one GraphQL operation: the tickets, for example. It is read once, at the first call of a method.
 */
export class EntityList<T extends { readonly serviceId: ServiceId }, Reply = readonly T[]> {
  /** The reply; undefined until it is read. */
  protected reply: Promise<Reply> | undefined;
  #byId: Promise<ReadonlyMap<ServiceId, T>> | undefined;

  /** @param recordsIn returns the records of a reply. Omitted: the reply is the list of them */
  constructor(
    private readonly readReply: () => Promise<Reply>,
    private readonly recordsIn: (reply: Reply) => Iterable<T> = (reply) => reply as Iterable<T>,
  ) {}

  /** Returns the whole reply. @throws UpstreamError */
  read(): Promise<Reply> {
    return (this.reply ??= this.readReply());
  }

  /** Returns a record, or null if the reply does not contain it. @throws UpstreamError */
  async byId(id: ServiceId): Promise<T | null> {
    return (await this.indexed()).get(id) ?? null;
  }

  /** Returns the records of the reply by id. @throws UpstreamError */
  protected indexed(): Promise<ReadonlyMap<ServiceId, T>> {
    return (this.#byId ??= this.read().then((reply) => recordsById(this.recordsIn(reply))));
  }
}
