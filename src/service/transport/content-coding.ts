/* The content codings of replies. None is requested, but some proxies compress whatever passes. */

import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';

type Decoder = (body: Buffer, maxBytes: number) => Promise<Buffer>;

/** Stops as soon as the decoded bytes exceed `maxBytes`. */
const decoder = (decompress: typeof gunzip): Decoder => {
  const promised = promisify<Buffer, { maxOutputLength: number }, Buffer>(decompress);
  return (body, maxBytes) => promised(body, { maxOutputLength: maxBytes });
};
const [gunzipped, inflated, inflatedRaw] = [decoder(gunzip), decoder(inflate), decoder(inflateRaw)];

/** A body without the two bytes that begin every gzip stream is not compressed: a proxy has decoded it without removing the header. */
const decodeGzip: Decoder = (body, maxBytes) => (body[0] === 0x1f && body[1] === 0x8b ? gunzipped(body, maxBytes) : Promise.resolve(body));

/** By RFC 9110 the bytes are in a zlib stream, whose first byte has this low half. Some servers send them without one. */
const decodeDeflate: Decoder = (body, maxBytes) => ((body[0]! & 0x0f) === 8 ? inflated : inflatedRaw)(body, maxBytes);

const decoders: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', decodeGzip],
  ['x-gzip', decodeGzip],
  ['deflate', decodeDeflate],
  ['br', decoder(brotliDecompress)],
]);

/** The other codings that are registered (IANA, HTTP Content Coding). Every further name, such as `none` or `utf-8`, is no coding. */
const unsupported: ReadonlySet<string> = new Set(['compress', 'x-compress', 'zstd', 'dcb', 'dcz', 'exi', 'pack200-gzip', 'aes128gcm']);

/** The largest number of codings of one body: each is decoded as a whole, so that many of them would take the memory of many bodies. */
const maxCodings = 2;

/** Returns the decoders of a header Content-Encoding in the order in which they apply; null if one is missing. */
export function decodersOf(header: string | string[] | undefined): readonly Decoder[] | null {
  if (header === undefined) return none;
  const names = String(header)
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  if (names.some((name) => unsupported.has(name))) return null;
  const found = names.flatMap((name) => decoders.get(name) ?? []);
  return found.length > maxCodings ? null : found.toReversed();
}
const none: readonly Decoder[] = [];

/**
 * Decodes a body.
 * @returns null if the decoded bytes exceed `maxBytes`
 * @throws Error of zlib if the bytes are not what the coding states
 */
export async function decodeBody(body: Buffer, codings: readonly Decoder[], maxBytes: number): Promise<Buffer | null> {
  let decoded = body;
  try {
    for (const decode of codings) if (decoded.length > 0) decoded = await decode(decoded, maxBytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
  return decoded.length > maxBytes ? null : decoded;
}
