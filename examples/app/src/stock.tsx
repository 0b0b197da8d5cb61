import { useQuery } from '@apollo/client/react';
import { StockDocument, type StockItemFragment } from './operations.generated.js';
import { QueryResult } from './query-result.js';

export function Stock({ activityId }: { readonly activityId: string }) {
  // Stock changes by the minute, so the cached values are shown at once and then fetched again.
  const result = useQuery(StockDocument, { variables: { activityId }, errorPolicy: 'all', fetchPolicy: 'cache-and-network' });
  return (
    <QueryResult {...result}>
      {({ activity }) => (
        <>
          <Items title="Tickets" items={activity?.tickets ?? []} />
          <Items title="Goods" items={activity?.goods ?? []} />
        </>
      )}
    </QueryResult>
  );
}

function Items({ title, items }: { readonly title: string; readonly items: readonly StockItemFragment[] }) {
  if (items.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {items.map(({ id, name, unitPrice, totalStock, remainingStock, soldOut }) => (
          <li key={id} className="card">
            <div className="row">
              <h3>{name}</h3>
              <strong>{unitPrice}</strong>
            </div>
            <progress aria-label={`Left of ${name}`} max={totalStock} value={remainingStock} />
            <div className={soldOut ? 'bad' : 'dim'}>{soldOut ? 'Sold out' : `${remainingStock} of ${totalStock} left`}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}
