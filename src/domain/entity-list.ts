/* Lists of records that have ids: tickets, for example, and what extends a list, such as articles. */

import { visitInSlices } from '../primitives/visit-in-slices.js';
import type { ServiceId } from '../records/ids.js';
import { idOrNull } from './broken-values.js';

/** The records with ids of one reply, for one GraphQL operation. It is read once, at the first call of a method. */
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

/** Indexes records by id. Of several records with one id the first counts; records with a broken id are left out. */
export async function recordsById<T extends { readonly serviceId: ServiceId }>(records: Iterable<T>): Promise<ReadonlyMap<ServiceId, T>> {
  const byId = new Map<ServiceId, T>();
  await visitInSlices(records, (record) => {
    const id = idOrNull(record);
    if (id !== null && !byId.has(id)) byId.set(id, record);
  });
  return byId;
}
