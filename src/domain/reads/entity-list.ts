import type { ServiceId } from '../../records/ids.js';
import { recordsById } from '../broken-values.js';

/** A list of records with ids, for one GraphQL operation. It is read once, at the first call of a method. */
export class EntityList<T extends { readonly serviceId: ServiceId }> {
  #all: Promise<readonly T[]> | undefined;
  #byId: Promise<ReadonlyMap<ServiceId, T>> | undefined;

  constructor(private readonly read: () => Promise<readonly T[]>) {}

  /** Returns all records. @throws UpstreamError */
  all(): Promise<readonly T[]> {
    return (this.#all ??= this.read());
  }

  /** Returns a record, or null if the list does not contain it. @throws UpstreamError */
  async byId(id: ServiceId): Promise<T | null> {
    this.#byId ??= this.all().then(recordsById);
    return (await this.#byId).get(id) ?? null;
  }
}
