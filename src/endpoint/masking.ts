import type { Secret } from '../model/secret.js';

/** How much of a message is read. Nothing beyond it is masked, matched or passed on. */
const readLength = 2_000;
/** How much of a masked message is passed on. */
const shownLength = 500;

/** A part of a message that must not be shown: from `start` up to `end`. */
type Span = readonly [start: number, end: number];

/** What may stand between two digits of one number: blanks, hyphens, marks, and characters that nobody sees. */
const betweenDigits = String.raw`[\p{Z}\p{C}\p{M}\p{Pd}\u2212\u2043\u02d7\u00b7\u30fb\u30fc_]`;
/** Full-width, circled and raised digits are digits too. */
const digit = String.raw`[\p{Nd}\p{No}]`;

// None of these can backtrack further than the eighth digit of a run, so each is linear in the length of the message.
const numbers = new RegExp(`${digit}(?:${betweenDigits}*${digit}){7,}`, 'gu');
const hexadecimals = /[0-9a-f]{16,}/giu;
/** What an address can consist of. */
const word = '[^\\s<>()[\\],;:"\uff0c\u3002\uff1b\uff1a\u3001\uff08\uff09\u300a\u300b\u300c\u300d\u3010\u3011\uff01\uff1f]';
const words = new RegExp(`${word}+`, 'gu');
const hasAddress = /.(?:[@\uff20\ufe6b]|%40)/su;

/**
 * The service's own message, fit to be passed on: without control characters, long numbers, long hexadecimal numbers,
 * e-mail addresses and these secrets; at most 500 characters. Only the first 2,000 are read. Linear in the length.
 */
export function maskedMessage(message: string, secrets: readonly Secret[] = []): string {
  const read = message.slice(0, readLength);
  const hidden = [
    ...spansOf(read, numbers),
    ...spansOf(read, hexadecimals),
    ...addresses(read),
    ...secrets.flatMap((secret) => secretSpans(read, secret.reveal())),
  ];
  if (message.length > readLength) hidden.push([startOfCutPart(read, secrets), read.length]);
  return replaced(read, hidden)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, shownLength)
    .toWellFormed();
}

/** The part of a message that is worth keeping, as a string of its own: a slice would hold on to all of it. */
export function firstPart(message: string): string {
  return message.length <= readLength ? message : Buffer.from(message.slice(0, readLength), 'utf16le').toString('utf16le');
}

function spansOf(text: string, pattern: RegExp): Span[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: match }) => [index, index + match.length] as const);
}

/** Whole words with an @ in them. To search for what may stand before an @ would be quadratic where there is none. */
function addresses(text: string): Span[] {
  return spansOf(text, words).filter(([start, end]) => hasAddress.test(text.slice(start, end)));
}

/** Shorter secrets protect nothing, and masking them would leave no message. */
const shortestSecret = 4;

/** Every occurrence of a secret, in any case, those that overlap included. */
function secretSpans(text: string, secret: string): Span[] {
  if (secret.length < shortestSecret) return [];
  const literal = secret.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return Array.from(
    text.matchAll(new RegExp(`(?=(${literal}))`, 'giu')),
    ({ index, 1: match = '' }) => [index, index + match.length] as const,
  );
}

/**
 * Where the part begins that the cut may have divided: half an address, number or secret would be recognised as nothing,
 * and could move to the front when what stands before it is masked.
 */
function startOfCutPart(read: string, secrets: readonly Secret[]): number {
  const tail = read.slice(-longestAddress);
  return Math.min(
    read.length - tail.length + startOfTail(tail, partOfWord),
    startOfTail(read, partOfNumber),
    ...secrets.map((secret) => read.length - overlap(read.toLowerCase(), secret.reveal().toLowerCase())),
  );
}

/** 64 characters before the @, 255 after it (RFC 5321). */
const longestAddress = 320;
const partOfWord = new RegExp(word, 'u');
const partOfNumber = new RegExp(`${betweenDigits}|${digit}`, 'u');

/** Where the run of such characters begins with which the text ends. */
function startOfTail(text: string, part: RegExp): number {
  let start = text.length;
  while (start > 0 && part.test(text[start - 1]!)) start -= 1;
  return start;
}

/** How many characters at the end of the text are the beginning of a secret. */
function overlap(text: string, secret: string): number {
  for (let length = Math.min(text.length, secret.length); length > 0; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}

/** The text with each hidden part, and each group of parts that touch, as three asterisks. */
function replaced(text: string, hidden: readonly Span[]): string {
  let shown = '';
  let readTo = 0;
  let hiddenTo = -1;
  for (const [start, end] of hidden.filter((span) => span[0] < span[1]).toSorted((one, other) => one[0] - other[0])) {
    if (start > hiddenTo) shown += `${text.slice(readTo, start)}***`;
    readTo = hiddenTo = Math.max(hiddenTo, end);
  }
  return shown + text.slice(readTo);
}
