const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A check-in code of 7 characters, none of them mistaken for another. Two numbers below 2^32 never share one. */
export function generateSignCode(number: number): string {
  let bits = Math.imul(number, 0x9e3779b1) >>> 0;
  bits = Math.imul(bits ^ (bits >>> 15), 0x85ebca6b) >>> 0;
  return Array.from({ length: 7 }, (_, at) => alphabet[Math.floor(bits / 32 ** at) % 32]).join('');
}
