/* How the texts of settings are read: numbers, words, lists, names and paths. */

import { availableParallelism } from 'node:os';
import { messagePattern, type MessagePattern } from '../message-pattern.js';

/** A function that reads the text of one setting. It returns undefined for invalid text. */
export type ParseSetting<T> = (text: string) => T | undefined;

export const integer =
  (minimum: number, maximum: number): ParseSetting<number> =>
  (text) => {
    const number = /^(?!-0)-?\d{1,16}$/.test(text) ? Number(text) : NaN;
    return number >= minimum && number <= maximum ? number : undefined;
  };

/** A number of processes. `auto` is one for each core that this process may use. */
export const workers: ParseSetting<number> = (text) =>
  text === 'auto' ? Math.min(maxWorkers, availableParallelism()) : integer(1, maxWorkers)(text);
const maxWorkers = 256;

export const oneOf =
  <T extends string>(...names: readonly T[]): ParseSetting<T> =>
  (text) =>
    names.find((name) => name === text);

export const boolean: ParseSetting<boolean> = (text) => (text === 'true' ? true : text === 'false' ? false : undefined);

/** `log`, `off`, or a path with a slash or a dot. Any other word is refused: it is more likely a misspelt `off` than a file. */
export const auditLog: ParseSetting<string> = (text) =>
  text === 'log' || text === 'off' || (/[/.\\]/.test(text) && !text.includes('\0')) ? text : undefined;

/** The file of an audit log; null if there is none. */
export const auditFile = (target: string): string | null => (target === 'log' || target === 'off' ? null : target);

export const paths: ParseSetting<readonly string[]> = (text) =>
  list(text, (item) => (item !== '' && !item.includes('\0') ? item : undefined));

/** A prefix of keys. Braces would put all keys on one node of a Redis Cluster. */
export const keyPrefix: ParseSetting<string> = (text) => (/^[\x21-\x7e]{1,64}$/.test(text) && !/[{}]/.test(text) ? text : undefined);

export const visibleAscii: ParseSetting<string> = (text) => (/^[\x21-\x7e]+$/.test(text) ? text : undefined);

/** A prefix for the names of types. Names with it must still look like names of types. */
export const typePrefix: ParseSetting<string> = (text) => (/^[A-Z][A-Za-z0-9]{0,31}$/.test(text) ? text : undefined);

/** Reads comma-separated items. @returns undefined for an empty list, an invalid item, or an item that occurs twice */
export function list<T>(text: string, parse: ParseSetting<T>, keyOf: (item: T) => unknown = (item) => item): readonly T[] | undefined {
  const items = text.split(',').map((item) => parse(item.trim()));
  if (!items.every((item) => item !== undefined)) return undefined;
  return new Set(items.map(keyOf)).size === items.length ? Object.freeze(items) : undefined;
}

/** A JSON pointer (RFC 6901). @returns its tokens, unescaped */
export const jsonPointer: ParseSetting<readonly string[]> = (text) =>
  /^(\/([^~/]|~[01])*)+$/.test(text)
    ? Object.freeze(
        text
          .slice(1)
          .split('/')
          .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')),
      )
    : undefined;

/** A rate per second. @returns null for `off` */
export const rate: ParseSetting<number | null> = (text) => {
  if (text === 'off') return null;
  const number = /^\d{1,7}(\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  return number > 0 ? number : undefined;
};

export const pattern: ParseSetting<MessagePattern> = (text) => messagePattern({ source: text, flags: '' });
