/* Who may read the stock of tickets and goods. */

import type { TypeAccess } from '../../access/access-rows.js';
import type { ActivityStockItemType, GoodsType, TicketItemType } from './stock.type.js';

/** The fields that both types have. */
const itemFields: TypeAccess<ActivityStockItemType>['fields'] = {
  id: 'content:read',
  serviceId: 'content:read',
  activityId: 'content:read',
  name: 'content:read',
  totalStock: 'content:read',
  soldStock: 'content:read',
  remainingStock: 'content:read',
  soldOut: 'content:read',
  unitPrice: 'content:read',
};

export const ticketItemAccess: TypeAccess<TicketItemType> = {
  object: 'content:read',
  people: 'none',
  fields: itemFields,
};

export const goodsAccess: TypeAccess<GoodsType> = {
  object: 'content:read',
  people: 'none',
  fields: itemFields,
};
