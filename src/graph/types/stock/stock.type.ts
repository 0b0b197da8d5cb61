import { Field, ID, Int, InterfaceType, ObjectType } from 'type-graphql';
import type { ActivityId, ServiceId } from '../../../model/ids.js';
import type { StockItem } from '../../../model/stock.js';
import { DecimalScalar } from '../scalars.js';

@InterfaceType('ActivityStockItem', { description: 'A ticket or a product with a limited stock (§2.6).' })
export abstract class ActivityStockItemType implements Omit<StockItem, 'kind'> {
  @Field(() => ID, { description: 'The global id, "ticketItem:<activity id>:<service id>" or "goods:<activity id>:<service id>".' })
  id!: string;
  @Field(() => ID, { description: "The service's own number." })
  serviceId!: ServiceId;
  @Field(() => ID)
  activityId!: ActivityId;
  @Field(() => String)
  name!: string;
  @Field(() => Int, { description: 'The sum of `soldStock` and `remainingStock`.' })
  totalStock!: number;
  @Field(() => Int)
  soldStock!: number;
  @Field(() => Int, { description: 'The quantity that can still be sold; at least 0.' })
  remainingStock!: number;
  @Field(() => Boolean)
  soldOut!: boolean;
  @Field(() => DecimalScalar, { description: 'The price before any discount. The service does not state a currency.' })
  unitPrice!: string;
}

@ObjectType('TicketItem', { simpleResolvers: true, implements: ActivityStockItemType, description: 'A kind of ticket (§4.9).' })
export class TicketItemType extends ActivityStockItemType {
  @Field(() => ID, { description: 'The global id, "ticketItem:<activity id>:<service id>".' })
  override id!: string;
}

@ObjectType('Goods', { simpleResolvers: true, implements: ActivityStockItemType, description: 'Physical goods (§4.10).' })
export class GoodsType extends ActivityStockItemType {
  @Field(() => ID, { description: 'The global id, "goods:<activity id>:<service id>".' })
  override id!: string;
}
