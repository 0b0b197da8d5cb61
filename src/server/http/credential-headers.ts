import type { HeaderLists } from './handler.js';

/** The headers that may contain a credential or a secret, by lower-case name. */
export const credentialHeaderNames: ReadonlySet<string> = new Set(['authorization', 'x-api-key', 'router-authorization', 'x-hook-secret']);

/**
 * Returns the values of the headers that may contain a credential. `headers` of node:http omits or joins repeated ones, and
 * `headersDistinct` makes a list for every header of each request.
 * @param rawHeaders names and values in turn
 */
export function credentialHeaders(rawHeaders: readonly string[]): HeaderLists {
  const lists: Record<string, string[]> = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    if (credentialHeaderNames.has(name)) (lists[name] ??= []).push(rawHeaders[index + 1]!);
  }
  return lists;
}
