/* The subscriptions to the stock of tickets and goods. */

import { Arg, Int, Resolver, Root, Subscription, type SubscribeResolverData } from 'type-graphql';
import type { StockEvent } from '../../domain/stock.js';
import { BadInputError } from '../../records/errors.js';
import { Goods, TicketItem, type StockItem, type StockKind } from '../../records/stock.js';
import { Access } from '../access/access.js';
import type { GraphContext } from '../context.js';
import { Reads } from '../cost/reads.js';
import { ActivityArgument } from './common-arguments.js';

/** The bounds and the default of the poll interval, in seconds. */
const everySeconds = { min: 1, default: 5, max: 300 } as const;

/** The argument that states the poll interval. */
const Every = () =>
  Arg('every', () => Int, { defaultValue: everySeconds.default, description: 'The poll interval in seconds, from 1 to 300.' });

@Resolver()
export class StockFeedResolver {
  @Access('content:read')
  @Reads({ calls: 1 })
  @Subscription(() => [TicketItem], {
    nullable: true,
    subscribe: feedOf('ticketItem'),
    description: 'The ticket stock now, and again after each change. All subscribers share one poll.',
  })
  ticketStock(
    @Root() event: StockEvent,
    @ActivityArgument() _activityId: string | null | undefined,
    @Every() _every: number,
  ): readonly StockItem[] {
    return eventItems(event);
  }

  @Access('content:read')
  @Reads({ calls: 1 })
  @Subscription(() => [Goods], {
    nullable: true,
    subscribe: feedOf('goods'),
    description: 'The stock of physical goods now, and again after each change; see `ticketStock`.',
  })
  goodsStock(
    @Root() event: StockEvent,
    @ActivityArgument() _activityId: string | null | undefined,
    @Every() _every: number,
  ): readonly StockItem[] {
    return eventItems(event);
  }
}

interface FeedArguments {
  readonly activityId?: string | null;
  readonly every: number;
}

function feedOf(kind: StockKind) {
  return ({ args, context }: SubscribeResolverData<unknown, FeedArguments, GraphContext>): AsyncIterable<StockEvent> => {
    const { min, max } = everySeconds;
    if (args.every < min || args.every > max) throw new BadInputError('every', `a whole number of seconds from ${min} to ${max}`);
    return context.activityOf(args.activityId, 'activityId').subscribeToStock(kind, args.every);
  };
}

/** Returns the items of an event. @throws the error of a failed poll, which affects this event only */
function eventItems(event: StockEvent): readonly StockItem[] {
  if ('error' in event) throw event.error;
  return event.items;
}
