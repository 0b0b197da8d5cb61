import { useQuery } from '@apollo/client/react';
import { useId, type KeyboardEvent } from 'react';
import { useFavourites, useKept } from './kept.js';
import { ScheduleDocument, type EventFragment, type ScheduleQuery } from './operations.generated.js';
import { QueryResult } from './query-result.js';

export type Day = NonNullable<NonNullable<ScheduleQuery['activity']>['schedule']>['days'][number];
export type Session = Omit<Day['items'][number], 'children'> & { readonly children?: readonly Session[] };

interface Filter {
  readonly place: string;
  readonly category: string;
  readonly favourites: boolean;
}

/** The programme: a tab for each day, and filters. */
export function Schedule({ event }: { readonly event: EventFragment }) {
  const result = useQuery(ScheduleDocument, { variables: { activityId: event.id }, errorPolicy: 'all' });
  return (
    <QueryResult {...result}>
      {({ activity }) =>
        activity?.schedule &&
        (activity.schedule.days.length === 0 ? (
          <p className="dim">There is no schedule yet.</p>
        ) : (
          <Days event={event} days={activity.schedule.days} />
        ))
      }
    </QueryResult>
  );
}

/** The keys that lead to the tab before and after. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

function Days({ event, days }: { readonly event: EventFragment; readonly days: readonly Day[] }) {
  const id = useId();
  const [chosen, choose] = useKept(`day ${event.id}`, () => dateAt(event, Date.now()));
  const [filter, setFilter] = useKept<Filter>(`filter ${event.id}`, () => ({ place: '', category: '', favourites: false }));
  const [favourites] = useFavourites();
  const day = days.find(({ date }) => date === chosen) ?? days[0]!;
  const all = withParts(days.flatMap(({ items }) => items));
  const isShown = ({ id: own, place, categoryName }: Session) =>
    (filter.place === '' || place === filter.place) &&
    (filter.category === '' || categoryName === filter.category) &&
    (!filter.favourites || favourites.has(own));

  /** The arrows lead to the next tab, as in every list of tabs. */
  const move = (key: KeyboardEvent) => {
    const step = steps[key.key];
    if (step === undefined) return;
    key.preventDefault();
    const next = days[(days.indexOf(day) + step + days.length) % days.length]!;
    choose(next.date);
    document.getElementById(`${id}${next.date}`)?.focus();
  };
  const shown = day.items.flatMap((item) => shownOf(item, isShown));
  return (
    <>
      <div className="tabs" role="tablist" aria-label="Days" onKeyDown={move}>
        {days.map(({ date }) => (
          <button
            key={date}
            id={id + date}
            role="tab"
            aria-selected={date === day.date}
            aria-controls={`${id}panel`}
            tabIndex={date === day.date ? 0 : -1}
            onClick={() => choose(date)}
          >
            {inWords(date, { weekday: 'short', day: 'numeric', month: 'short' })}
          </button>
        ))}
      </div>
      <div className="filters">
        <Choice
          label="Room"
          none="All rooms"
          value={filter.place}
          of={all.map(({ place }) => place)}
          choose={(place) => setFilter({ ...filter, place })}
        />
        <Choice
          label="Category"
          none="All categories"
          value={filter.category}
          of={all.map(({ categoryName }) => categoryName)}
          choose={(category) => setFilter({ ...filter, category })}
        />
        <label>
          <input
            type="checkbox"
            checked={filter.favourites}
            onChange={(change) => setFilter({ ...filter, favourites: change.target.checked })}
          />{' '}
          Favourites
        </label>
      </div>
      <section id={`${id}panel`} role="tabpanel" aria-labelledby={id + day.date}>
        <h2>{inWords(day.date, { dateStyle: 'full' })}</h2>
        {shown.length === 0 && <p className="dim">No session of this day fits.</p>}
        <Sessions sessions={shown} />
      </section>
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly none: string;
  readonly value: string;
  readonly of: readonly (string | null)[];
  readonly choose: (value: string) => void;
}

function Choice({ label, none, value, of, choose }: ChoiceProps) {
  const names = [...new Set(of.filter((name) => name !== null))].toSorted((one, other) => one.localeCompare(other));
  return (
    <select aria-label={label} value={value} onChange={(change) => choose(change.target.value)}>
      <option value="">{none}</option>
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}

/** Sessions as a list. Each leads to its page. */
export function Sessions({
  sessions,
  when = timesOf,
}: {
  readonly sessions: readonly Session[];
  readonly when?: (session: Session) => string;
}) {
  return (
    <ul>
      {sessions.map((session) => (
        <li key={session.id} className="card session">
          <span className="dim">{when(session)}</span>
          <div>
            <h3>
              <a href={`#session/${session.id}`}>{session.title}</a>
            </h3>
            {session.subtitle && <div>{session.subtitle}</div>}
            <div className="dim">{[session.place, session.guestName, session.categoryName].filter(Boolean).join(' · ')}</div>
          </div>
          <Favourite id={session.id} title={session.title} />
          {session.children && session.children.length > 0 && <Sessions sessions={session.children} when={when} />}
        </li>
      ))}
    </ul>
  );
}

export function Favourite({ id, title }: { readonly id: string; readonly title: string }) {
  const [favourites, toggle] = useFavourites();
  return (
    <button className="star" aria-label={`Favourite: ${title}`} aria-pressed={favourites.has(id)} onClick={() => toggle(id)}>
      {favourites.has(id) ? '★' : '☆'}
    </button>
  );
}

/** A session that is shown with those of its parts that are, or else these parts alone. */
function shownOf(session: Session, isShown: (session: Session) => boolean): readonly Session[] {
  const children = (session.children ?? []).flatMap((child) => shownOf(child, isShown));
  return isShown(session) ? [{ ...session, children }] : children;
}

/** Sessions and all that are inside them. */
export const withParts = (sessions: readonly Session[]): readonly Session[] =>
  sessions.flatMap((session) => [session, ...withParts(session.children ?? [])]);

/** The times of day of a session at the venue, such as "09:00 – 09:45". */
export function timesOf({ interval, startsAt, endsAt }: Session): string {
  if (!interval) return '';
  const [start, end] = [interval.start.slice(0, 5), interval.end.slice(0, 5)];
  if (start !== end) return `${start} – ${end}`;
  // From midnight to midnight is a whole day, or no time at all.
  return startsAt === endsAt ? start : 'All day';
}

/** A date in words. It is a calendar date at the event, without a time zone. */
export const inWords = (date: string, options: Intl.DateTimeFormatOptions) =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en', { ...options, timeZone: 'UTC' });

/** The date at the venue, as YYYY-MM-DD. @param time milliseconds since the epoch */
export const dateAt = ({ timeZone }: EventFragment, time: number): string =>
  // Swedish writes dates in this form.
  new Date(time).toLocaleDateString('sv', { timeZone: timeZone ?? undefined });
