import { Field, ID, Int, InterfaceType, ObjectType } from 'type-graphql';
import type { ActivityId, ServiceId } from '../../../records/ids.js';
import type { StockItem } from '../../../records/stock.js';
import { DecimalScalar } from '../scalars.js';

@InterfaceType('ActivityStockItem', { description: 'A kind of ticket or goods with a limited stock.' })
export abstract class ActivityStockItemType implements Omit<StockItem, 'kind'> {
  @Field(() => ID, { description: 'The global id, "ticketItem:<activity id>:<service id>" or "goods:<activity id>:<service id>".' })
  id!: string;
  @Field(() => ID, { description: 'The id in the event service, a number.' })
  serviceId!: ServiceId;
  @Field(() => ID, { description: 'The id of the activity, such as "1001".' })
  activityId!: ActivityId;
  @Field(() => String, { description: 'The name; empty if the service has none.' })
  name!: string;
  @Field(() => Int, { description: 'The whole stock, sold and remaining.' })
  totalStock!: number;
  @Field(() => Int, { description: 'The quantity that is sold.' })
  soldStock!: number;
  @Field(() => Int, { description: 'The quantity that can still be sold; at least 0.' })
  remainingStock!: number;
  @Field(() => Boolean, { description: 'Whether `remainingStock` is 0.' })
  soldOut!: boolean;
  @Field(() => DecimalScalar, { description: 'The price before any discount. The service does not state a currency.' })
  unitPrice!: string;
}

@ObjectType('TicketItem', { simpleResolvers: true, implements: ActivityStockItemType, description: 'A kind of ticket.' })
export class TicketItemType extends ActivityStockItemType {
  @Field(() => ID, { description: 'The global id, "ticketItem:<activity id>:<service id>".' })
  override id!: string;
}

@ObjectType('Goods', { simpleResolvers: true, implements: ActivityStockItemType, description: 'Physical goods.' })
export class GoodsType extends ActivityStockItemType {
  @Field(() => ID, { description: 'The global id, "goods:<activity id>:<service id>".' })
  override id!: string;
}
