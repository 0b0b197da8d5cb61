import type { ReplyFacts } from '../model/upstream-errors.js';
import type { WireReply } from './transport.js';

/** Returns the status and the media type of a reply, for errors about it. */
export function replyFacts({ status, headers }: Pick<WireReply, 'status' | 'headers'>): ReplyFacts {
  const header = headers['content-type'];
  return { status, contentType: typeof header === 'string' ? (mediaType.exec(header)?.[0] ?? null) : null };
}

const mediaType = /^[\w.+-]{1,60}\/[\w.+-]{1,60}/;
