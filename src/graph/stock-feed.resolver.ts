import { Args, ArgsType, Field, ID, Int, Resolver, Root, Subscription, type SubscribeResolverData } from 'type-graphql';
import type { StockEvent } from '../domain/stock-feed.js';
import type { StockKind } from '../domain/stock-feeds.js';
import { BadInputError } from '../model/errors.js';
import type { StockItem } from '../model/stock.js';
import { activityOf } from './arguments.js';
import type { GraphContext } from './context.js';
import { GoodsType, TicketItemType } from './stock.type.js';

/** The stock is looked at no more often, and no less, than this; in seconds. */
const everySeconds = { least: 1, usual: 5, most: 300 } as const;

@ArgsType()
class StockArguments {
  @Field(() => ID, { nullable: true })
  activityId?: string | null;

  @Field(() => Int, { defaultValue: everySeconds.usual })
  every!: number;
}

@Resolver()
export class StockFeedResolver {
  @Subscription(() => [TicketItemType], {
    nullable: true,
    subscribe: feedOf('tickets'),
    description:
      'Ticket stock now, and again whenever it changed. `every` is how often it is looked at, in seconds; all who watch share one look.',
  })
  ticketStock(@Root() event: StockEvent, @Args() _arguments: StockArguments): readonly StockItem[] {
    return itemsOf(event);
  }

  @Subscription(() => [GoodsType], {
    nullable: true,
    subscribe: feedOf('goods'),
    description: 'Physical goods stock now, and again whenever it changed; see `ticketStock`.',
  })
  goodsStock(@Root() event: StockEvent, @Args() _arguments: StockArguments): readonly StockItem[] {
    return itemsOf(event);
  }
}

function feedOf(kind: StockKind) {
  return ({ args, context }: SubscribeResolverData<unknown, StockArguments, GraphContext>): AsyncIterable<StockEvent> => {
    const { least, most } = everySeconds;
    if (args.every < least || args.every > most) throw new BadInputError('every', `a whole number of seconds from ${least} to ${most}`);
    const activity = activityOf(context, args.activityId, 'activityId');
    return context.stockFeeds.subscribe(kind, activity.activityId, args.every);
  };
}

/** A failed look costs its own event; the next one that succeeds is told again. */
function itemsOf(event: StockEvent): readonly StockItem[] {
  if ('error' in event) throw event.error;
  return event.items;
}
