import { listGoods, listTickets } from '../../endpoint/stock.js';
import type { ActivityId, ServiceId } from '../../model/ids.js';
import type { StockItem } from '../../model/stock.js';
import type { OperationUpstream } from '../reads/upstream.js';
import { idOrNull, recordsById } from '../tolerant-reads.js';

/** The tickets and goods of one activity for one GraphQL operation (§4.9, §4.10). Each list is read once. */
export class Stocks {
  #allTickets: Promise<readonly StockItem[]> | undefined;
  #allGoods: Promise<readonly StockItem[]> | undefined;
  #ticketsById: Promise<ReadonlyMap<ServiceId, StockItem>> | undefined;
  #goodsById: Promise<ReadonlyMap<ServiceId, StockItem>> | undefined;
  readonly #goodsWithId = new Map<ServiceId, Promise<readonly StockItem[]>>();

  constructor(
    private readonly upstream: OperationUpstream,
    private readonly activityId: ActivityId,
  ) {}

  /** Reads all tickets. @throws UpstreamError */
  allTickets(): Promise<readonly StockItem[]> {
    return (this.#allTickets ??= this.upstream.read(listTickets, this.activityId, undefined));
  }

  /** Reads all goods. @throws UpstreamError */
  allGoods(): Promise<readonly StockItem[]> {
    return (this.#allGoods ??= this.upstream.read(listGoods, this.activityId, {}));
  }

  /** Reads the goods with an id, by a call for it: one item, or none. @throws UpstreamError */
  async goodsWithId(id: ServiceId): Promise<readonly StockItem[]> {
    let items = this.#goodsWithId.get(id);
    if (!items) this.#goodsWithId.set(id, (items = this.upstream.read(listGoods, this.activityId, { goodsId: id })));
    return (await items).filter((item) => idOrNull(item) === id);
  }

  /** Returns a ticket of the list by id, or null for an unknown id. @throws UpstreamError */
  async ticketById(id: ServiceId): Promise<StockItem | null> {
    this.#ticketsById ??= this.allTickets().then(recordsById);
    return (await this.#ticketsById).get(id) ?? null;
  }

  /** Returns an item of the goods list by id, or null for an unknown id. @throws UpstreamError */
  async goodsById(id: ServiceId): Promise<StockItem | null> {
    this.#goodsById ??= this.allGoods().then(recordsById);
    return (await this.#goodsById).get(id) ?? null;
  }
}
