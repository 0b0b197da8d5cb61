/* The secret of a hook, which replaces the authentication of callers there. */

import type { Secret } from '../../primitives/secret.js';
import type { HttpRequest } from '../http/handler.js';
import { indexOfHash, sha256 } from './sha256.js';

/** The parts of a request that may contain a secret. */
type SecretParts = Pick<HttpRequest, 'credentialHeaders' | 'search'>;

/**
 * Returns a function that checks whether a request contains one of the secrets of a hook: as `Authorization: Bearer`, in `x-hook-secret`,
 * or as `?secret=` for senders that can only be given an address.
 */
export function createHasHookSecret(secrets: readonly Secret[]): (request: SecretParts) => boolean {
  const accepted = secrets.map((secret) => sha256(secret.reveal()));
  return (request) => {
    let isAccepted = false;
    // No early end, for the reason that `indexOfHash` states.
    for (const sent of presentedSecrets(request)) if (indexOfHash(accepted, sha256(sent)) !== -1) isAccepted = true;
    return isAccepted;
  };
}

/** Returns the strings that a request presents as secrets, at most one from each place where it may be. A place with two does not count. */
function presentedSecrets(request: SecretParts): readonly string[] {
  const headers = request.credentialHeaders();
  const bearer = /^Bearer +(\S+)$/i.exec(single(headers['authorization']) ?? '')?.[1];
  return [bearer, single(headers['x-hook-secret']), secretInSearch(request.search)].filter((text) => text !== undefined);
}

const single = (values: readonly string[] = []): string | undefined => (values.length === 1 ? values[0] : undefined);

/** A plus is not decoded as a space: secrets contain no spaces, and addresses often contain a plus without its encoding. */
function secretInSearch(search: string): string | undefined {
  const values = search.split('&').filter((part) => part.startsWith('secret='));
  const encoded = single(values)?.slice('secret='.length);
  try {
    return encoded && decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
