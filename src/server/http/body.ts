/* What callers send as a body: its bytes, decompressed; its text, which is UTF-8; its JSON, within a number of values. */

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { GrowingBytes } from '../../primitives/growing-bytes.js';
import { countValues } from '../../primitives/json-text.js';
import { badRequest, contentTooLarge, HttpError } from './response.js';

const inflaters = { gzip: promisify(gunzip), 'x-gzip': promisify(gunzip), deflate: promisify(inflate), br: promisify(brotliDecompress) };

/**
 * Reads the whole body, decompressed. The limit applies to the bytes as sent and to the decompressed bytes.
 * @throws HttpError 400 for an incomplete or corrupt body, 413 beyond the limit, 415 for an unknown content encoding
 */
export async function readBody(message: IncomingMessage, maximum: number): Promise<Buffer> {
  const encoding = message.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && !Object.hasOwn(inflaters, encoding))
    throw new HttpError(415, 'The body may be compressed with gzip, deflate or br only.', undefined, {
      'accept-encoding': 'gzip, deflate, br',
    });
  const bytes = await readBytes(message, maximum);
  if (encoding === 'identity') return bytes;
  return inflaters[encoding as keyof typeof inflaters](bytes, { maxOutputLength: maximum }).catch((error: unknown) => {
    const tooLarge = typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw tooLarge
      ? contentTooLarge('MAX_BODY_BYTES', maximum, maximum + 1)
      : badRequest('The compressed body is corrupt. Send it again, or without compression.');
  });
}

function readBytes(message: IncomingMessage, maximum: number): Promise<Buffer> {
  const announced = Number(message.headers['content-length'] ?? 0);
  if (announced > maximum) return Promise.reject(contentTooLarge('MAX_BODY_BYTES', maximum, announced));
  // A message that was destroyed before emits neither 'end' nor 'error'.
  if (message.destroyed) return Promise.reject(incomplete());
  return new Promise((resolve, reject) => {
    const body = new GrowingBytes(maximum);
    message.on('data', (part: Buffer) => {
      if (body.add(part)) return;
      message.removeAllListeners('data');
      reject(contentTooLarge('MAX_BODY_BYTES', maximum, body.length + part.length));
    });
    message.on('end', () => resolve(body.bytes));
    message.on('error', () => reject(incomplete()));
  });
}

const incomplete = () => badRequest('The body is incomplete.');

/**
 * Returns bytes as text, without byte order marks and blanks at its beginning. Node would replace each byte that is not UTF-8: a name in
 * Latin-1 or GBK would be stored with U+FFFD.
 * @throws HttpError 400 if they are not UTF-8
 */
export function utf8Text(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw notUtf8('body');
  // To JavaScript, a byte order mark is a blank.
  return bytes.toString('utf8').trimStart();
}

/** Reads text that is percent-encoded: a query string, or a form. @throws HttpError 400 if the encoded bytes are not UTF-8 */
export function utf8Parameters(text: string, where: 'query string' | 'body'): URLSearchParams {
  if (/%[89a-f]/i.test(text)) {
    try {
      decodeURIComponent(text.replaceAll(/%(?![\da-f]{2})/gi, '%25'));
    } catch {
      throw notUtf8(where);
    }
  }
  return new URLSearchParams(text);
}

export const notUtf8 = (where: 'query string' | 'body') => badRequest(`The ${where} is not UTF-8. Encode its text in UTF-8.`);

/**
 * Parses JSON of a caller: a body, a parameter, a message of a WebSocket, a push. Its values are counted first, because bytes alone do not
 * bound memory: objects take twenty times their text `{},`. The message of JSON.parse is not used, because it quotes the text.
 * @param maximum MAX_BODY_VALUES
 * @param invalid the message for a text that is not JSON
 * @throws HttpError 413 for too many values, 400 for a text that is not JSON
 */
export function parseCallerJson(text: string, maximum: number, invalid: string, parse: (text: string) => unknown = JSON.parse): unknown {
  // A value takes two characters at least, so the count of a short text is not needed.
  const values = text.length > 2 * maximum ? countValues(Buffer.from(text)) : 0;
  if (values > maximum) throw contentTooLarge('MAX_BODY_VALUES', maximum, values);
  try {
    return parse(text);
  } catch {
    throw badRequest(invalid);
  }
}
