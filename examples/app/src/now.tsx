import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { ScheduleDocument, type ScheduleQuery, type SessionLineFragment } from './operations.generated.js';
import { QueryResult } from './query-result.js';
import { LiveTickets } from './stock.js';

/** What happens now and what happens next, and how the tickets sell. */
export function Now({ activityId }: { readonly activityId: string }) {
  const result = useQuery(ScheduleDocument, { variables: { activityId }, errorPolicy: 'all' });
  const time = useTime();
  return (
    <>
      <QueryResult {...result}>
        {(data) => {
          const sessions = sessionsOf(data);
          const current = sessions.filter(({ startsAt, endsAt }) => time >= Date.parse(startsAt) && time < Date.parse(endsAt));
          const coming = sessions.filter(({ startsAt }) => Date.parse(startsAt) > time).slice(0, 3);
          return (
            <>
              <Sessions title="Now" sessions={current} none="Nothing at this moment." withDay={false} />
              <Sessions title="Next" sessions={coming} none="There is nothing more in the programme." withDay />
            </>
          );
        }}
      </QueryResult>
      <LiveTickets activityId={activityId} />
    </>
  );
}

type Timed = SessionLineFragment & { readonly startsAt: string; readonly endsAt: string };

/** All sessions with times, including those inside others, by their start. */
function sessionsOf({ activity }: ScheduleQuery): readonly Timed[] {
  const items = activity?.schedule?.days.flatMap((day) => day.items) ?? [];
  const all: readonly SessionLineFragment[] = items.flatMap((item) => [item, ...item.children]);
  const isTimed = (session: SessionLineFragment): session is Timed => session.startsAt !== null && session.endsAt !== null;
  return all.filter(isTimed).toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt));
}

interface SessionsProps {
  readonly title: string;
  readonly sessions: readonly Timed[];
  readonly none: string;
  readonly withDay: boolean;
}

function Sessions({ title, sessions, none, withDay }: SessionsProps) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {sessions.length === 0 && <p className="dim">{none}</p>}
      <ul>
        {sessions.map(({ id, title: name, interval, startsAt, place, guestName }) => (
          <li key={id} className="card session">
            <span className="dim">
              {withDay && <span className="day">{dayAtVenue(startsAt)}</span>}
              {interval && `${interval.start.slice(0, 5)} – ${interval.end.slice(0, 5)}`}
            </span>
            <div>
              <h3>{name}</h3>
              <div className="dim">{[place, guestName].filter(Boolean).join(' · ')}</div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The weekday at the venue, which is in UTC+8. */
const dayAtVenue = (instant: string) => new Date(instant).toLocaleDateString('en', { weekday: 'short', timeZone: 'Asia/Shanghai' });

/** The time in milliseconds, renewed every twenty seconds. */
function useTime(): number {
  const [time, setTime] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setTime(Date.now()), 20_000);
    return () => clearInterval(timer);
  }, []);
  return time;
}
