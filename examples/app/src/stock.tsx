import { useSubscription } from '@apollo/client/react';
import { eventOf, priceOf } from './events.js';
import { GoodsStockDocument, TicketStockDocument, type StockItemFragment } from './operations.generated.js';
import { QueryResult } from './query-result.js';

/** Tickets and goods. Each list is renewed when the stock changes. */
export function Stock({ activityId }: { readonly activityId: string }) {
  return (
    <>
      <LiveTickets activityId={activityId} />
      <LiveGoods activityId={activityId} />
    </>
  );
}

export function LiveTickets({ activityId }: { readonly activityId: string }) {
  const result = useSubscription(TicketStockDocument, { variables: { activityId } });
  return (
    <QueryResult {...result}>
      {({ ticketStock }) => <Items title="Tickets" items={ticketStock ?? []} activityId={activityId} />}
    </QueryResult>
  );
}

function LiveGoods({ activityId }: { readonly activityId: string }) {
  const result = useSubscription(GoodsStockDocument, { variables: { activityId } });
  return (
    <QueryResult {...result}>{({ goodsStock }) => <Items title="Goods" items={goodsStock ?? []} activityId={activityId} />}</QueryResult>
  );
}

interface ItemsProps {
  readonly title: string;
  readonly items: readonly StockItemFragment[];
  readonly activityId: string;
}

function Items({ title, items, activityId }: ItemsProps) {
  if (items.length === 0) return null;
  const { currency } = eventOf(activityId);
  return (
    <section aria-label={title}>
      <h2>
        {title} <span className="live">live</span>
      </h2>
      <ul>
        {items.map(({ id, name, unitPrice, totalStock, remainingStock, soldOut }) => (
          <li key={id} className="card">
            <div className="row">
              <h3>{name}</h3>
              <strong>{priceOf(unitPrice, currency)}</strong>
            </div>
            <progress aria-label={`Left of ${name}`} max={totalStock ?? 0} value={remainingStock ?? 0} />
            <div className={soldOut ? 'bad' : 'dim'}>{soldOut ? 'Sold out' : `${remainingStock} of ${totalStock} left`}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}
