import { ApolloProvider, useQuery } from '@apollo/client/react';
import { StrictMode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { Articles } from './articles.js';
import { Attendees } from './attendees.js';
import { Badge } from './badge.js';
import { client } from './client.js';
import { eventOf } from './events.js';
import { Now } from './now.js';
import { ActivitiesDocument } from './operations.generated.js';
import { QueryResult } from './query-result.js';
import { Schedule } from './schedule.js';
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
  const hash = useSyncExternalStore(onHashChange, () => location.hash.slice(1));
  const visible = sections.filter(([name]) => isFor(name, session));
  const [here, heading, Section] = visible.find(([name]) => name === hash) ?? visible[0]!;
  const activityId = chosen ?? activities.data?.activities[0]?.id;
  const { title, place } = eventOf(activityId ?? '');
  const main = useFocusOnChange(hash === 'sign-in' ? hash : here);
  useEffect(() => {
    document.title = activityId === undefined ? 'Event' : `${heading} · ${title}`;
  }, [activityId, heading, title]);
  return (
    <>
      <a className="skip" href="#main" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        Skip to the content
      </a>
      <header>
        <div className="top">
          <div>
            <h1>{activityId === undefined ? 'Event' : title}</h1>
            <p>{place}</p>
          </div>
          <div className="controls">
            {activities.data && (
              <select aria-label="Event" value={activityId} onChange={(event) => choose(event.target.value)}>
                {activities.data.activities.map(({ id }) => (
                  <option key={id} value={id}>
                    {eventOf(id).title}
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
        {hash === 'sign-in' && session.role === 'visitor' ? (
          <SignIn />
        ) : (
          <QueryResult {...activities}>
            {() => activityId !== undefined && <Section key={`${activityId} ${identityOf(session)}`} activityId={activityId} />}
          </QueryResult>
        )}
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
