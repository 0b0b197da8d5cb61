import { useQuery } from '@apollo/client/react';
import { ScheduleDocument, type SessionLineFragment } from './operations.generated.js';
import { Shown } from './shown.js';

type Session = SessionLineFragment & { readonly children?: readonly Session[] };

export function Schedule({ activityId }: { readonly activityId: string }) {
  const answer = useQuery(ScheduleDocument, { variables: { activityId }, errorPolicy: 'all' });
  return (
    <Shown {...answer}>
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
    </Shown>
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
