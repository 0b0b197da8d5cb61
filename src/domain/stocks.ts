import { listGoods, listTickets } from '../endpoint/stock.js';
import type { ActivityId, ServiceId } from '../model/ids.js';
import type { StockItem } from '../model/stock.js';
import { idOrNull, recordsById } from './tolerant-reads.js';
import type { Upstream } from './upstream.js';

/** Tickets and goods of one activity for one operation (§4.9, §4.10): each list read once, however often asked for. */
export class Stocks {
  #tickets: Promise<readonly StockItem[]> | undefined;
  #goods: Promise<readonly StockItem[]> | undefined;
  #ticketsById: Promise<ReadonlyMap<ServiceId, StockItem>> | undefined;
  #goodsById: Promise<ReadonlyMap<ServiceId, StockItem>> | undefined;
  readonly #oneOfGoods = new Map<ServiceId, Promise<readonly StockItem[]>>();

  constructor(
    private readonly upstream: Upstream,
    private readonly activityId: ActivityId,
  ) {}

  /** @throws UpstreamError */
  tickets(): Promise<readonly StockItem[]> {
    return (this.#tickets ??= this.upstream.read(listTickets, this.activityId, undefined));
  }

  /** @throws UpstreamError */
  goods(): Promise<readonly StockItem[]> {
    return (this.#goods ??= this.upstream.read(listGoods, this.activityId, {}));
  }

  /** What the service answers for one item: that item, or nothing. @throws UpstreamError */
  async goodsItem(id: ServiceId): Promise<readonly StockItem[]> {
    let answer = this.#oneOfGoods.get(id);
    if (!answer) this.#oneOfGoods.set(id, (answer = this.upstream.read(listGoods, this.activityId, { goodsId: id })));
    return (await answer).filter((item) => idOrNull(item) === id);
  }

  /** @returns null for an unknown number. @throws UpstreamError */
  async ticketById(id: ServiceId): Promise<StockItem | null> {
    this.#ticketsById ??= this.tickets().then(recordsById);
    return (await this.#ticketsById).get(id) ?? null;
  }

  /** @returns null for an unknown number. @throws UpstreamError */
  async goodsById(id: ServiceId): Promise<StockItem | null> {
    this.#goodsById ??= this.goods().then(recordsById);
    return (await this.#goodsById).get(id) ?? null;
  }
}
