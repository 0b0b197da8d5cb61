/* How settings about callers are read: keys, secrets, claims of tokens. */

import { Secret } from '../../primitives/secret.js';
import { identityKinds, type IdentityKind } from '../../records/attendee-identity.js';
import { documentedScopes, isOperationScope, isSelfScope, type Scope } from '../../records/caller.js';
import { parseActivityId, type ActivityId } from '../../records/ids.js';
import { list, oneOf, type ParseSetting } from './basic.js';

/** Secrets that two programs share. 32 characters are too many to guess. */
export const sharedSecrets: ParseSetting<readonly Secret[]> = (text) =>
  list(
    text,
    (item) => (/^[\x21-\x7e]{32,}$/.test(item) ? new Secret(item) : undefined),
    (secret) => secret.reveal(),
  );

/** A key of a caller, who may have several under one name. Only its SHA-256 is known. */
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

/** Keys of callers. Hashes are unique. Keys of one name, such as an old and a new one, have the same rights: they are one caller. */
export const apiKeys: ParseSetting<readonly ApiKey[]> = (text) => {
  const keys = readApiKeys(text);
  return typeof keys === 'string' ? undefined : keys;
};

/** Returns what is wrong with which key, by its number: the text may be a secret in a wrong place. @returns null if nothing is */
export function problemOfApiKeys(text: string): string | null {
  const keys = readApiKeys(text);
  return typeof keys === 'string' ? keys : null;
}

/** Reads all keys. @returns the keys, or what is wrong with the first that is invalid or repeats an earlier one */
function readApiKeys(text: string): readonly ApiKey[] | string {
  const keys: ApiKey[] = [];
  for (const [index, item] of text.split(',').entries()) {
    const key = readApiKey(item.trim());
    if (typeof key === 'string') return `key ${index + 1}: ${key}`;
    const sameName = keys.findIndex(({ name }) => name === key.name);
    if (sameName !== -1 && rightsOf(keys[sameName]!) !== rightsOf(key))
      return `key ${index + 1}: the name is that of key ${sameName + 1}, and the scopes or activities are others`;
    const sameHash = keys.findIndex(({ sha256 }) => sha256.reveal() === key.sha256.reveal());
    if (sameHash !== -1) return `key ${index + 1}: the hash is that of key ${sameHash + 1}`;
    keys.push(key);
  }
  return Object.freeze(keys);
}

/** The scopes and activities of a key as text, equal for equal rights. */
const rightsOf = ({ scopes, activities }: ApiKey): string =>
  JSON.stringify([[...scopes].toSorted(), [...(activities ?? [])].map(String).toSorted()]);

/** Whether a string may be the name of a scope. Whether the operation of such a scope exists is checked with its file. */
const isScopeName = (text: string): text is Scope => keyScopes.some((scope) => scope === text) || isOperationScope(text);

/** The scopes that a key may have. A key stands for no attendee, so it has no own record. */
export const keyScopes: readonly Scope[] = documentedScopes.filter((scope) => !isSelfScope(scope));

/** Reads one key. @returns the key, or what is wrong with it, without its text */
function readApiKey(text: string): ApiKey | string {
  const [name = '', sha256 = '', ...rest] = text.split(':');
  if (!/^[\w.-]{1,64}$/.test(name)) return 'the name must be 1 to 64 letters, digits, dots, hyphens or underscores';
  if (!/^[0-9A-Fa-f]{64}$/.test(sha256)) return 'the hash must be 64 hexadecimal digits';
  const words = rest
    .join(':')
    .split(' ')
    .filter((word) => word !== '');
  const scopes = words.filter((word) => !word.startsWith('@'));
  if (scopes.length === 0) return 'at least one scope must follow the hash';
  const unknown = scopes.findIndex((scope, index) => !isScopeName(scope) || scopes.indexOf(scope) !== index);
  if (unknown !== -1) return `scope ${unknown + 1} is unknown, or is given twice`;
  const activities = words.filter((word) => word.startsWith('@')).map((word) => parseActivityId(word.slice(1)));
  const invalid = activities.findIndex((id, index) => id === null || activities.indexOf(id) !== index);
  if (invalid !== -1) return `activity ${invalid + 1} is not @ and an id, or is given twice`;
  return Object.freeze({
    name,
    sha256: new Secret(sha256.toLowerCase()),
    scopes: new Set(scopes.filter(isScopeName)),
    ...(activities.length > 0 && { activities: new Set(activities.filter((id) => id !== null)) }),
  });
}
