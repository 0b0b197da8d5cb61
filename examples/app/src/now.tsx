import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { ScheduleDocument, type EventFragment, type ScheduleQuery } from './operations.generated.js';
import { QueryResult } from './query-result.js';
import { Sessions, timesOf, withParts, type Session } from './schedule.js';
import { LiveTickets } from './stock.js';

/** What happens now and what happens next, and how the tickets sell. */
export function Now({ event }: { readonly event: EventFragment }) {
  const result = useQuery(ScheduleDocument, { variables: { activityId: event.id }, errorPolicy: 'all' });
  const time = useTime();
  const weekday = (instant: string) =>
    new Date(instant).toLocaleDateString('en', { weekday: 'short', timeZone: event.timeZone ?? undefined });
  return (
    <>
      <QueryResult {...result}>
        {(data) => {
          if (!data.activity?.schedule) return null;
          const sessions = sessionsOf(data);
          const current = sessions.filter(({ startsAt, endsAt }) => time >= Date.parse(startsAt) && time < Date.parse(endsAt));
          const coming = sessions.filter(({ startsAt }) => Date.parse(startsAt) > time).slice(0, 3);
          return (
            <>
              <section aria-label="Now">
                <h2>Now</h2>
                {current.length === 0 && <p className="dim">Nothing at this moment.</p>}
                <Sessions sessions={current} />
              </section>
              <section aria-label="Next">
                <h2>Next</h2>
                {coming.length === 0 && <p className="dim">There is nothing more in the programme.</p>}
                <Sessions sessions={coming} when={(session) => `${weekday(session.startsAt!)} ${timesOf(session)}`} />
              </section>
            </>
          );
        }}
      </QueryResult>
      <LiveTickets event={event} />
    </>
  );
}

type Timed = Session & { readonly startsAt: string; readonly endsAt: string };

/** All sessions with times, including those inside others, by their start. */
function sessionsOf({ activity }: ScheduleQuery): readonly Timed[] {
  const all: readonly Session[] = withParts(activity?.schedule?.days.flatMap(({ items }) => items) ?? []).map((session) => ({
    ...session,
    children: [],
  }));
  const isTimed = (session: Session): session is Timed => session.startsAt !== null && session.endsAt !== null;
  return all.filter(isTimed).toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt));
}

/** The time in milliseconds, renewed every twenty seconds. */
function useTime(): number {
  const [time, setTime] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setTime(Date.now()), 20_000);
    return () => clearInterval(timer);
  }, []);
  return time;
}
