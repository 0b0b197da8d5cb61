/* How settings with hosts and addresses are read. */

import { Secret } from '../../primitives/secret.js';
import { list, type ParseSetting } from './basic.js';

/** A host name or an IP address to listen on. An IPv6 address may be in brackets. */
export const host: ParseSetting<string> = (text) => {
  const bare = /^\[(.+)\]$/.exec(text)?.[1] ?? text;
  return /^[\w.:%-]+$/.test(bare) ? bare : undefined;
};

/** An http or https address without credentials and without a fragment. */
const httpUrl: ParseSetting<URL> = (text) => {
  if (!/^https?:\/\//i.test(text) || /[#\s\\]/.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.username === '' && url.password === '' ? url : undefined;
};

/** The base address of a service. @returns the address without a slash at its end */
export const baseUrl: ParseSetting<string> = (text) => (text.includes('?') ? undefined : httpUrl(text)?.href.replace(/\/+$/, ''));

/** Host names. @returns them in lower case; null for `*`, which means any host */
export const hostNames: ParseSetting<readonly string[] | null> = (text) => (text === '*' ? null : list(text.toLowerCase(), hostName));

const hostName: ParseSetting<string> = (text) => (/^[\w-]+(\.[\w-]+)*$/.test(text) ? text : undefined);

/** An address whose responses cannot be changed in transit: https, or http within this machine. */
export const safeUrl: ParseSetting<string> = (text) => {
  const url = httpUrl(text);
  return url && isProtected(url) ? url.href : undefined;
};

/** Whether data sent to an address cannot be read or changed in transit: https, or http within this machine. */
export const isProtected = ({ protocol, hostname }: URL): boolean => protocol === 'https:' || loopback.test(hostname);
const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The address of an OpenTelemetry collector. Its response is not read, so http is accepted for other machines too. */
export const collectorUrl: ParseSetting<string> = (text) => httpUrl(text)?.href;

/** The address of a Redis, which may contain a password. */
export const redisUrl: ParseSetting<Secret> = (text) => {
  if (!/^rediss?:\/\//i.test(text) || /[?#\s\\]/.test(text) || !URL.canParse(text)) return undefined;
  const { hostname, pathname, username, password } = new URL(text);
  const isComplete = hostname !== '' && /^(\/\d{0,5})?$/.test(pathname);
  return isComplete && isPercentEncoded(username) && isPercentEncoded(password) ? new Secret(text) : undefined;
};

/** Whether a string has only percent signs that encode a character. */
function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export const origins: ParseSetting<readonly string[]> = (text) =>
  list(text, (item) => (/^https?:/.test(item) && URL.canParse(item) && new URL(item).origin === item ? item : undefined));
