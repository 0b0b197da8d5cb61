import { availableParallelism } from 'node:os';
import { type IdentityKind, identityKinds } from '../model/attendee-identity.js';
import { type CachedKind, cachedKinds, defaultTtlSeconds } from '../model/cached-kind.js';
import { type ActivityId, parseActivityId } from '../model/ids.js';
import { isOperationScope, isSelfScope, type Scope, scopes } from '../model/caller.js';
import { Secret } from '../model/secret.js';
import { templateParts } from '../model/calls/signature.js';
import { type MessagePattern, messagePattern } from './message-pattern.js';

/** A function that reads the text of one setting. It returns undefined for invalid text. */
export type Parse<T> = (text: string) => T | undefined;

export const integer =
  (minimum: number, maximum: number): Parse<number> =>
  (text) => {
    const number = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
    return number >= minimum && number <= maximum ? number : undefined;
  };

/** A number of processes. `auto` is one for each core that this process may use. */
export const workers: Parse<number> = (text) =>
  text === 'auto' ? Math.min(mostWorkers, availableParallelism()) : integer(1, mostWorkers)(text);
const mostWorkers = 256;

export const oneOf =
  <T extends string>(...names: readonly T[]): Parse<T> =>
  (text) =>
    names.find((name) => name === text);

export const boolean: Parse<boolean> = (text) => (text === 'true' ? true : text === 'false' ? false : undefined);

/** A host name or an IP address to listen on. An IPv6 address may be in brackets. */
export const host: Parse<string> = (text) => {
  const bare = /^\[(.+)\]$/.exec(text)?.[1] ?? text;
  return /^[\w.:%-]+$/.test(bare) ? bare : undefined;
};

/** The base address of a service. @returns the address without a slash at its end */
export const baseUrl: Parse<string> = (text) => {
  if (!/^https?:\/\//i.test(text) || /[?#\s\\]/.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.username === '' && url.password === '' ? url.href.replace(/\/+$/, '') : undefined;
};

/** Host names. @returns them in lower case; null for `*`, which means any host */
export const hostNames: Parse<readonly string[] | null> = (text) => (text === '*' ? null : list(text.toLowerCase(), hostName));

const hostName: Parse<string> = (text) => (/^[\w-]+(\.[\w-]+)*$/.test(text) ? text : undefined);

/** An address whose responses cannot be changed in transit: https, or http within this machine. */
export const safeUrl: Parse<string> = (text) => {
  if (!/^https?:\/\//i.test(text) || /[#\s\\]/.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return undefined;
  return isProtected(url) ? url.href : undefined;
};

/** Whether data sent to an address cannot be read or changed in transit: https, or http within this machine. */
export const isProtected = ({ protocol, hostname }: URL): boolean => protocol === 'https:' || loopback.test(hostname);
const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The address of an OpenTelemetry collector. Its response is not read, so http is accepted for other machines too. */
export const collectorUrl: Parse<string> = (text) => {
  if (!/^https?:\/\//i.test(text) || /[#\s\\]/.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.username === '' && url.password === '' ? url.href : undefined;
};

/** `log`, `off`, or a path with a slash or a dot: any other word is more likely a misspelt `off` than a file. */
export const auditLog: Parse<string> = (text) =>
  text === 'log' || text === 'off' || (/[/.\\]/.test(text) && !text.includes('\0')) ? text : undefined;

/** Paths of files. */
export const paths: Parse<readonly string[]> = (text) => list(text, (item) => (item !== '' && !item.includes('\0') ? item : undefined));

/** The address of a Redis, which may contain a password. */
export const redisUrl: Parse<Secret> = (text) => {
  if (!/^rediss?:\/\//i.test(text) || /[?#\s\\]/.test(text) || !URL.canParse(text)) return undefined;
  const { hostname, pathname } = new URL(text);
  return hostname !== '' && /^(\/\d{0,5})?$/.test(pathname) ? new Secret(text) : undefined;
};

/** A prefix of keys. Braces would put all keys on one node of a Redis Cluster. */
export const keyPrefix: Parse<string> = (text) => (/^[\x21-\x7e]{1,64}$/.test(text) && !/[{}]/.test(text) ? text : undefined);

export const visibleAscii: Parse<string> = (text) => (/^[\x21-\x7e]+$/.test(text) ? text : undefined);

/** Header fields that HTTP defines for the connection and for the body of a request (RFC 9110). A signature in their place would break the request. */
const reservedFields = new Set(
  'connection expect host keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);

/** The name of a header field that may carry the signature: letters, digits and the marks of RFC 9110, beginning with a letter. */
export const authHeader: Parse<string> = (text) => {
  if (!/^[A-Za-z][\w!#$%&'*+.^`|~-]{0,63}$/.test(text)) return undefined;
  const name = text.toLowerCase();
  return reservedFields.has(name) || name.startsWith('content-') ? undefined : text;
};

/** A prefix for the names of types. Names with it must still look like names of types. */
export const typePrefix: Parse<string> = (text) => (/^[A-Z][A-Za-z0-9]{0,31}$/.test(text) ? text : undefined);

/** Reads comma-separated items. @returns undefined for an empty list, an invalid item, or an item that occurs twice */
function list<T>(text: string, parse: Parse<T>, identity: (item: T) => unknown = (item) => item): readonly T[] | undefined {
  const items = text.split(',').map((item) => parse(item.trim()));
  if (!items.every((item) => item !== undefined)) return undefined;
  return new Set(items.map(identity)).size === items.length ? Object.freeze(items) : undefined;
}

/** Secrets that two programs share. 32 characters are too many to guess. */
export const sharedSecrets: Parse<readonly Secret[]> = (text) =>
  list(
    text,
    (item) => (/^[\x21-\x7e]{32,}$/.test(item) ? new Secret(item) : undefined),
    (secret) => secret.reveal(),
  );

/** A JSON pointer (RFC 6901). @returns its tokens, unescaped */
export const jsonPointer: Parse<readonly string[]> = (text) =>
  /^(\/([^~]|~[01])*)+$/.test(text)
    ? Object.freeze(
        text
          .slice(1)
          .split('/')
          .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')),
      )
    : undefined;

/** A rate per second. @returns null for `off` */
export const rate: Parse<number | null> = (text) => {
  if (text === 'off') return null;
  const number = /^\d{1,7}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  return number > 0 ? number : undefined;
};

/** The lifetime of each kind's responses in the cache, in seconds. */
export type TtlSeconds = Readonly<Record<CachedKind, number>>;

/** Lifetimes by kind; the defaults for the kinds that are not named. @returns null for `off` */
export const ttlSeconds: Parse<TtlSeconds | null> = (text) => {
  if (text === 'off') return null;
  const named = list(text, ttlOfKind, ([kind]) => kind);
  return named && { ...defaultTtlSeconds, ...Object.fromEntries(named) };
};

const ttlOfKind: Parse<readonly [string, number]> = (text) => {
  const [name, number, ...rest] = text.split('=');
  const kind = oneOf(...cachedKinds)(name!.trim());
  const seconds = integer(0, 86_400)((number ?? '').trim());
  return kind !== undefined && seconds !== undefined && rest.length === 0 ? [kind, seconds] : undefined;
};

export const activityIds: Parse<readonly ActivityId[]> = (text) => list(text, (item) => parseActivityId(item) ?? undefined);

export const origins: Parse<readonly string[]> = (text) =>
  list(text, (item) => (/^https?:/.test(item) && URL.canParse(item) && new URL(item).origin === item ? item : undefined));

/** A template without braces other than those of known placeholders. */
export const signatureTemplate: Parse<string> = (text) =>
  templateParts(text).some((part, index) => index % 2 === 0 && /[{}]/.test(part)) ? undefined : text;

export const pattern: Parse<MessagePattern> = (text) => messagePattern({ source: text, flags: '' });

/** A key of a caller. Only its SHA-256 is known. */
export interface ApiKey {
  readonly name: string;
  /** 64 hexadecimal digits, lower case. */
  readonly sha256: Secret;
  readonly scopes: ReadonlySet<Scope>;
  /** The activities that it opens. Absent: all. */
  readonly activities?: ReadonlySet<ActivityId>;
}

/** A claim of a token, and the value of an attendee that it contains. */
export interface AttendeeClaim {
  readonly kind: IdentityKind;
  readonly claim: string;
}

/** Claims that name the attendee, such as `mobile=phone_number`, in the order in which they are tried. */
export const attendeeClaims: Parse<readonly AttendeeClaim[]> = (text) => list(text, attendeeClaim, ({ kind, claim }) => `${kind}=${claim}`);

const attendeeClaim: Parse<AttendeeClaim> = (text) => {
  const [name = '', ...rest] = text.split('=');
  const kind = oneOf(...identityKinds)(name.trim());
  const claim = rest.join('=').trim();
  return kind === undefined || claim === '' ? undefined : Object.freeze({ kind, claim });
};

/** Keys of callers. Names and hashes must be unique. */
export const apiKeys: Parse<readonly ApiKey[]> = (text) => {
  const keys = list(text, apiKey, (key) => key.name);
  return keys && new Set(keys.map((key) => key.sha256.reveal())).size === keys.length ? keys : undefined;
};

/** Whether a text may be the name of a scope. Whether the operation of such a scope exists is checked with its file. */
const isScopeName = (text: string): text is Scope => keyScopes.some((scope) => scope === text) || isOperationScope(text);

/** The scopes that a key may have. A key stands for no attendee, so it has no own record. */
export const keyScopes: readonly Scope[] = scopes.filter((scope) => !isSelfScope(scope));

const apiKey: Parse<ApiKey> = (text) => {
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
