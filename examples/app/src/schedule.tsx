import { useQuery } from '@apollo/client/react';
import { DayDocument, DaysDocument, type SessionLineFragment } from './operations.generated.js';
import { Shown } from './shown.js';

type Session = SessionLineFragment & { readonly children?: readonly Session[] };

/** Day by day: sessions within sessions of every day at once would be more than one operation may ask for. */
export function Schedule({ activityId }: { readonly activityId: string }) {
  const answer = useQuery(DaysDocument, { variables: { activityId }, errorPolicy: 'all' });
  return (
    <Shown {...answer}>
      {({ activity }) =>
        activity?.schedule?.days.length === 0 ? (
          <p className="dim">There is no schedule yet.</p>
        ) : (
          activity?.schedule?.days.map(({ date }) => <Day key={date} activityId={activityId} date={date} />)
        )
      }
    </Shown>
  );
}

function Day({ activityId, date }: { readonly activityId: string; readonly date: string }) {
  const answer = useQuery(DayDocument, { variables: { activityId, date }, errorPolicy: 'all' });
  return (
    <section>
      <h2>{dayOf(date)}</h2>
      <Shown {...answer}>{({ activity }) => activity?.schedule?.days.map(({ items }) => <Sessions key={date} items={items} />)}</Shown>
    </section>
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

/** The date is the event's own, in no zone. */
const dayOf = (date: string) => new Date(`${date}T00:00:00Z`).toLocaleDateString('en', { dateStyle: 'full', timeZone: 'UTC' });
