import type { ErrorLike } from '@apollo/client';
import { useLazyQuery, useQuery } from '@apollo/client/react';
import { useState, type SyntheticEvent } from 'react';
import { useFocus } from './focus.js';
import { useKept } from './kept.js';
import {
  AttendeesDocument,
  FindAttendeeDocument,
  type AttendeeCardFragment,
  type AttendeeLookup,
  type EventFragment,
} from './operations.generated.js';
import { Problem, QueryResult } from './query-result.js';
import { Facts } from './session-page.js';

export function Attendees({ event: { id: activityId, timeZone } }: { readonly event: EventFragment }) {
  const [find, found] = useLazyQuery(FindAttendeeDocument, { errorPolicy: 'all' });
  const [by, setBy] = useKept<'id' | 'mobile'>('look up by', () => 'id');
  const [text, setText] = useKept('look up', () => '');
  const search = (lookup: AttendeeLookup) => void find({ variables: { activityId, by: lookup } });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    search(by === 'id' ? { id: text.trim() } : { mobile: text.trim() });
  };
  return (
    <>
      <form className="find" onSubmit={submit}>
        <select aria-label="Look up by" value={by} onChange={(event) => setBy(event.target.value === 'id' ? 'id' : 'mobile')}>
          <option value="id">Number</option>
          <option value="mobile">Mobile</option>
        </select>
        <input aria-label="Number or mobile" required value={text} onChange={(event) => setText(event.target.value)} />
        <button className="main">Find</button>
      </form>
      {found.called && (
        <QueryResult {...found}>
          {({ attendee }) =>
            attendee ? (
              <Card key={attendee.id} attendee={attendee} timeZone={timeZone} />
            ) : (
              !found.error && <p role="status">No attendee has this {by === 'id' ? 'number' : 'mobile'}.</p>
            )
          }
        </QueryResult>
      )}
      <List activityId={activityId} onChoose={(id) => search({ id })} />
    </>
  );
}

/** An attendee. The list that it was chosen from may be far below: it comes into view with the focus. */
function Card({ attendee, timeZone }: { readonly attendee: AttendeeCardFragment; readonly timeZone: string | null }) {
  const element = useFocus<HTMLElement>();
  const { name, company, label, registeredAt, review, customFields } = attendee;
  const facts = [
    ['Company', company],
    ['Label', label],
    [
      'Registered',
      registeredAt &&
        new Date(registeredAt).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: timeZone ?? undefined }),
    ],
    ['Review', [review.state?.replaceAll('_', ' ').toLowerCase(), review.comment].filter(Boolean).join(': ')],
    ...(customFields ?? []).map(({ name: key, value, field }) => [field?.label ?? key, value]),
  ];
  return (
    <article ref={element} className="card" aria-label={name} tabIndex={-1}>
      <h3>{name}</h3>
      <Facts facts={facts} />
    </article>
  );
}

function List({ activityId, onChoose }: { readonly activityId: string; readonly onChoose: (id: string) => void }) {
  const result = useQuery(AttendeesDocument, { variables: { activityId, first: 10 }, errorPolicy: 'all' });
  // An error of `fetchMore` is not the result's.
  const [problem, setProblem] = useState<ErrorLike>();
  const more = (after: string | null | undefined) => {
    setProblem(undefined);
    result.fetchMore({ variables: { after } }).catch((error: unknown) => setProblem(error as ErrorLike));
  };
  return (
    <QueryResult {...result}>
      {({ activity }) =>
        activity?.attendees && (
          <section>
            <h2>{activity.attendees.totalCount} attendees</h2>
            <ul>
              {activity.attendees.edges.map(({ node }) => (
                <li key={node.id} className="card row">
                  <span>
                    <strong>{node.name}</strong> <span className="dim">{node.company}</span>
                  </span>
                  <button aria-label={`Open ${node.serviceId}, ${node.name}`} onClick={() => onChoose(node.id)}>
                    {node.serviceId}
                  </button>
                </li>
              ))}
            </ul>
            {problem && <Problem error={problem} />}
            {activity.attendees.pageInfo.hasNextPage && (
              <button disabled={result.loading} onClick={() => more(activity.attendees?.pageInfo.endCursor)}>
                More
              </button>
            )}
          </section>
        )
      }
    </QueryResult>
  );
}
