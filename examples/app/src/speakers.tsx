import { useQuery } from '@apollo/client/react';
import { SpeakersDocument, type EventFragment } from './operations.generated.js';
import { QueryResult } from './query-result.js';

/** The speakers with their talks. In the graph they are an operation that the organiser has bound. */
export function Speakers({ event }: { readonly event: EventFragment }) {
  const result = useQuery(SpeakersDocument, { variables: { activityId: event.id }, errorPolicy: 'all' });
  return (
    <QueryResult {...result}>
      {({ activity }) =>
        activity?.speakers?.length ? (
          <section aria-label="Speakers">
            <h2>Speakers</h2>
            <ul className="people">
              {activity.speakers.map(({ id, name, company, photoUrl, keynote, talks }) => (
                <li key={id} className="card person">
                  {photoUrl ? (
                    <img src={photoUrl} alt="" width={56} height={56} loading="lazy" />
                  ) : (
                    <span className="initial">{name.at(0)}</span>
                  )}
                  <div>
                    <h3>
                      {name} {keynote && <span className="tag">Keynote</span>}
                    </h3>
                    <div className="dim">{company}</div>
                    {talks?.map((talk) => (
                      <div key={talk.id}>
                        <a href={`#session/${talk.id}`}>{talk.title}</a>
                      </div>
                    ))}
                  </div>
                </li>
              ))}
            </ul>
          </section>
        ) : (
          !result.error && <p className="dim">The speakers are not announced yet.</p>
        )
      }
    </QueryResult>
  );
}
