/* Masks personal data, keys and credentials in messages of the service. */

import type { Secret } from '../primitives/secret.js';
import { beginningOf } from '../primitives/values.js';

/** The number of characters of a message that are read. Nothing beyond them is masked or returned; patterns of the operator match fewer. */
export const readLength = 2_000;
/** The maximum length of a masked message. */
const shownLength = 500;
/** The length of the longest e-mail address: 64 characters, the @, and 255 characters (RFC 5321). */
const maxAddressLength = 320;

/** Characters that may separate the digits of one number: white space, hyphens, combining marks and invisible characters. */
const betweenDigits = String.raw`[\p{Z}\p{C}\p{M}\p{Pd}\u2212\u2043\u02d7\u00b7\u30fb\u30fc_]`;
/** All digits of Unicode, full-width, circled and superscript ones included. */
const digit = String.raw`[\p{Nd}\p{No}]`;

// Each of these is linear in the length of the message, because none backtracks beyond the eighth digit of a run.
const numbers = new RegExp(`${digit}(?:${betweenDigits}*${digit}){7,}`, 'gu');
const hexadecimals = /[0-9a-f]{16,}/giu;
/** A character of an e-mail address: anything except white space, brackets and punctuation, in ASCII or full width. */
const word = '[^\\s<>()[\\],;:"\uff0c\u3002\uff1b\uff1a\u3001\uff08\uff09\u300a\u300b\u300c\u300d\u3010\u3011\uff01\uff1f]';
const words = new RegExp(`${word}+`, 'gu');
const hasAddress = /.(?:[@\uff20\ufe6b]|%40)/su;

/**
 * The service's own message for the caller, of at most 500 characters. Numbers of eight digits or more, hexadecimal numbers of 16 or more,
 * e-mail addresses and the secrets are replaced by `***`, and control characters by spaces.
 *
 * Only the first 2,000 characters are read. Takes linear time, because the service may send a message of many megabytes.
 */
export function maskedMessage(message: string, secrets: readonly Secret[] = []): string {
  const read = message.slice(0, readLength);
  /** For each character, whether it is masked. */
  const masked = new Uint8Array(read.length);
  for (const pattern of [numbers, hexadecimals])
    for (const { index, 0: match } of read.matchAll(pattern)) masked.fill(1, index, index + match.length);
  // A search for the characters before an @ would be quadratic in messages without one.
  for (const { index, 0: match } of read.matchAll(words)) if (hasAddress.test(match)) masked.fill(1, index, index + match.length);
  const foldedRead = folded(read);
  const formsOf = /[\\%&+]/.test(read) ? allForms : plainForms;
  const foldedSecrets = new Set(secrets.flatMap((secret) => formsOf(beginningOfLong(secret.reveal())).map(folded)));
  for (const secret of foldedSecrets) maskSecret(secret, foldedRead, masked);
  // The beginning of an address, a number or a secret is not recognised without its end, which the cut may have removed.
  if (message.length > readLength) {
    let longest = maxAddressLength;
    for (const { length } of foldedSecrets) longest = Math.max(longest, length);
    masked.fill(1, -longest);
  }
  let shown = '';
  for (let index = 0; index < read.length; index += 1) {
    if (masked[index] === 0) shown += read[index]!;
    else if (masked[index - 1] !== 1) shown += '***';
  }
  return beginningOf(shown.replace(/\p{Cc}+/gu, ' ').trim(), shownLength).toWellFormed();
}

/**
 * The part of a message that is read, and one character more, which shows that it was cut. It is a string of its own: a slice would keep
 * the whole message in memory.
 */
export function firstPart(message: string): string {
  const length = readLength + 1;
  return message.length <= length ? message : Buffer.from(message.slice(0, length), 'utf16le').toString('utf16le');
}

/** The text with its ASCII letters in lower case, of the same length: other letters may have a longer lower case. */
const folded = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Of a text that is longer than what is read of a message, such as a picture, only the beginning can be there. */
const beginningOfLong = (secret: string): string => (secret.length > readLength ? secret.trim().slice(0, readLength) : secret);

/** The forms in which a message may repeat a value: as it is, and trimmed, with its letters in either case. */
function plainForms(secret: string): readonly string[] {
  const text = secret.trim();
  return [secret, text, text.toLowerCase(), text.toUpperCase()];
}

/** These, and the value as it is written in JSON, in the address of a request, or in HTML. */
function allForms(secret: string): readonly string[] {
  const text = secret.trim().toWellFormed();
  const json = JSON.stringify(text).slice(1, -1);
  const slashed = json.replaceAll('/', '\\/');
  const ascii = slashed.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const percent = encodeURIComponent(text);
  const html = text.replace(/[&<>"]/g, (mark) => `&${htmlNames[mark]!};`);
  return [...plainForms(secret), json, slashed, ascii, percent, percent.replaceAll('%20', '+'), html, html.replaceAll("'", '&#039;')];
}

const htmlNames: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };

/** The bytes in UTF-8 of the shortest secret that is masked: four letters, or a name of two Chinese characters. */
const shortestSecret = 4;
/** Shorter secrets are masked as words of their own only: "male" in "female" is not the form answer "male". */
const shortestPartOfWord = 8;
const twoLetters = /^[a-z]{2}$/;

/** Masks all occurrences of a secret, also where they overlap. Text and secret are folded. */
function maskSecret(secret: string, text: string, masked: Uint8Array): void {
  if (Buffer.byteLength(secret) < shortestSecret) return;
  for (let start = text.indexOf(secret); start !== -1; start = text.indexOf(secret, start + 1)) {
    const end = start + secret.length;
    // Only letters of the Latin alphabet continue a word. Other scripts may have no spaces.
    const isPartOfWord = twoLetters.test(text.slice(Math.max(0, start - 1), start + 1)) || twoLetters.test(text.slice(end - 1, end + 1));
    if (secret.length >= shortestPartOfWord || !isPartOfWord) masked.fill(1, start, end);
  }
}
