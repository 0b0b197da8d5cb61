/* API keys: how AUTH_API_KEYS is read. */

import { Secret } from '../primitives/secret.js';
import { documentedScopes, isOperationScope, isSelfScope, type Scope } from '../records/caller.js';
import { parseActivityId, type ActivityId } from '../records/ids.js';
import type { Kind } from './kinds.js';

/** A key of a caller, who may have several under one name. Only its SHA-256 is known. */
export interface ApiKey {
  readonly name: string;
  /** 64 hexadecimal digits, lower case. */
  readonly sha256: Secret;
  readonly scopes: ReadonlySet<Scope>;
  /** The activities that it opens. Omitted: it opens all. */
  readonly activities?: ReadonlySet<ActivityId>;
}

/** The scopes that a key may have. A key stands for no attendee, so it has no own record. */
const keyScopes: readonly Scope[] = documentedScopes.filter((scope) => !isSelfScope(scope));

/** Keys of callers. Hashes are unique. Keys of one name, such as an old and a new one, have the same rights: they are one caller. */
export const apiKeys: Kind<readonly ApiKey[], readonly ApiKey[]> = {
  accepts: `comma-separated name:sha256hex:scopes, each hash once, keys of one name with equal scopes, scopes of ${keyScopes.join(' ')} or operations:NAME, activities as @ID, each once`,
  read: (text) => {
    const keys = readApiKeys(text);
    return typeof keys === 'string' ? undefined : keys;
  },
  unset: [],
  // Names a key by its number: its text may be a secret in a wrong place.
  problemOf: (text) => {
    const keys = readApiKeys(text);
    return typeof keys === 'string' ? keys : null;
  },
};

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
