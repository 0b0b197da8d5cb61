import { useSubscription } from '@apollo/client/react';
import { GoodsStockDocument, TicketStockDocument, type EventFragment, type StockItemFragment } from './operations.generated.js';
import { QueryResult } from './query-result.js';

/** Tickets and goods. Each list is renewed when the stock changes. */
export function Stock({ event }: { readonly event: EventFragment }) {
  return (
    <>
      <LiveTickets event={event} />
      <LiveGoods event={event} />
    </>
  );
}

export function LiveTickets({ event }: { readonly event: EventFragment }) {
  const result = useSubscription(TicketStockDocument, { variables: { activityId: event.id } });
  return <QueryResult {...result}>{({ ticketStock }) => <Items title="Tickets" items={ticketStock ?? []} event={event} />}</QueryResult>;
}

function LiveGoods({ event }: { readonly event: EventFragment }) {
  const result = useSubscription(GoodsStockDocument, { variables: { activityId: event.id } });
  return <QueryResult {...result}>{({ goodsStock }) => <Items title="Goods" items={goodsStock ?? []} event={event} />}</QueryResult>;
}

interface ItemsProps {
  readonly title: string;
  readonly items: readonly StockItemFragment[];
  readonly event: EventFragment;
}

function Items({ title, items, event }: ItemsProps) {
  if (items.length === 0) return null;
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
              <strong>{priceOf(unitPrice, event)}</strong>
            </div>
            <progress aria-label={`Left of ${name}`} max={totalStock ?? 0} value={remainingStock ?? 0} />
            <div className={soldOut ? 'bad' : 'dim'}>{soldOut ? 'Sold out' : `${remainingStock} of ${totalStock} left`}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A price in words. @param unitPrice a decimal number as text, as the graph returns it */
function priceOf(unitPrice: string | null, { currency }: EventFragment): string {
  if (unitPrice === null) return '';
  if (Number(unitPrice) === 0) return 'Free';
  return new Intl.NumberFormat('en', currency === null ? {} : { style: 'currency', currency }).format(Number(unitPrice));
}
