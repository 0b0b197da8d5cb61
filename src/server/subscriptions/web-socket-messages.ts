/* Reads what clients send over a WebSocket, and in the request that opens it. */

import type { IncomingMessage } from 'node:http';
import { credentialHeaderNames } from '../http/credential-headers.js';
import type { HeaderLists } from '../http/handler.js';
import { HttpError } from '../http/http-error.js';
import { parametersOf, type RequestParameters } from '../operations/parameters.js';

/** Whether the request has a body. A proxy would read the following bytes as the body, this server as WebSocket frames. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

/**
 * Returns the parameters of a message, or why they are invalid. The protocol requires a string in `query`: beside a `documentId` it
 * is blank.
 */
export function parametersIn(payload: object): RequestParameters | HttpError {
  try {
    return parametersOf({ ...payload });
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}

/** Returns the credentials in connection_init as headers: browsers cannot set headers of a WebSocket. */
export function credentialsIn(parameters: Record<string, unknown> | undefined): HeaderLists {
  const texts = Object.entries(parameters ?? {}).filter(([, value]) => typeof value === 'string') as [string, string][];
  const named = texts.map(([name, value]) => [name.toLowerCase(), [value]] as const);
  return Object.fromEntries(named.filter(([name]) => credentialHeaderNames.has(name)));
}
