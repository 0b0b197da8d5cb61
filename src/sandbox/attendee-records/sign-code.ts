const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A check-in code of 7 characters, none of which looks like another one. Two numbers below 2^32 never have the same code. */
export function generateSignCode(number: number): string {
  let bits = Math.imul(number, 0x9e3779b1) >>> 0;
  bits = Math.imul(bits ^ (bits >>> 15), 0x85ebca6b) >>> 0;
  return Array.from({ length: 7 }, (_, index) => alphabet[Math.floor(bits / 32 ** index) % 32]).join('');
}
