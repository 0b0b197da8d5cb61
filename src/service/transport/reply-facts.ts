import type { ReplyFacts } from '../../records/errors.js';
import type { WireReply } from './transport.js';

/** Returns the status and the media type of a reply, and where a redirect leads to, for errors about it. */
export function replyFacts({ status, headers }: Pick<WireReply, 'status' | 'headers'>): ReplyFacts {
  const header = headers['content-type'];
  const contentType = typeof header === 'string' ? (mediaType.exec(header)?.[0] ?? null) : null;
  const location = status >= 300 && status < 400 ? placeOf(headers['location']) : undefined;
  return location === undefined ? { status, contentType } : { status, contentType, location };
}

/** Returns an address without query, fragment and credentials: they may contain secrets and personal data. */
function placeOf(location: string | string[] | undefined): string | undefined {
  if (typeof location !== 'string') return undefined;
  const place = location.replace(/[?#].*$/s, '').replace(/^([a-z]*:?\/\/)[^/]*@/i, '$1');
  return visibleAscii.test(place) ? place.slice(0, maxPlaceLength) : undefined;
}

const mediaType = /^[\w.+-]{1,60}\/[\w.+-]{1,60}/;
const visibleAscii = /^[\x21-\x7e]+$/;
const maxPlaceLength = 200;
