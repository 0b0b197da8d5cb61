/* How settings about callers are read: keys, secrets, claims of tokens. */

import { identityKinds, type IdentityKind } from '../../model/attendee-identity.js';
import { documentedScopes, isOperationScope, isSelfScope, type Scope } from '../../model/caller.js';
import { parseActivityId, type ActivityId } from '../../model/ids.js';
import { Secret } from '../../primitives/secret.js';
import { list, oneOf, type ParseSetting } from './basic.js';

/** Secrets that two programs share. 32 characters are too many to guess. */
export const sharedSecrets: ParseSetting<readonly Secret[]> = (text) =>
  list(
    text,
    (item) => (/^[\x21-\x7e]{32,}$/.test(item) ? new Secret(item) : undefined),
    (secret) => secret.reveal(),
  );

/** A key of a caller. Only its SHA-256 is known. */
export interface ApiKey {
  readonly name: string;
  /** 64 hexadecimal digits, lower case. */
  readonly sha256: Secret;
  readonly scopes: ReadonlySet<Scope>;
  /** The activities that it opens. Omitted: it opens all. */
  readonly activities?: ReadonlySet<ActivityId>;
}

/** A claim of a token, and the value of an attendee that it contains. */
export interface AttendeeClaim {
  readonly kind: IdentityKind;
  readonly claim: string;
}

/** Claims that name the attendee, such as `mobile=phone_number`, in the order in which they are tried. */
export const attendeeClaims: ParseSetting<readonly AttendeeClaim[]> = (text) =>
  list(text, attendeeClaim, ({ kind, claim }) => `${kind}=${claim}`);

const attendeeClaim: ParseSetting<AttendeeClaim> = (text) => {
  const [name = '', ...rest] = text.split('=');
  const kind = oneOf(...identityKinds)(name.trim());
  const claim = rest.join('=').trim();
  return kind === undefined || claim === '' ? undefined : Object.freeze({ kind, claim });
};

/** Keys of callers. Names and hashes must be unique. */
export const apiKeys: ParseSetting<readonly ApiKey[]> = (text) => {
  const keys = list(text, apiKey, (key) => key.name);
  return keys && new Set(keys.map((key) => key.sha256.reveal())).size === keys.length ? keys : undefined;
};

/** Whether a string may be the name of a scope. Whether the operation of such a scope exists is checked with its file. */
const isScopeName = (text: string): text is Scope => keyScopes.some((scope) => scope === text) || isOperationScope(text);

/** The scopes that a key may have. A key stands for no attendee, so it has no own record. */
export const keyScopes: readonly Scope[] = documentedScopes.filter((scope) => !isSelfScope(scope));

const apiKey: ParseSetting<ApiKey> = (text) => {
  const match = /^([\w.-]{1,64}):([0-9A-Fa-f]{64}):([\w:@ ]+)$/.exec(text);
  if (match === null) return undefined;
  const words = match[3]!.split(' ').filter((word) => word !== '');
  const named = words.filter((word) => !word.startsWith('@'));
  const activities = words.filter((word) => word.startsWith('@')).map((word) => parseActivityId(word.slice(1)));
  const known = named.filter(isScopeName);
  if (new Set(known).size !== named.length || known.length === 0) return undefined;
  if (!activities.every((id) => id !== null) || new Set(activities).size !== activities.length) return undefined;
  return Object.freeze({
    name: match[1]!,
    sha256: new Secret(match[2]!.toLowerCase()),
    scopes: new Set(known),
    ...(activities.length > 0 && { activities: new Set(activities) }),
  });
};
