/* The stock of tickets and goods (§2.6). */

import { decodeInt, decodeRequiredDecimal } from './decode.js';
import { computed, int, text, decoded } from './field.js';
import { implementing, interfaceOf } from './record.js';

const stockKinds = ['ticketItem', 'goods'] as const;
export type StockKind = (typeof stockKinds)[number];

export abstract class StockItem extends interfaceOf(stockKinds, 'ActivityStockItem', {
  description: 'A kind of ticket or goods with a limited stock.',
  scope: 'content:read',
  people: 'none',
  fields: {
    name: text('name', 'The name; empty if the service has none.'),
    totalStock: int('num', 'The whole stock, sold and remaining.'),
    soldStock: int('sold_num', 'The quantity that is sold.'),
    remainingStock: computed('Int', 'The quantity that can still be sold; at least 0.'),
    soldOut: computed('Boolean', 'Whether `remainingStock` is 0.'),
    unitPrice: decoded('Decimal', 'money', decodeRequiredDecimal, 'The price before any discount. The service does not state a currency.'),
  },
}) {
  get remainingStock(): number {
    const remaining = Math.max(0, this.totalStock - this.soldStock);
    // Stock whose sold quantity is negative may exceed an Int.
    return this.read('sold_num', (_raw, position) => decodeInt(remaining, position));
  }
  get soldOut(): boolean {
    return this.totalStock <= this.soldStock;
  }
}

export class TicketItem extends implementing(StockItem, 'ticketItem', {
  description: 'A kind of ticket.',
  fields: {},
}) {}

export class Goods extends implementing(StockItem, 'goods', {
  description: 'Physical goods.',
  fields: {},
}) {}
