import { useQuery } from '@apollo/client/react';
import { ArticlesDocument, type EventFragment } from './operations.generated.js';
import { QueryResult } from './query-result.js';

export function Articles({ event }: { readonly event: EventFragment }) {
  const result = useQuery(ArticlesDocument, { variables: { activityId: event.id }, errorPolicy: 'all' });
  return (
    <QueryResult {...result}>
      {({ activity }) =>
        activity?.articles?.items.map(({ id, title, author, publishedAt, pinned, thumbnailUrl, content, category }) => (
          <details key={id} className="card">
            <summary>
              {thumbnailUrl && <img src={thumbnailUrl} alt="" width={96} height={48} loading="lazy" />}
              <strong>{title}</strong>
              <div className="dim">
                {[
                  pinned && 'Pinned',
                  category?.name,
                  author,
                  publishedAt &&
                    new Date(publishedAt).toLocaleDateString('en', { dateStyle: 'medium', timeZone: event.timeZone ?? undefined }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </div>
            </summary>
            {/* SAFE_HTML: the graph has made it safe to embed. */}
            {content && <div className="article" dangerouslySetInnerHTML={{ __html: content }} />}
          </details>
        ))
      }
    </QueryResult>
  );
}
