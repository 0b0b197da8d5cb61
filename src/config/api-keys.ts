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
  accepts: 'comma-separated name:sha256hex:scopes; see below',
  read: (text) => {
    const { keys, problems } = readApiKeys(text);
    return problems.length === 0 ? keys : undefined;
  },
  problems: (text) => readApiKeys(text).problems,
  unset: [],
};

/** Reads all keys. @returns the problems of each; if none has one, those between keys */
function readApiKeys(text: string): { readonly keys: readonly ApiKey[]; readonly problems: readonly string[] } {
  const read = text.split(',').map((item, index) => readApiKey(item.trim(), index + 1));
  const keys = read.filter((key) => typeof key !== 'string');
  const problems = read.filter((key) => typeof key === 'string');
  return { keys, problems: problems.length > 0 ? problems : problemsBetween(keys) };
}

/** The problems of each key beside those before it. */
const problemsBetween = (keys: readonly ApiKey[]): readonly string[] =>
  keys.flatMap((key, index) => {
    const before = keys.slice(0, index);
    const same = before.find(({ sha256 }) => sha256.reveal() === key.sha256.reveal());
    if (same) return [`the keys ${same.name} and ${key.name} have the same hash`];
    const namesake = before.find(({ name }) => name === key.name);
    if (!namesake || rightsOf(namesake) === rightsOf(key)) return [];
    return [`the keys with the name ${key.name} are one caller, so their scopes and activities must be equal`];
  });

/** The scopes and activities of a key as text, equal for equal rights. */
const rightsOf = ({ scopes, activities }: ApiKey): string =>
  JSON.stringify([[...scopes].toSorted(), [...(activities ?? [])].map(String).toSorted()]);

/** Whether a string may be the name of a scope. Whether the operation of such a scope exists is checked with its file. */
const isScopeName = (text: string): text is Scope => keyScopes.some((scope) => scope === text) || isOperationScope(text);

/**
 * Reads a key.
 * @param place its number among the keys
 * @returns what is wrong with it if it is invalid, without a text that may be the key itself
 */
function readApiKey(text: string, place: number): ApiKey | string {
  const [, name, sha256, words] = /^([\w.-]{1,64}):([^:]*):(.*)$/s.exec(text) ?? [];
  if (name === undefined || sha256 === undefined || words === undefined)
    return `key ${place}: expected name:sha256hex:scopes, a name of letters, digits and ._-, commas between keys, spaces between scopes`;
  if (!/^[0-9A-Fa-f]{64}$/.test(sha256)) {
    // The name and the key may be in the wrong order: a name is shorter than a key.
    const named = name.length < 16 && sha256.length >= 16 ? `the key ${name}` : `key ${place}`;
    return `${named}: not 64 hexadecimal digits: write the SHA-256 of the key`;
  }
  const rights = words.split(' ').filter((word) => word !== '');
  if (new Set(rights).size !== rights.length) return `the key ${name}: a scope or an activity occurs twice`;
  const scopes = rights.filter((word) => !word.startsWith('@'));
  const activities = rights.filter((word) => word.startsWith('@')).map((word) => parseActivityId(word.slice(1)));
  if (scopes.length === 0 || !scopes.every(isScopeName)) return `the key ${name}: ${unknownIn(scopes)}`;
  if (!activities.every((id) => id !== null)) return `the key ${name}: expected activities as @ID, such as @1001`;
  return {
    name,
    sha256: new Secret(sha256.toLowerCase()),
    scopes: new Set(scopes),
    ...(activities.length > 0 && { activities: new Set(activities) }),
  };
}

/** Says which of these scopes no key may have. Only a word that looks like a misspelt scope is quoted. */
function unknownIn(scopes: readonly string[]): string {
  const unknown = scopes.find((scope) => !isScopeName(scope));
  const quoted = unknown !== undefined && /^[a-z]{1,12}:[a-z]{1,12}$/i.test(unknown) ? ` ${unknown}` : '';
  return `${unknown === undefined ? 'no scope' : `unknown scope${quoted}`}; a key may have ${keyScopes.join(' ')} or operations:NAME`;
}
