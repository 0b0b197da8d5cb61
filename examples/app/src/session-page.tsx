import { useQuery } from '@apollo/client/react';
import { SessionDocument, type EventFragment } from './operations.generated.js';
import { QueryResult } from './query-result.js';
import { dateAt, Favourite, inWords, Sessions, timesOf, type Session } from './schedule.js';

/** One session, at an address of its own. If the programme was read before, the cache has it. */
export function SessionPage({ event, id }: { readonly event: EventFragment; readonly id: string }) {
  const result = useQuery(SessionDocument, { variables: { activityId: event.id, id }, errorPolicy: 'all' });
  return (
    <QueryResult {...result}>
      {({ activity }) =>
        activity?.scheduleItem ? (
          <Details event={event} session={activity.scheduleItem} />
        ) : (
          !result.error && <p role="status">There is no such session.</p>
        )
      }
    </QueryResult>
  );
}

function Details({ event, session }: { readonly event: EventFragment; readonly session: Session }) {
  const { id, title, subtitle, introduction, place, guestName, categoryName, startsAt, link, children } = session;
  const facts = [
    ['When', startsAt && `${inWords(dateAt(event, Date.parse(startsAt)), { dateStyle: 'full' })}, ${timesOf(session)}`],
    ['Where', place],
    ['Who', guestName],
    ['Category', categoryName],
  ];
  return (
    <article aria-label={title}>
      <p>
        <a href="#schedule">← Programme</a>
      </p>
      <div className="row">
        <h2>{title}</h2>
        <Favourite id={id} title={title} />
      </div>
      {subtitle && <p>{subtitle}</p>}
      <Facts facts={facts} />
      {introduction && <p>{textOf(introduction)}</p>}
      <p className="links">
        {startsAt && session.endsAt && (
          <a href={`data:text/calendar;charset=utf-8,${encodeURIComponent(calendarFile(session, event))}`} download={`${title}.ics`}>
            Add to calendar
          </a>
        )}
        {link?.value && /^https?:/.test(link.value) && (
          <a href={link.value} rel="noreferrer">
            {link.title ?? 'Link'}
          </a>
        )}
      </p>
      {children && children.length > 0 && (
        <>
          <h3>Parts</h3>
          <Sessions sessions={children} />
        </>
      )}
    </article>
  );
}

/** Facts as a list. Those without a value are left out. */
export function Facts({ facts }: { readonly facts: readonly (readonly (string | null | undefined)[])[] }) {
  return (
    <dl>
      {facts
        .filter(([, value]) => value)
        .map(([what, value]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** The text of HTML of the service, which is not safe to embed. */
const textOf = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent;

/** The session as an iCalendar file (RFC 5545). */
function calendarFile({ id, title, place, introduction, startsAt, endsAt }: Session, event: EventFragment): string {
  const time = (instant: string) => new Date(instant).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const text = (words: string) => words.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Event Graph//Example app//EN',
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${time(new Date().toISOString())}`,
    `DTSTART:${time(startsAt!)}`,
    `DTEND:${time(endsAt!)}`,
    `SUMMARY:${text(title)}`,
    `LOCATION:${text([place, event.place].filter(Boolean).join(', '))}`,
    `DESCRIPTION:${text(textOf(introduction ?? ''))}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** A line in parts of at most 75 bytes, of which a character has at most four. */
const folded = (line: string): string => line.replaceAll(/.{18}(?=.)/gsu, '$&\r\n ');
