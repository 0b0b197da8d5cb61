/* The JSON parser that keeps every digit and the order of members, compared with JSON.parse. */

import fc from 'fast-check';
import * as exact from '../../src/primitives/json-text.js';
import { entriesInOrder, JsonNumber, jsonNumberOf, orderedJsonText, plainDigits } from '../../src/primitives/json-text.js';

/** Texts of numbers that JSON permits. */
const digits = fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: 1, maxLength: 25 });
const numberText = fc
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
interface Written {
  readonly text: string;
  readonly value: unknown;
}

const blank = fc.constantFrom('', ' ', '\n', '\t\r');
/** A string's text, whose characters may be escapes. */
const stringText = (string: string, escapes: boolean): string =>
  escapes
    ? `"${Array.from({ length: string.length }, (_, at) => `\\u${string.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`
    : JSON.stringify(string);
/** JSON of every kind: numbers of any length, any order of members, escapes, halves of characters. */
const { value: writtenJson } = fc.letrec<{ value: Written }>((tie) => ({
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

const parseExactly = (json: string, number?: (digits: string) => unknown) => exact.parseExactly(Buffer.from(json), number);

/** A parsed value in the form of `Written.value`. */
function shown(value: unknown): unknown {
  if (value instanceof JsonNumber) return { number: value.text };
  if (typeof value === 'number') return { number: String(value) };
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  return { members: entriesInOrder(value as Record<string, unknown>).map(([name, item]) => [name, shown(item)]) };
}

test('a text is parsed to the values that it states: every digit, every member, and U+FFFD for an unpaired surrogate', () => {
  fc.assert(
    fc.property(writtenJson, (json) => expect(shown(parseExactly(json.text))).toEqual(json.value)),
    { numRuns: 300 },
  );
});

test('a text is refused exactly if JSON.parse refuses it', () => {
  const isJson = (json: string, parse: (json: string) => unknown) => {
    try {
      parse(json);
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(SyntaxError);
      return false;
    }
  };
  const damaged = fc.tuple(writtenJson, fc.nat(), fc.constantFrom('', '"', '1', '{', ',', '\\')).map(([{ text: json }, at, other]) => {
    const cut = at % (json.length + 1);
    return json.slice(0, cut) + other + json.slice(cut + 1);
  });
  fc.assert(
    fc.property(damaged, (json) => expect(isJson(json, (each) => parseExactly(each))).toBe(isJson(json, JSON.parse))),
    { numRuns: 300 },
  );
});

test('of members with one name the last value counts, at the place of the first, as for JSON.parse', () => {
  const object = parseExactly('{"b":1,"2":2,"1":3,"b":4,"__proto__":5}') as Record<string, unknown>;
  expect(entriesInOrder(object)).toEqual([
    ['b', 4],
    ['2', 2],
    ['1', 3],
    ['__proto__', 5],
  ]);
  expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
  expect(JSON.parse(orderedJsonText({ a: [object] }))).toEqual({ a: [JSON.parse('{"b":4,"2":2,"1":3,"__proto__":5}')] });
  expect(orderedJsonText([object])).toBe('[{"b":4,"2":2,"1":3,"__proto__":5}]');
});

test.each([
  ['9007199254740992', 2 ** 53],
  ['9007199254740993', '9007199254740993'],
  ['-12345678901234567000', '-12345678901234567000'],
  ['1e400', '1e400'],
  ['9007199254740991.4', '9007199254740991.4'],
  ['700001.00000000000001', '700001.00000000000001'],
  ['1e-400', '1e-400'],
  ['1e3', 1000],
  ['1.50', 1.5],
  ['99.900000000000006', 99.9],
  ['-0', -0],
])('the number %s of a JSON value is %p', (json, value) => {
  expect(jsonNumberOf(json)).toBe(value);
  expect(parseExactly(`[${json}]`, jsonNumberOf)).toEqual([value]);
});

test.each([
  ['1.5e3', '1500', 1500],
  ['1.50', '1.50', NaN],
  ['-2.50E1', '-25.0', -25],
  ['12.5e-1', '1.25', NaN],
  ['0.05e1', '0.5', NaN],
  ['1e-7', '0.0000001', NaN],
  ['0e5', '0', 0],
  ['0.00e2000', '0', 0],
  ['1.00', '1.00', 1],
  ['1e1001', null, NaN],
  ['1e-99999999999', null, NaN],
])('the number %s has the digits %p, and the integer %p', (json, plain, integer) => {
  expect(plainDigits(json)).toBe(plain);
  expect(new JsonNumber(json).integer).toBe(integer);
});

test('every number has the digits of its value', () => {
  fc.assert(
    fc.property(numberText, (json) => {
      const plain = plainDigits(json);
      if (plain === null) return;
      expect(plain).toMatch(/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/);
      expect(Number(plain)).toBe(Number(json));
    }),
    { numRuns: 300 },
  );
});

test('values are parsed however deep they are nested', () => {
  const depth = 20_000;
  let value = parseExactly(`${'[{"1":'.repeat(depth)}1.0${'}]'.repeat(depth)}`);
  for (let level = 0; level < depth; level += 1) value = (value as [Record<string, unknown>])[0]['1'];
  expect(value).toEqual(new JsonNumber('1.0'));
});
