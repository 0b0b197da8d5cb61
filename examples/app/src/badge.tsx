import { useQuery } from '@apollo/client/react';
import { encodeQR } from 'qr';
import { useEffect, useRef, useState, type Ref } from 'react';
import { store, stored } from './kept.js';
import { BadgeDocument, type BadgeFragment, type EventFragment } from './operations.generated.js';
import { QueryResult } from './query-result.js';
import { forgetRegistration, Registration } from './registration.js';
import { onChange, useSession } from './session.js';

type Viewer = BadgeFragment;

/** A badge that was shown on this device, for a place without a network. */
interface Saved {
  readonly title: string;
  readonly viewer: Viewer;
}

// Another user does not see it.
onChange(() => store(localStorage, 'badge', undefined));

/** The badge of the attendee who is signed in, or the form to register with. */
export function Badge({ event }: { readonly event: EventFragment }) {
  const session = useSession();
  if (session.role === 'attendee') return <OwnBadge event={event} mobile={session.mobile} />;
  return (
    <>
      <p>
        <a href="#sign-in">Sign in</a> to see your badge or to register.
      </p>
      <SavedBadge />
    </>
  );
}

function OwnBadge({ event, mobile }: { readonly event: EventFragment; readonly mobile: string }) {
  const result = useQuery(BadgeDocument, { variables: { activityId: event.id }, errorPolicy: 'all' });
  const viewer = result.data?.activity?.viewer;
  useEffect(() => {
    if (!viewer) return;
    store(localStorage, 'badge', { title: titleOf(event), viewer } satisfies Saved);
    forgetRegistration(event, mobile);
  }, [event, mobile, viewer]);
  const card = useRef<HTMLElement>(null);
  const isMissing = viewer === null;
  // The badge that replaces the form has the focus.
  useEffect(() => (isMissing ? () => card.current?.focus() : undefined), [isMissing]);
  return (
    <>
      <QueryResult {...result}>
        {() =>
          viewer ? (
            <Card viewer={viewer} title={titleOf(event)} ref={card} />
          ) : (
            // Null with an error says nothing about the person.
            !result.error && (
              // A read that fails is the error of the result.
              <Registration event={event} mobile={mobile} readViewer={() => void result.refetch().catch(() => {})} />
            )
          )
        }
      </QueryResult>
      {result.error && !viewer && <SavedBadge />}
    </>
  );
}

/** The badge that this device has saved. It works without a network. */
export function SavedBadge() {
  const [saved, setSaved] = useState(() => stored(localStorage, 'badge') as Saved | undefined);
  if (saved === undefined) return null;
  const remove = () => {
    store(localStorage, 'badge', undefined);
    setSaved(undefined);
  };
  return (
    <>
      <Card viewer={saved.viewer} title={saved.title} />
      <p className="dim">
        Saved on this device, and shown without a network. <button onClick={remove}>Remove it</button>
      </p>
    </>
  );
}

const titleOf = ({ id, name }: EventFragment): string => name ?? `Event ${id}`;

function Card({ viewer: { name, company, label, avatarUrl, signCode, review }, title, ref }: Saved & { readonly ref?: Ref<HTMLElement> }) {
  return (
    <article ref={ref} tabIndex={-1} className="badge" aria-label={`Badge of ${name}`}>
      <p className="event">{title}</p>
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
