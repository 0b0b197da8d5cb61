/**
 * The service's own words, fit to be passed on: no control characters, every run of eight or more digits and every
 * e-mail address masked, at most 500 characters.
 */
export function maskedMessage(message: string): string {
  return message
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/[^\s@<>,;:"'()]+@[^\s@<>,;:"'()]+/gu, '***')
    .replace(/\p{Nd}{8,}/gu, '***')
    .trim()
    .slice(0, 500)
    .toWellFormed();
}
