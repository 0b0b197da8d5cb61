/* Reads what clients send over a WebSocket, and in the request that opens it. */

import type { IncomingMessage } from 'node:http';
import { MessageType, validateMessage } from 'graphql-ws';
import { isObject } from '../../primitives/values.js';
import { outermostLevel, parseCallerJson } from '../http/caller-json.js';
import { credentialHeaderNames } from '../http/credential-headers.js';
import type { HeaderLists } from '../http/handler.js';
import { badRequest, HttpError } from '../http/http-error.js';
import { parametersOf, type RequestParameters } from '../operations/parameters.js';

/** Whether the request has a body. A proxy would read the following bytes as the body, this server as WebSocket frames. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

/** A message of a client, as graphql-ws gets it. */
export interface ReceivedMessage {
  readonly text: string;
  /** The payload of a `subscribe`. It is not in `text`, because graphql-ws keeps each message as long as its subscription. */
  readonly payload: object | null;
}

/** A message that is refused: the subscription of that id, or the whole connection. */
export interface RefusedMessage {
  readonly id: string | null;
  readonly error: HttpError;
}

/** Reads a message within a number of values. A message that is neither a `subscribe` nor valid is refused without an id. */
export function readMessage(text: string, maxValues: number): ReceivedMessage | RefusedMessage {
  try {
    const message = validateMessage(parseCallerJson(text, maxValues, invalidMessage));
    if (message.type !== MessageType.Subscribe) return { text, payload: null };
    const { id, type, payload } = message;
    return { text: JSON.stringify({ id, type, payload: { query: '' } }), payload };
  } catch (error) {
    if (!(error instanceof HttpError)) return { id: null, error: badRequest(invalidMessage) };
    return { id: error.status === 413 ? idOfSubscribe(text, maxValues) : null, error };
  }
}

/** Returns the id of a `subscribe` whose payload has too many values; null for other messages. */
function idOfSubscribe(text: string, maxValues: number): string | null {
  try {
    const message = parseCallerJson(outermostLevel(text), maxValues, invalidMessage);
    return isObject(message) && message['type'] === MessageType.Subscribe && typeof message['id'] === 'string' ? message['id'] : null;
  } catch {
    return null;
  }
}

const invalidMessage = 'Invalid message received';

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
