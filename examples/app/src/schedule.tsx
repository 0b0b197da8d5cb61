import { useQuery } from '@apollo/client/react';
import { ScheduleDocument, type SessionLineFragment } from './operations.generated.js';
import { QueryResult } from './query-result.js';

type Session = SessionLineFragment & { readonly children?: readonly Session[] };

export function Schedule({ activityId }: { readonly activityId: string }) {
  const result = useQuery(ScheduleDocument, { variables: { activityId }, errorPolicy: 'all' });
  return (
    <QueryResult {...result}>
      {({ activity }) =>
        activity?.schedule?.days.length === 0 ? (
          <p className="dim">There is no schedule yet.</p>
        ) : (
          activity?.schedule?.days.map(({ date, items }) => (
            <section key={date}>
              <h2>{dayOf(date)}</h2>
              <Sessions items={items} />
            </section>
          ))
        )
      }
    </QueryResult>
  );
}

function Sessions({ items }: { readonly items: readonly Session[] }) {
  return (
    <ul>
      {items.map(({ id, title, subtitle, interval, place, guestName, categoryName, children = [] }) => (
        <li key={id} className="card session">
          <span className="dim">{interval && `${interval.start.slice(0, 5)} – ${interval.end.slice(0, 5)}`}</span>
          <div>
            <h3>{title}</h3>
            {subtitle && <div>{subtitle}</div>}
            <div className="dim">{[place, guestName, categoryName].filter(Boolean).join(' · ')}</div>
          </div>
          {children.length > 0 && <Sessions items={children} />}
        </li>
      ))}
    </ul>
  );
}

/** A date in words. It is a calendar date at the event, without a time zone. */
const dayOf = (date: string) => new Date(`${date}T00:00:00Z`).toLocaleDateString('en', { dateStyle: 'full', timeZone: 'UTC' });
