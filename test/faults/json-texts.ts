/* JSON texts of every kind with the values that they state: numbers of any length, any order of members, escapes, halves of characters. */

import fc from 'fast-check';

/** Texts of numbers that JSON permits. */
const digits = fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: 1, maxLength: 25 });
export const numberText = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits,
    fc.option(digits),
    fc.option(fc.tuple(fc.constantFrom('e', 'E'), fc.constantFrom('', '+', '-'), digits)),
  )
  .map(([sign, whole, fraction, exponent]) => {
    const written = whole.replace(/^0+(?=\d)/, '') + (fraction === null ? '' : `.${fraction}`);
    return sign + written + (exponent === null ? '' : exponent[0] + exponent[1] + exponent[2].slice(0, 4));
  });
const text = fc.string({ unit: fc.constantFrom('a', '"', '\\', '/', 'u', 'd83d', '\ud83d', '\ude00', '😀', '1', ':', '{', '中', '\n') });
const key = fc.oneof(text, fc.nat().map(String), fc.constantFrom('__proto__', '-1', '01', '4294967295'));

/** A value with its text: an object of any order is a list of its members. */
export interface Written {
  readonly text: string;
  readonly value: unknown;
}

/** Numbers around the limits of 32 bits, of times and of doubles, as numbers and as strings. Random ones seldom are. */
const limits = ['0', '1', '2147483648', '4294967297', '1775001600123', '253402300800', '9007199254740991', '9007199254740993'];
const nearLimit = fc
  .tuple(fc.constantFrom('', '-'), fc.constantFrom(...limits), fc.constantFrom('', '', '.0', '.50', 'e1', 'E-1'))
  .map((parts) => parts.join(''));
export const writtenNumber = fc
  .tuple(fc.oneof(numberText, nearLimit), fc.boolean())
  .map(([written, isString]): Written =>
    isString ? { text: `"${written}"`, value: written } : { text: written, value: { number: written } },
  );
const blank = fc.constantFrom('', ' ', '\n', '\t\r');
/** A string's text, whose characters may be escapes. */
const stringText = (string: string, escapes: boolean): string =>
  escapes
    ? `"${Array.from({ length: string.length }, (_, at) => `\\u${string.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`
    : JSON.stringify(string);
export const { value: writtenJson } = fc.letrec<{ value: Written }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      numberText.map((digitsOf) => ({ text: digitsOf, value: { number: digitsOf } })),
      fc.tuple(text, fc.boolean()).map(([string, escapes]) => ({ text: stringText(string, escapes), value: string.toWellFormed() })),
      fc.constantFrom(true, false, null).map((value) => ({ text: String(value), value })),
    ),
    fc.tuple(fc.array(tie('value'), { maxLength: 4 }), blank).map(([items, gap]) => ({
      text: `[${gap}${items.map((item) => item.text).join(`${gap},${gap}`)}${gap}]`,
      value: items.map((item) => item.value),
    })),
    fc
      .tuple(fc.uniqueArray(fc.tuple(key, tie('value')), { maxLength: 5, selector: ([name]) => name.toWellFormed() }), blank, fc.boolean())
      .map(([members, gap, escapes]) => ({
        text: `{${members.map(([name, item]) => gap + stringText(name, escapes) + gap + ':' + gap + item.text).join(',')}${gap}}`,
        value: { members: members.map(([name, item]) => [name.toWellFormed(), item.value]) },
      })),
  ),
}));
