/*
 * The parts of a request target. Clients send the path and the query (origin form); a client that takes the server for a proxy sends a whole
 * address (absolute form), which RFC 9112 (3.2.2) requires every server to accept, with the host of the address in place of the Host header.
 */

import type { IncomingMessage } from 'node:http';

const absoluteForm = /^https?:\/\/([^/?#]+)(.*)$/i;

/** Returns the path and the query of a request target. A target of another form is returned as it is. */
export function pathAndQueryOf(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = absoluteForm.exec(target)?.[2];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Returns the host, with its port if it has one, to which a request is addressed. */
export function hostOf({ url = '/', headers }: IncomingMessage): string | undefined {
  if (url.startsWith('/')) return headers.host;
  return absoluteForm.exec(url)?.[1] ?? headers.host;
}
