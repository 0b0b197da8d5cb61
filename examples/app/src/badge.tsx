import { useQuery } from '@apollo/client/react';
import { encodeQR } from 'qr';
import { eventOf } from './events.js';
import { BadgeDocument, type BadgeQuery } from './operations.generated.js';
import { QueryResult } from './query-result.js';
import { Registration } from './registration.js';
import { useSession } from './session.js';

type Viewer = NonNullable<NonNullable<BadgeQuery['activity']>['viewer']>;

/** The badge of the attendee who is signed in, or the form to register with. */
export function Badge({ activityId }: { readonly activityId: string }) {
  const session = useSession();
  if (session.role === 'attendee') return <OwnBadge activityId={activityId} mobile={session.mobile} />;
  return (
    <p>
      <a href="#sign-in">Sign in</a> to see your badge or to register.
    </p>
  );
}

function OwnBadge({ activityId, mobile }: { readonly activityId: string; readonly mobile: string }) {
  const result = useQuery(BadgeDocument, { variables: { activityId }, errorPolicy: 'all' });
  return (
    <QueryResult {...result}>
      {({ activity }) =>
        activity?.viewer ? (
          <Card viewer={activity.viewer} activityId={activityId} />
        ) : (
          !result.error && <Registration activityId={activityId} mobile={mobile} onRegistered={() => void result.refetch()} />
        )
      }
    </QueryResult>
  );
}

function Card({
  viewer: { name, company, label, avatarUrl, signCode, review },
  activityId,
}: {
  readonly viewer: Viewer;
  readonly activityId: string;
}) {
  return (
    <article className="badge" aria-label={`Badge of ${name}`}>
      <p className="event">{eventOf(activityId).title}</p>
      {avatarUrl && <img className="photo" src={avatarUrl} alt="" width={96} height={96} />}
      <h2>{name}</h2>
      <p className="dim">{[company, label].filter(Boolean).join(' · ')}</p>
      {signCode && <Code text={signCode} />}
      <p className="dim">{[review.state?.replaceAll('_', ' ').toLowerCase(), review.comment].filter(Boolean).join(': ')}</p>
    </article>
  );
}

/** The check-in code as a QR code and as text. It is drawn here, so that the badge also works if the service's own picture is not reachable. */
function Code({ text }: { readonly text: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <figure>
      <svg role="img" aria-label={`QR code of ${text}`} viewBox={`0 0 ${rows.length} ${rows.length}`} shapeRendering="crispEdges">
        <path fill="#fff" d={`M0 0h${rows.length}v${rows.length}H0z`} />
        <path fill="#000" d={path} />
      </svg>
      <figcaption>{text}</figcaption>
    </figure>
  );
}
