import type { ActivityId, ServiceId } from '../../records/ids.js';
import type { StockItem } from '../../records/stock.js';
import { listGoods } from '../../service/endpoints.js';
import { idOrNull, EntityList } from '../broken-values.js';
import type { OperationUpstream } from '../reads/upstream.js';

/** The goods of one activity for one GraphQL operation (§4.10). The whole list is read once, and so are the goods with an id. */
export class GoodsList extends EntityList<StockItem> {
  readonly #itemsById = new Map<ServiceId, Promise<readonly StockItem[]>>();

  constructor(
    private readonly upstream: OperationUpstream,
    private readonly activityId: ActivityId,
  ) {
    super(() => upstream.read(listGoods, activityId, {}));
  }

  /** Reads the goods with an id, by a call for it: one item, or none. @throws UpstreamError */
  async itemsById(id: ServiceId): Promise<readonly StockItem[]> {
    let items = this.#itemsById.get(id);
    if (!items) this.#itemsById.set(id, (items = this.upstream.read(listGoods, this.activityId, { goodsId: id })));
    return (await items).filter((item) => idOrNull(item) === id);
  }
}
