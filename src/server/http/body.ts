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
    // One buffer that grows, because a list of chunks takes hundreds of times the memory of a body that arrives byte by byte.
    let bytes: Buffer = Buffer.alloc(0);
    let length = 0;
    let chunks = 0;
    message.on('data', (chunk: Buffer) => {
      const end = length + chunk.length;
      chunks += 1;
      if (end > maximum) {
        message.removeAllListeners('data');
        return reject(bodyTooLarge(maximum, end));
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
