/* The stock of tickets and goods: two endpoints, and the record that both return. */

import { requiredDecimal, type RawRecord } from '../records/decode.js';
import * as field from '../records/field.js';
import type { ActivityId, ServiceId } from '../records/ids.js';
import type { ReplyPosition } from '../records/reply-position.js';
import type { StockItem, StockKind } from '../records/stock.js';
import { EntityView, recordsOfData, withFields } from '../records/view.js';
import type { Envelope } from './calls/envelope.js';
import { noSecrets, type ContentEndpoint } from './endpoint.js';

/** §4.9: the stock of all tickets. The interface documents no parameters, so none are sent. */
export const listTickets: ContentEndpoint<'tickets', void, readonly StockItem[]> = {
  name: 'listTickets',
  section: '4.9',
  method: 'POST',
  path: '/api/ticket/data',
  auth: 'service',
  repeatableBy: 'transport',
  cachedAs: 'tickets',
  secrets: noSecrets,
  encode: () => ({ form: [] }),
  decode: (envelope, activityId) => stockItems('ticketItem', envelope, activityId),
};

/** §4.10: the stock of all goods, or of one item. */
export const listGoods: ContentEndpoint<'goods', { readonly goodsId?: ServiceId }, readonly StockItem[]> = {
  name: 'listGoods',
  section: '4.10',
  method: 'POST',
  path: '/api/goods/data',
  auth: 'service',
  repeatableBy: 'transport',
  cachedAs: 'goods',
  secrets: noSecrets,
  encode: ({ goodsId }) => ({ form: goodsId === undefined ? [] : [['goods_id', String(goodsId)]] }),
  decode: (envelope, activityId) => stockItems('goods', envelope, activityId),
};

function stockItems(kind: StockKind, envelope: Envelope, activityId: ActivityId): readonly StockItem[] {
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
