import { requiredDecimal, type RawRecord } from '../records/decode.js';
import * as field from '../records/field.js';
import type { ActivityId } from '../records/ids.js';
import type { ReplyPosition } from '../records/reply-position.js';
import type { StockItem, StockKind } from '../records/stock.js';
import { EntityView, recordsOfData, withFields } from '../records/view.js';
import type { Envelope } from './envelope.js';

/** The items of §4.9 or §4.10. @throws UpstreamInvalidResponseError */
export function stockItems(kind: StockKind, envelope: Envelope, activityId: ActivityId): readonly StockItem[] {
  return recordsOfData(envelope, (record, position) => new StockItemView(record, position, kind, activityId));
}

/** §2.6: a ticket or goods item. */
export class StockItemView
  extends withFields(EntityView, {
    name: field.string('name'),
    totalStock: field.int('num'),
    soldStock: field.int('sold_num'),
    unitPrice: field.of('money', requiredDecimal),
  })
  implements StockItem
{
  constructor(
    raw: RawRecord,
    position: ReplyPosition,
    readonly kind: StockKind,
    activityId: ActivityId,
  ) {
    super(raw, position, activityId);
  }

  get remainingStock(): number {
    return Math.max(0, this.totalStock - this.soldStock);
  }
  get soldOut(): boolean {
    return this.remainingStock === 0;
  }
}
