import { ApolloProvider, useQuery } from '@apollo/client/react';
import { StrictMode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { Articles } from './articles.js';
import { Attendees } from './attendees.js';
import { Badge, SavedBadge } from './badge.js';
import { client } from './client.js';
import { Now } from './now.js';
import { ActivitiesDocument } from './operations.generated.js';
import { QueryResult } from './query-result.js';
import { Schedule } from './schedule.js';
import { SessionPage } from './session-page.js';
import { useSession, type Session } from './session.js';
import { SignedIn, SignIn } from './sign-in.js';
import { Speakers } from './speakers.js';
import { Stock } from './stock.js';

const sections = [
  ['now', 'Now', Now],
  ['schedule', 'Programme', Schedule],
  ['speakers', 'Speakers', Speakers],
  ['articles', 'News', Articles],
  ['tickets', 'Tickets', Stock],
  ['badge', 'Badge', Badge],
  ['attendees', 'Attendees', Attendees],
] as const;
type Name = (typeof sections)[number][0];

/** Only organisers see the list of attendees. The graph enforces it: other tokens do not open them. */
const isFor = (name: Name, { role }: Session): boolean => (name === 'attendees' ? role === 'organiser' : true);

function App() {
  const activities = useQuery(ActivitiesDocument);
  const session = useSession();
  const [chosen, choose] = useState<string | null>(null);
  const hash = useSyncExternalStore(onHashChange, () => decodeURIComponent(location.hash.slice(1)));
  // The address of a session contains its global id, which contains the activity: #session/scheduleItem:1001:2001.
  const sessionId = /^session\/(\w+:(\w+):.+)/.exec(hash);
  const visible = sections.filter(([name]) => isFor(name, session));
  const [here, heading, Section] = visible.find(([name]) => name === (sessionId ? 'schedule' : hash)) ?? visible[0]!;
  const events = activities.data?.activities ?? [];
  const event = events.find(({ id }) => id === (sessionId?.[2] ?? chosen)) ?? events[0];
  const title = event ? (event.name ?? `Event ${event.id}`) : 'Event';
  const main = useFocusOnChange(hash === 'sign-in' || sessionId ? hash : here);
  useEffect(() => {
    document.title = event ? `${heading} · ${title}` : title;
  }, [event, heading, title]);

  const select = (id: string) => {
    choose(id);
    if (sessionId) location.hash = '#schedule';
  };
  const content = () => {
    if (event === undefined) return null;
    if (sessionId) return <SessionPage key={hash} event={event} id={sessionId[1]!} />;
    return <Section key={`${event.id} ${identityOf(session)}`} event={event} />;
  };
  return (
    <>
      <a className="skip" href="#main" onClick={(click) => (click.preventDefault(), main.current?.focus())}>
        Skip to the content
      </a>
      <header>
        <div className="top">
          <div>
            <h1>{title}</h1>
            <p>{event?.place}</p>
          </div>
          <div className="controls">
            {event && (
              <select aria-label="Event" value={event.id} onChange={(change) => select(change.target.value)}>
                {events.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name ?? `Event ${id}`}
                  </option>
                ))}
              </select>
            )}
            {session.role === 'visitor' ? <a href="#sign-in">Sign in</a> : <SignedIn session={session} />}
          </div>
        </div>
        <nav aria-label="Sections">
          {visible.map(([name, text]) => (
            <a key={name} href={`#${name}`} aria-current={name === here && hash !== 'sign-in' ? 'page' : undefined}>
              {text}
            </a>
          ))}
        </nav>
      </header>
      <main ref={main} id="main" tabIndex={-1}>
        {hash === 'sign-in' && session.role === 'visitor' ? <SignIn /> : <QueryResult {...activities}>{content}</QueryResult>}
        {here === 'badge' && activities.error && <SavedBadge />}
      </main>
    </>
  );
}

/** Another user sees a new section: what was read for the previous one is gone. */
const identityOf = (session: Session): string => (session.role === 'attendee' ? session.mobile : session.role);

/** Moves the focus to the content when another section is shown, so that a screen reader reads it. The first section keeps the focus where it is. */
function useFocusOnChange(shown: string) {
  const element = useRef<HTMLElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current !== shown) element.current?.focus({ preventScroll: true });
    before.current = shown;
  }, [shown]);
  return element;
}

function onHashChange(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <ApolloProvider client={client}>
      <App />
    </ApolloProvider>
  </StrictMode>,
);
// The page opens without a network too, and then shows the badge that this device has saved.
void navigator.serviceWorker?.register('/worker.js');
