/* Masks personal data, keys and credentials in messages of the service. */

import type { Secret } from '../primitives/secret.js';

/** The number of characters of a message that are read. Nothing beyond them is masked or returned; patterns of the operator match fewer. */
export const readLength = 2_000;
/** The maximum length of a masked message. */
const shownLength = 500;
/** The length of the longest e-mail address: 64 characters, the @, and 255 characters (RFC 5321). */
const maxAddressLength = 320;

/** A part of a message that is masked: from `start` up to `end`. */
type TextSpan = readonly [start: number, end: number];

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
  const foldedText = folded(read);
  const foldedSecrets = Array.from(new Set(secrets.map((secret) => folded(secret.reveal().slice(0, readLength)))));
  const spans = [
    ...spansOf(read, numbers),
    ...spansOf(read, hexadecimals),
    ...addresses(read),
    ...foldedSecrets.flatMap((secret) => secretSpans(foldedText, secret)),
  ];
  // The beginning of an address, a number or a secret is not recognised without its end, which the cut may have removed.
  if (message.length > readLength) {
    const longest = Math.max(maxAddressLength, ...foldedSecrets.map((secret) => secret.length));
    spans.push([readLength - longest, readLength]);
  }
  return replaced(read, spans)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, shownLength)
    .toWellFormed();
}

/** The part of a message that is read, as a string of its own. A slice would keep the whole message in memory. */
export function firstPart(message: string): string {
  return message.length <= readLength ? message : Buffer.from(message.slice(0, readLength), 'utf16le').toString('utf16le');
}

function spansOf(text: string, pattern: RegExp): TextSpan[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: match }) => [index, index + match.length] as const);
}

/** Words that contain an @. A search for the characters before an @ would be quadratic in messages without one. */
function addresses(text: string): TextSpan[] {
  return spansOf(text, words).filter(([start, end]) => hasAddress.test(text.slice(start, end)));
}

/** The text with each character in its lower case, of the same length: a character whose lower case is longer stays as it is. */
function folded(text: string): string {
  return Array.from(text, (character) => {
    const lower = character.toLowerCase();
    return lower.length === character.length ? lower : character;
  }).join('');
}

/** The bytes in UTF-8 of the shortest secret that is masked: four letters, or a name of two Chinese characters. */
const shortestSecret = 4;
/** Shorter secrets are masked as words of their own only: "male" in "female" is not the form answer "male". */
const shortestPartOfWord = 8;
const twoLetters = /^[a-z]{2}$/;

/** All occurrences of a secret, overlapping ones as one. Both texts are folded. */
function secretSpans(text: string, secret: string): TextSpan[] {
  const spans: [number, number][] = [];
  if (Buffer.byteLength(secret) < shortestSecret) return spans;
  for (let start = text.indexOf(secret); start !== -1; start = text.indexOf(secret, start + 1)) {
    const end = start + secret.length;
    const last = spans.at(-1);
    if (secret.length < shortestPartOfWord && isPartOfWord(text, start, end)) continue;
    if (last && start <= last[1]) last[1] = end;
    else spans.push([start, end]);
  }
  return spans;
}

/** Whether a letter of the Latin alphabet continues the first or the last letter of a range. Other scripts may have no spaces. */
function isPartOfWord(text: string, start: number, end: number): boolean {
  return (start > 0 && twoLetters.test(text.slice(start - 1, start + 1))) || twoLetters.test(text.slice(end - 1, end + 1));
}

/** The text with each masked part, and each group of adjacent parts, replaced by three asterisks. */
function replaced(text: string, spans: readonly TextSpan[]): string {
  let result = '';
  let copiedUpTo = 0;
  let maskedUpTo = -1;
  for (const [start, end] of spans.filter((span) => span[0] < span[1]).toSorted((one, other) => one[0] - other[0])) {
    if (start > maskedUpTo) result += `${text.slice(copiedUpTo, start)}***`;
    copiedUpTo = maskedUpTo = Math.max(maskedUpTo, end);
  }
  return result + text.slice(copiedUpTo);
}
