import busboy from 'busboy';
import { Rejection } from '../endpoint.js';

/**
 * The fields of a multipart/form-data body, in order (§1). An empty body has no fields.
 * @throws Rejection for another content type, a malformed body, a file, or a field given twice
 */
export async function parseForm(contentType: string | undefined, body: Buffer): Promise<ReadonlyMap<string, string>> {
  if (body.length === 0) return new Map();
  if (contentType === undefined || !/^multipart\/form-data\s*;/i.test(contentType)) {
    throw new Rejection('The body must be multipart/form-data.');
  }
  return isEmptyForm(contentType, body) ? new Map() : await readFields(contentType, body);
}

/** Whether the body consists of its closing delimiter only, which busboy refuses as malformed. */
function isEmptyForm(contentType: string, body: Buffer): boolean {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  if (boundary === null || body.length > 200) return false;
  return body.toString('latin1').trim() === `--${boundary[1] ?? boundary[2]}--`;
}

function readFields(contentType: string, body: Buffer): Promise<ReadonlyMap<string, string>> {
  return new Promise((resolve, reject) => {
    const malformed = () => reject(new Rejection('The body is malformed multipart/form-data.'));
    const fields = new Map<string, string>();
    const parser = createParser(contentType);
    if (parser === null) return malformed();
    parser.on('field', (name, value, info) => {
      if (info.nameTruncated || info.valueTruncated) reject(new Rejection('A field of the body is too long.'));
      if (fields.has(name)) reject(new Rejection(`Parameter ${name} is given twice.`));
      fields.set(name, value);
    });
    parser.on('file', (name, stream) => {
      stream.resume();
      reject(new Rejection(`Parameter ${name} must be text, not a file.`));
    });
    parser.on('error', malformed);
    parser.on('close', () => resolve(fields));
    parser.end(body);
  });
}

/** Returns a parser, or null if the content type has no usable boundary. */
function createParser(contentType: string): busboy.Busboy | null {
  try {
    return busboy({ headers: { 'content-type': contentType }, defParamCharset: 'utf8', limits: { fieldNameSize: 300 } });
  } catch {
    return null;
  }
}
