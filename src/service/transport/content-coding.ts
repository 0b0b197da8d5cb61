/* The content codings of replies. None is requested, but some proxies compress whatever passes. */

import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';

/** Decodes a body. It stops as soon as the decoded bytes exceed `maxOutputLength`. */
type Decoder = (body: Buffer, limits: { readonly maxOutputLength: number }) => Promise<Buffer>;

const decoder = (decompress: typeof gunzip): Decoder => promisify<Buffer, { maxOutputLength: number }, Buffer>(decompress);
const [gunzipped, inflated, inflatedRaw] = [decoder(gunzip), decoder(inflate), decoder(inflateRaw)];

/** A body without the two bytes that begin every gzip stream is not compressed: a proxy has decoded it without removing the header. */
const decodeGzip: Decoder = async (body, limits) => (body[0] === 0x1f && body[1] === 0x8b ? gunzipped(body, limits) : body);

/** By RFC 9110 the bytes are in a zlib stream, whose first byte has this low half. Some servers send them without one. */
const decodeDeflate: Decoder = (body, limits) => ((body[0]! & 0x0f) === 8 ? inflated : inflatedRaw)(body, limits);

/**
 * The registered codings (IANA, HTTP Content Coding), null for one that is not decoded. Every further name, such as `utf-8`, is no coding.
 */
const codings: ReadonlyMap<string, Decoder | null> = new Map<string, Decoder | null>([
  ['gzip', decodeGzip],
  ['x-gzip', decodeGzip],
  ['deflate', decodeDeflate],
  ['br', decoder(brotliDecompress)],
  ...['compress', 'x-compress', 'zstd', 'dcb', 'dcz', 'exi', 'pack200-gzip', 'aes128gcm'].map((name) => [name, null] as const),
]);

/** Returns the decoder of a header Content-Encoding; undefined without a coding, and null for one that is not decoded, or more than one. */
export function decoderOf(header: string | string[] | undefined): Decoder | null | undefined {
  if (header === undefined) return undefined;
  const names = String(header).toLowerCase().split(',');
  const found = names.map((name) => codings.get(name.trim())).filter((coding) => coding !== undefined);
  return found.length > 1 ? null : found[0];
}

/**
 * Decodes a body.
 * @returns null if the decoded bytes exceed `maxBytes`
 * @throws Error of zlib if the bytes are not what the coding states
 */
export async function decodeBody(body: Buffer, decode: Decoder, maxBytes: number): Promise<Buffer | null> {
  try {
    return body.length === 0 ? body : await decode(body, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}
