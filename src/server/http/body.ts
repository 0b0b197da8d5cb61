/* What callers send as a body: its bytes, decompressed; its text, which is UTF-8; its JSON, within a number of values. */

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
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
    // One buffer that grows, because a list of chunks takes hundreds of times the memory of a body that arrives byte by byte.
    let bytes: Buffer = Buffer.alloc(0);
    let length = 0;
    let chunks = 0;
    message.on('data', (chunk: Buffer) => {
      const end = length + chunk.length;
      chunks += 1;
      if (end > maximum) {
        message.removeAllListeners('data');
        return reject(contentTooLarge('MAX_BODY_BYTES', maximum, end));
      }
      if (chunks > leastChunks + length / bytesOfChunk) {
        message.removeAllListeners('data');
        return reject(badRequest('The body is sent in too many small chunks.'));
      }
      if (length === 0) bytes = chunk;
      else {
        if (end > bytes.length) bytes = enlarged(bytes, length, Math.min(maximum, Math.max(2 * end, leastGrowth)));
        chunk.copy(bytes, length);
      }
      length = end;
    });
    message.on('end', () => resolve(bytes.subarray(0, length)));
    message.on('error', () => reject(incomplete()));
  });
}

/** Chunks of a body, and one more for each of these bytes. Each costs as much time as hundreds of bytes. */
const leastChunks = 4096;
const bytesOfChunk = 256;

/** The capacity of the buffer of a body that did not arrive as a whole, in bytes. */
const leastGrowth = 4096;

/** Returns a buffer with the first bytes of another one. */
function enlarged(bytes: Buffer, length: number, capacity: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(capacity);
  bytes.copy(larger, 0, 0, length);
  return larger;
}

const incomplete = () => badRequest('The body is incomplete.');

/**
 * Returns bytes as text, without byte order marks and blanks at its beginning. Node would replace each byte that is not UTF-8: a name in Latin-1
 * or GBK would be stored with U+FFFD.
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
 * Parses JSON of a caller: a body, a parameter, a message of a WebSocket, a push. Its values are counted first, because bytes alone do not bound memory: objects take twenty times their text `{},`.
 * The message of JSON.parse is not used, because it quotes the text.
 * @param maximum MAX_BODY_VALUES
 * @param invalid the message for a text that is not JSON
 * @throws HttpError 413 for too many values, 400 for a text that is not JSON
 */
export function parseCallerJson(text: string, maximum: number, invalid: string, parse: (text: string) => unknown = JSON.parse): unknown {
  // A value takes two characters at least, so the count of a short text is not needed.
  const values = text.length > 2 * maximum ? countJsonValues(text) : 0;
  if (values > maximum) throw contentTooLarge('MAX_BODY_VALUES', maximum, values);
  try {
    return parse(text);
  } catch {
    throw badRequest(invalid);
  }
}

/**
 * Returns the number of objects, lists and scalars in a JSON text, the outermost included: the first, one after each comma, and one after each
 * bracket that is not closed immediately. Names of members are not values. For a text that is not JSON: at least what JSON.parse makes of it.
 */
export function countJsonValues(text: string): number {
  let values = 1;
  let inString = false;
  let isAfterBracket = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === backslash) at += 1;
      else if (code === quote) inString = false;
    } else if (code > space) {
      if (code === comma || (isAfterBracket && code !== closeBrace && code !== closeBracket)) values += 1;
      isAfterBracket = code === openBrace || code === openBracket;
      inString = code === quote;
    }
  }
  return values;
}

/** Returns the outermost level of a JSON text: `{"id":"1","payload":{"x":[]}}` becomes `{"id":"1","payload":null}`. */
export function outermostLevel(text: string): string {
  let level = '';
  let from = 0;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === backslash) at += 1;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (code === openBrace || code === openBracket) {
      if (depth === 1) level += `${text.slice(from, at)}null`;
      depth += 1;
    } else if (code === closeBrace || code === closeBracket) {
      depth -= 1;
      if (depth === 1) from = at + 1;
    }
  }
  return level + text.slice(from);
}

const space = 0x20;
const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
