/* Text of callers, which is UTF-8. Node and URLSearchParams replace each invalid byte: a name in Latin-1 or GBK would be stored with U+FFFD. */

import { isUtf8 } from 'node:buffer';
import { badRequest } from './http-error.js';

/** Returns bytes as text, without byte order marks and blanks at its beginning. @throws HttpError 400 if they are not UTF-8 */
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
