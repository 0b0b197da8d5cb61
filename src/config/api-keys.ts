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
  inDocs: 'comma-separated name:sha256hex:scopes; see below',
  read: readApiKeys,
  unset: [],
};

/** Reads all keys. @returns undefined if one is invalid, or repeats the hash of another one, or its name with other rights */
function readApiKeys(text: string): readonly ApiKey[] | undefined {
  const keys = text.split(',').map((item) => readApiKey(item.trim()));
  if (!keys.every((key) => key !== undefined)) return undefined;
  const rights = new Map(keys.map((key) => [key.name, rightsOf(key)]));
  if (keys.some((key) => rights.get(key.name) !== rightsOf(key))) return undefined;
  return new Set(keys.map(({ sha256 }) => sha256.reveal())).size === keys.length ? keys : undefined;
}

/** The scopes and activities of a key as text, equal for equal rights. */
const rightsOf = ({ scopes, activities }: ApiKey): string =>
  JSON.stringify([[...scopes].toSorted(), [...(activities ?? [])].map(String).toSorted()]);

/** Whether a string may be the name of a scope. Whether the operation of such a scope exists is checked with its file. */
const isScopeName = (text: string): text is Scope => keyScopes.some((scope) => scope === text) || isOperationScope(text);

function readApiKey(text: string): ApiKey | undefined {
  const [, name, sha256, words = ''] = /^([\w.-]{1,64}):([0-9A-Fa-f]{64}):(.+)$/.exec(text) ?? [];
  if (name === undefined || sha256 === undefined) return undefined;
  const rights = words.split(' ').filter((word) => word !== '');
  if (new Set(rights).size !== rights.length) return undefined;
  const scopes = rights.filter((word) => !word.startsWith('@'));
  const activities = rights.filter((word) => word.startsWith('@')).map((word) => parseActivityId(word.slice(1)));
  if (scopes.length === 0 || !scopes.every(isScopeName) || !activities.every((id) => id !== null)) return undefined;
  return {
    name,
    sha256: new Secret(sha256.toLowerCase()),
    scopes: new Set(scopes),
    ...(activities.length > 0 && { activities: new Set(activities) }),
  };
}
