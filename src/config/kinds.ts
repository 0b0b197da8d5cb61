/* The kinds of settings: how the text of each is read, and what is accepted, in words. */

import { availableParallelism } from 'node:os';
import { Secret } from '../primitives/secret.js';
import { identityKinds, type IdentityKind } from '../records/caller.js';
import { contentKinds, defaultTtlSeconds, type ContentKind } from '../records/content-kind.js';
import { parseActivityId } from '../records/ids.js';
import { templateParts, signatureAlgorithms, signaturePlaceholders } from '../records/signature.js';
import { expectedPattern, messagePattern } from './message-pattern.js';

/** A kind of settings. `Unset` is the type of the value of a setting that is not set and has no default. */
export interface Kind<T, Unset = null> {
  /** Reads the text of a setting. @returns undefined for invalid text */
  readonly read: (text: string) => T | undefined;
  /** What is accepted: for errors, which never quote the text, and for docs/settings.md. */
  readonly accepts: string;
  /** What is accepted in fewer words, for docs/settings.md, which has the rest below its table. */
  readonly inDocs?: string;
  /** What is wrong with a text that `read` refuses, without a secret. Omitted: the error states what is accepted. */
  readonly problems?: (text: string) => readonly string[];
  readonly unset: Unset;
  /** Whether the value is a number, as an option of the library is too. */
  readonly isNumber?: true;
}

type Read<T> = Kind<T>['read'];
const kind = <T>(accepts: string, read: Read<T>): Kind<T> => ({ read, accepts, unset: null });
const matching = (accepts: string, pattern: RegExp) => kind(accepts, (given) => (pattern.test(given) ? given : undefined));
/** Comma-separated items, each once. */
const listOf = <T>(accepts: string, read: Read<T>, keyOf?: (item: T) => unknown): Kind<readonly T[], readonly T[]> => ({
  read: (text) => list(text, read, keyOf),
  accepts,
  unset: [],
});

/** Reads comma-separated items. @returns undefined for an empty list, an invalid item, or an item that occurs twice */
function list<T>(text: string, read: Read<T>, keyOf: (item: T) => unknown = (item) => item): readonly T[] | undefined {
  const items = text.split(',').map((item) => read(item.trim()));
  if (!items.every((item) => item !== undefined)) return undefined;
  return new Set(items.map(keyOf)).size === items.length ? items : undefined;
}

// Numbers and words.

const readInteger =
  (minimum: number, maximum: number): Read<number> =>
  (text) => {
    const number = /^(?!-0)-?\d{1,16}$/.test(text) ? Number(text) : NaN;
    return number >= minimum && number <= maximum ? number : undefined;
  };

export const integer = (minimum: number, maximum: number) => ({
  ...kind(`a whole number from ${minimum} to ${maximum}`, readInteger(minimum, maximum)),
  isNumber: true as const,
});

/** A number of calls per second; null for `off`. */
export const rate = kind<number | null>('off, or a number from 0.001 to 9999999.999 with at most three decimals, such as 50', (text) => {
  if (text === 'off') return null;
  const number = /^\d{1,7}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  return number > 0 ? number : undefined;
});

const maxWorkers = 256;
/** A number of processes. `auto` is one for each core that this process may use. */
export const workers = kind(`auto, or a whole number from 1 to ${maxWorkers}`, (text) =>
  text === 'auto' ? Math.min(maxWorkers, availableParallelism()) : readInteger(1, maxWorkers)(text),
);

export const flag = kind('true or false', (text) => (text === 'true' ? true : text === 'false' ? false : undefined));

const oneOf =
  <T extends string>(names: readonly T[]): Read<T> =>
  (text) =>
    names.find((name) => name === text);
export const choice = <const T extends string>(...names: readonly T[]) => kind(`one of ${names.join(', ')}`, oneOf(names));

export const text = (accepts: string) => kind(accepts, (given) => given);

export const visibleAscii = matching('visible ASCII characters, no spaces', /^[\x21-\x7e]+$/);

export const secret = kind('a key', (given) => new Secret(given));

/** Secrets that two programs share. 32 characters are too many to guess. */
export const sharedSecrets = listOf(
  'comma-separated secrets of at least 32 visible ASCII characters, each once',
  (item) => (/^[\x21-\x7e]{32,}$/.test(item) ? new Secret(item) : undefined),
  (item) => item.reveal(),
);

export const pattern = {
  ...kind(expectedPattern, (source) => messagePattern({ source, flags: '' })),
  inDocs: 'a regular expression; see below',
};

// Addresses.

/** A host name or an IP address to listen on. An IPv6 address may be in brackets. */
export const host = kind('a host name or an IP address', (given) => {
  const bare = /^\[(.+)\]$/.exec(given)?.[1] ?? given;
  return /^[\w.:%-]+$/.test(bare) ? bare : undefined;
});

/** Host names, in lower case; null for `*`, which means any host. */
export const hostNames: Kind<readonly string[] | null, readonly string[]> = {
  accepts: 'comma-separated host names without a port, each once, or *',
  read: (given) => (given === '*' ? null : list(given.toLowerCase(), (name) => (/^[\w-]+(\.[\w-]+)*$/.test(name) ? name : undefined))),
  unset: [],
};

/**
 * Web pages have an origin of http or https, those inside of apps one of another scheme, such as `capacitor://localhost`. No page has
 * `https://*.example.com`, although it is an address.
 */
export const origins = listOf('comma-separated origins such as https://example.com, without a path or *, each once', (item) => {
  const isOrigin = /^https?:[^*]+$/.test(item)
    ? URL.canParse(item) && new URL(item).origin === item
    : /^[a-z][\w+.-]*:\/\/[\w.-]+(:\d{1,5})?$/.test(item);
  return isOrigin ? item : undefined;
});

const httpUrl: Read<URL> = (given) => {
  if (!/^https?:\/\//i.test(given) || /[#\s\\]/.test(given) || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  return url.username === '' && url.password === '' ? url : undefined;
};

/** The base address of a service, without a slash at its end. */
export const baseUrl = kind('an http or https address without credentials, query or fragment', (given) =>
  given.includes('?') ? undefined : httpUrl(given)?.href.replace(/\/+$/, ''),
);

/** An address whose responses cannot be changed in transit. */
export const safeUrl = kind('an https address, or an http one of this machine, without credentials or fragment', (given) => {
  const url = httpUrl(given);
  return url && isProtected(url) ? url.href : undefined;
});

/** Whether data sent to an address cannot be read or changed in transit: https, or http within this machine. */
export const isProtected = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** The address of an OpenTelemetry collector. Its response is not read, so http is accepted for other machines too. */
export const collectorUrl = kind('an http or https address without credentials or fragment', (given) => httpUrl(given)?.href);

/** The address of a Redis, which may contain a password. */
export const redisUrl = kind(
  'a redis:// or rediss:// address with a host, perhaps with percent-encoded credentials, a port and the number of a database',
  (given) => {
    // A percent sign that encodes nothing may not be decoded.
    if (!/^rediss?:\/\//i.test(given) || /[?#\s\\]|%(?![0-9a-f]{2})/i.test(given) || !URL.canParse(given)) return undefined;
    const { hostname, pathname } = new URL(given);
    return hostname !== '' && /^(\/\d{0,5})?$/.test(pathname) ? new Secret(given) : undefined;
  },
);

// Names and places.

export const path = text('a path');

export const paths = listOf('comma-separated paths, each once', (item) => (item !== '' && !item.includes('\0') ? item : undefined));

/** `log`, `off`, or a path with a slash or a dot. Any other word is refused: it is more likely a misspelt `off` than a file. */
export const auditLog = kind('log, off, or the path of a file, with a slash or a dot in it', (given) =>
  given === 'log' || given === 'off' || (/[/.\\]/.test(given) && !given.includes('\0')) ? given : undefined,
);

/** A prefix of keys. Braces would put all keys on one node of a Redis Cluster. */
export const keyPrefix = matching('up to 64 visible ASCII characters without braces', /^(?:(?![{}])[\x21-\x7e]){1,64}$/);

/** A prefix for the names of types. Names with it must still look like names of types. */
export const typePrefix = matching('up to 32 letters and digits, the first a capital letter', /^[A-Z][A-Za-z0-9]{0,31}$/);

/** The tokens of a JSON pointer, unescaped. */
export const jsonPointer = kind<readonly string[]>('a JSON pointer (RFC 6901) such as /participant/id', (given) => {
  if (!/^(\/([^~/]|~[01])*)+$/.test(given)) return undefined;
  return given
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
});

// The event service.

export const activityIds = kind('comma-separated positive whole numbers, each once', (given) =>
  list(given, (item) => parseActivityId(item) ?? undefined),
);

/**
 * Header fields that HTTP defines for the connection and for the body of a request (RFC 9110). A signature in their place would
 * break the request.
 */
const reservedField =
  /^(connection|content-.*|expect|host|keep-alive|proxy-(authenticate|authorization|connection)|te|trailer|transfer-encoding|upgrade)$/i;

/** The name of a header field that may carry the signature: letters, digits and the marks of RFC 9110, beginning with a letter. */
export const authHeader = kind(
  'the name of an HTTP header field such as Service-Auth, at most 64 characters, not Host, Content-* or a field of the connection',
  (given) => (/^[A-Za-z][\w!#$%&'*+.^`|~-]{0,63}$/.test(given) && !reservedField.test(given) ? given : undefined),
);

export const signatureAlgorithm = choice(...signatureAlgorithms);

/** A template with no braces except around known placeholders. */
export const signatureTemplate = kind(
  `text with no other placeholders than ${signaturePlaceholders.map((name) => `{${name}}`).join(' ')}`,
  (given) => (templateParts(given).some((part, index) => index % 2 === 0 && /[{}]/.test(part)) ? undefined : given),
);

/** The lifetime of the replies of each kind of content, in seconds; the default for a kind that is not named; null for `off`. */
export const ttlSeconds = kind<Readonly<Record<ContentKind, number>> | null>(
  `off, or a list such as schedule=30,tickets=2. Kinds: ${contentKinds.join(', ')}; each at most once. Seconds: 0 to 86400`,
  (given) => {
    if (given === 'off') return null;
    const named = list(
      given,
      (item) => {
        const [name = '', number = '', ...rest] = item.split('=');
        const content = oneOf(contentKinds)(name.trim());
        const seconds = readInteger(0, 86_400)(number.trim());
        return content && seconds !== undefined && rest.length === 0 ? ([content, seconds] as const) : undefined;
      },
      ([name]) => name,
    );
    return named && { ...defaultTtlSeconds, ...Object.fromEntries(named) };
  },
);

/** A claim of a token, and the value of an attendee that it contains. */
export interface AttendeeClaim {
  readonly kind: IdentityKind;
  readonly claim: string;
}

/** Claims that name the attendee, in the order in which they are tried. */
export const attendeeClaims = listOf<AttendeeClaim>(
  `a list such as mobile=phone_number,email=email. Kinds: ${identityKinds.join(', ')}; each item at most once`,
  (given) => {
    const [name = '', ...rest] = given.split('=');
    const identity = oneOf(identityKinds)(name.trim());
    const claim = rest.join('=').trim();
    return identity === undefined || claim === '' ? undefined : { kind: identity, claim };
  },
  (item) => `${item.kind}=${item.claim}`,
);
