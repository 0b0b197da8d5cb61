import { useQuery } from '@apollo/client/react';
import { ArticlesDocument } from './operations.generated.js';
import { QueryResult } from './query-result.js';

export function Articles({ activityId }: { readonly activityId: string }) {
  const result = useQuery(ArticlesDocument, { variables: { activityId }, errorPolicy: 'all' });
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
                  publishedAt && new Date(publishedAt).toLocaleDateString('en', { dateStyle: 'medium' }),
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
