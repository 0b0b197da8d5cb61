/* How settings about the event service are read: activities, signature, lifetimes of its content. */

import { contentKinds, defaultTtlSeconds, type ContentKind } from '../../records/content-kind.js';
import { parseActivityId, type ActivityId } from '../../records/ids.js';
import { templateParts } from '../../records/signature.js';
import { integer, list, oneOf, type ParseSetting } from './basic.js';

/**
 * Header fields that HTTP defines for the connection and for the body of a request (RFC 9110). A signature in their place would
 * break the request.
 */
const reservedFields = new Set(
  'connection expect host keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);

/** The name of a header field that may carry the signature: letters, digits and the marks of RFC 9110, beginning with a letter. */
export const authHeader: ParseSetting<string> = (text) => {
  if (!/^[A-Za-z][\w!#$%&'*+.^`|~-]{0,63}$/.test(text)) return undefined;
  const name = text.toLowerCase();
  return reservedFields.has(name) || name.startsWith('content-') ? undefined : text;
};

/** The lifetime of each kind's replies in the cache, in seconds. */
export type TtlSeconds = Readonly<Record<ContentKind, number>>;

/** Lifetimes by kind; the defaults for the kinds that are not named. @returns null for `off` */
export const ttlSeconds: ParseSetting<TtlSeconds | null> = (text) => {
  if (text === 'off') return null;
  const named = list(text, ttlOfKind, ([kind]) => kind);
  return named && { ...defaultTtlSeconds, ...Object.fromEntries(named) };
};

const ttlOfKind: ParseSetting<readonly [string, number]> = (text) => {
  const [name, number, ...rest] = text.split('=');
  const kind = oneOf(...contentKinds)(name!.trim());
  const seconds = integer(0, 86_400)((number ?? '').trim());
  return kind !== undefined && seconds !== undefined && rest.length === 0 ? [kind, seconds] : undefined;
};

export const activityIds: ParseSetting<readonly ActivityId[]> = (text) => list(text, (item) => parseActivityId(item) ?? undefined);

/** A template with no braces except around known placeholders. */
export const signatureTemplate: ParseSetting<string> = (text) =>
  templateParts(text).some((part, index) => index % 2 === 0 && /[{}]/.test(part)) ? undefined : text;
