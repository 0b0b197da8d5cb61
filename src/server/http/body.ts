import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { badRequest, bodyTooLarge, unsupportedEncoding } from './http-error.js';

const inflaters = { gzip: promisify(gunzip), 'x-gzip': promisify(gunzip), deflate: promisify(inflate), br: promisify(brotliDecompress) };

/**
 * Reads the whole body, decompressed. The limit applies to the bytes as sent and to the decompressed bytes.
 * @throws HttpError 400 for an incomplete or corrupt body, 413 beyond the limit, 415 for an unknown content encoding
 */
export async function readBody(message: IncomingMessage, maximum: number): Promise<Buffer> {
  const encoding = message.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && !Object.hasOwn(inflaters, encoding)) throw unsupportedEncoding();
  const bytes = await readBytes(message, maximum);
  if (encoding === 'identity') return bytes;
  return inflaters[encoding as keyof typeof inflaters](bytes, { maxOutputLength: maximum }).catch((error: unknown) => {
    const tooLarge = typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw tooLarge
      ? bodyTooLarge(maximum, maximum + 1)
      : badRequest('The compressed body is corrupt. Send it again, or without compression.');
  });
}

function readBytes(message: IncomingMessage, maximum: number): Promise<Buffer> {
  const announced = Number(message.headers['content-length'] ?? 0);
  if (announced > maximum) return Promise.reject(bodyTooLarge(maximum, announced));
  // A message that was destroyed before emits neither 'end' nor 'error'.
  if (message.destroyed) return Promise.reject(incomplete());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    message.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maximum) chunks.push(chunk);
      else {
        message.removeAllListeners('data');
        reject(bodyTooLarge(maximum, length));
      }
    });
    message.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    message.on('error', () => reject(incomplete()));
  });
}

const incomplete = () => badRequest('The body is incomplete.');
