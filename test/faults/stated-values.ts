/* What the graph shows for a value of a reply, by the kind of field: computed from what was written, without parsing it. */

import { isDeepStrictEqual } from 'node:util';

/** Stands for an error at the field. */
export const isError = Symbol('an error at the field');

type Stated = unknown;
const isNothing = (value: Stated): boolean =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);
const digitsOf = (value: Stated): string | null =>
  typeof value === 'object' && value !== null && 'number' in value ? (value as { number: string }).number : null;

/** Times as text, and what a field shows of them in an activity without a time zone. */
export const dates = new Map<string, unknown>([
  ['0000-00-00 00:00:00', null],
  ['0000-00-00', null],
  ['2026-01-01T10:00:00Z', '2026-01-01T10:00:00Z'],
  ['2026-01-01 10:00:00+08:00', '2026-01-01T02:00:00Z'],
  ['2026-01-01 10:00:00', isError],
  ['2026-02-30T10:00:00Z', isError],
  ['2026-01-01 25:00:00+08:00', isError],
]);

/** A number as an exact fraction: its digits as an integer without final zeros, and the power of ten. */
function exact(digits: string): { readonly integer: bigint; readonly power: number } {
  const [, sign, whole, fraction = '', exponent = '0'] = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(digits)!;
  const [integer, zeros = ''] = [(whole! + fraction).replace(/0+$/, ''), /0+$/.exec(whole! + fraction)?.[0]];
  const value = BigInt(integer || '0') * (sign === '-' ? -1n : 1n);
  return { integer: value, power: value === 0n ? 0 : Number(exponent) - fraction.length + zeros.length };
}

/** The integer that a number or a string of digits states. null if it states none, or one of more than 40 digits */
function integerOf(value: Stated): bigint | null {
  const digits = digitsOf(value) ?? (typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? value : null);
  if (digits === null) return null;
  const { integer, power } = exact(digits);
  return power < 0 || power > 40 ? null : integer * 10n ** BigInt(power);
}

function jsonOf(value: Stated): unknown {
  const digits = digitsOf(value);
  if (digits !== null) {
    const number = Number(digits);
    const { integer, power } = exact(digits);
    const isInexact = Number.isInteger(number) && (power < 0 || power > 40 || integer * 10n ** BigInt(power) !== BigInt(number));
    return Math.abs(number) > 2 ** 53 || isInexact ? digits : number === 0 ? 0 : number;
  }
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries((value as { members: [string, Stated][] }).members.map(([name, item]) => [name, jsonOf(item)]));
}

/** The items of a list, or of an object whose names are integers, in their order. */
function itemsOf(value: Stated): readonly Stated[] | null {
  if (isNothing(value)) return [];
  if (Array.isArray(value)) return value as Stated[];
  const members = (value as { members?: [string, Stated][] }).members;
  return members?.every(([name]) => /^-?\d{1,16}$/.test(name)) ? members.map(([, item]) => item) : null;
}

const text = (value: Stated): unknown => (isNothing(value) ? null : typeof value === 'string' ? value : (digitsOf(value) ?? isError));

export const shownAs = {
  text,
  int: (value: Stated) => {
    if (isNothing(value)) return null;
    const integer = integerOf(value);
    return integer !== null && BigInt.asIntN(32, integer) === integer ? Number(integer) : isError;
  },
  /** Beyond 2^53, only with the digits that the reply has. */
  float: (value: Stated) => {
    const digits = digitsOf(value) ?? (typeof value === 'string' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value) ? value.trim() : null);
    if (digits === null) return isNothing(value) || (typeof value === 'string' && value.trim() === '') ? null : isError;
    const number = Number(digits);
    if (Math.abs(number) <= 2 ** 53 - 1) return number === 0 ? 0 : number;
    return Number.isFinite(number) && isDeepStrictEqual(exact(String(number)), exact(digits)) ? number : isError;
  },
  flag: (value: Stated) => {
    if (value === true || value === false || isNothing(value)) return value === '' || Array.isArray(value) ? null : value;
    const integer = typeof value === 'string' ? value : String(integerOf(value));
    return integer === '1' ? true : integer === '0' ? false : isError;
  },
  instant: (value: Stated) => {
    if (isNothing(value)) return null;
    if (typeof value === 'string' && dates.has(value)) return dates.get(value);
    const integer = integerOf(value);
    if (integer === null) return isError;
    const size = integer < 0n ? -integer : integer;
    const seconds = size >= 10n ** 12n && size < 10n ** 13n ? Math.floor(Number(integer) / 1000) : Number(integer);
    if (seconds === 0 && integer === 0n) return null;
    return seconds < -62_167_219_200 || seconds > 253_402_300_799 ? isError : new Date(seconds * 1000).toISOString().replace('.000', '');
  },
  /** As an exact fraction, because the digits of a number with an exponent may be written in other ways. */
  decimal: (value: Stated) => {
    if (isNothing(value) || (typeof value === 'string' && value.trim() === '')) return null;
    const digits = digitsOf(value);
    const exponent = digits === null ? 0 : Number(/[eE](.+)$/.exec(digits)?.[1] ?? 0);
    if (digits !== null) return Math.abs(exponent) > 1000 && exact(digits).integer !== 0n ? isError : exact(digits);
    return typeof value === 'string' && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value) ? exact(value.trim()) : isError;
  },
  json: (value: Stated) => jsonOf(value),
  /** A list of texts whose broken items are errors at their places. */
  texts: (value: Stated) => itemsOf(value)?.map(text) ?? isError,
};

/** A value of the response, in the form that {@link shownAs} has it. */
export const comparable = (kind: keyof typeof shownAs, value: unknown): unknown =>
  kind === 'decimal' && typeof value === 'string' ? { ...exact(value), plain: /^[+-]?\d+(\.\d+)?$/.test(value) || value } : value;
