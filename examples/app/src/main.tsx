import { ApolloProvider, useQuery } from '@apollo/client/react';
import { StrictMode, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { Articles } from './articles.js';
import { Attendees } from './attendees.js';
import { client } from './client.js';
import { ActivitiesDocument } from './operations.generated.js';
import { Registration } from './registration.js';
import { Schedule } from './schedule.js';
import { QueryResult } from './query-result.js';
import { Stock } from './stock.js';

const sections = [
  ['schedule', 'Schedule', Schedule],
  ['articles', 'Articles', Articles],
  ['tickets', 'Tickets', Stock],
  ['attendees', 'Attendees', Attendees],
  ['register', 'Register', Registration],
] as const;

function App() {
  const activities = useQuery(ActivitiesDocument);
  const [chosen, choose] = useState<string | null>(null);
  const hash = useSyncExternalStore(onHashChange, () => location.hash.slice(1));
  const [here, , Section] = sections.find(([name]) => name === hash) ?? sections[0];
  const activityId = chosen ?? activities.data?.activities[0]?.id;
  return (
    <>
      <header>
        <h1>Event {activityId}</h1>
        {activities.data && (
          <select aria-label="Event" value={activityId} onChange={(event) => choose(event.target.value)}>
            {activities.data.activities.map(({ id }) => (
              <option key={id}>{id}</option>
            ))}
          </select>
        )}
        <nav>
          {sections.map(([name, title]) => (
            <a key={name} href={`#${name}`} aria-current={name === here ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
      </header>
      <main>
        <QueryResult {...activities}>{() => activityId !== undefined && <Section key={activityId} activityId={activityId} />}</QueryResult>
      </main>
    </>
  );
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
