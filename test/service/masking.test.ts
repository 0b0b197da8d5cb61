/* What is masked in messages of the service, and what is left. */

import fc from 'fast-check';
import { Secret } from '../../src/primitives/secret.js';
import { firstPart, maskedMessage } from '../../src/service/masking.js';
import { codePoint } from '../support/code-point.js';

const fragment = fc.constantFrom(
  '13800138000',
  '1234567',
  '99990019900307001X',
  'wang@example.com',
  'a.b+c@d.co',
  '<a@b.cn>',
  '@',
  '.',
  '\u0000',
  '\n',
  '\t',
  '\u009f',
  '١٢٣٤٥٦٧٨',
  '😀',
  'mobile',
  ' ',
  ':',
  ',',
  '名',
);
const message = fc.oneof(
  fc.array(fragment, { maxLength: 60 }).map((parts) => parts.join('')),
  fc.string({ unit: codePoint, maxLength: 700 }),
  fc.string({ unit: fc.constantFrom('1', '2', '@', 'a', '.'), maxLength: 700 }),
);

test('a masked message has no run of eight digits, no e-mail address, no control character and at most 500 characters', () => {
  fc.assert(
    fc.property(message, (given) => {
      const shown = maskedMessage(given);
      expect(shown).not.toMatch(/\p{Nd}{8}/u);
      expect(shown).not.toMatch(/[\w.+-]+@[\w-]+\.\w+/);
      expect(shown).not.toMatch(/\p{Cc}/u);
      expect(shown.length).toBeLessThanOrEqual(500);
      expect(shown.isWellFormed()).toBe(true);
    }),
    { numRuns: 200 },
  );
});

describe('planted texts', () => {
  const letters = (length: number, unit = 'abcdefghijklmnopqrstuvwxyz') =>
    fc.string({ unit: fc.constantFrom(...unit.split('')), minLength: length, maxLength: length });
  const filler = fc.oneof(
    fc.string({ unit: codePoint, maxLength: 40 }),
    fc.array(fragment, { maxLength: 12 }).map((parts) => parts.join('')),
    // Long enough to reach the cut, as one word or as many, masked or not.
    fc
      .tuple(fc.constantFrom('wörd ', 'x', '名额，', 'x@y.z ', '1', '- '), fc.integer({ min: 480, max: 2010 }))
      .map(([word, length]) => word.repeat(length).slice(0, length)),
  );
  const key = fc
    .tuple(letters(10, 'GHJKLMNPQRSTUVWXYZ'), fc.constantFrom('', '-', '.', '+(', ' ', '\\'))
    .map(([text, mark]) => `${text}${mark}${text.toLowerCase()}q`);
  const separator = fc.constantFrom(
    '',
    ' ',
    '-',
    '\u2011',
    '\u2013',
    '\u00a0',
    '\u3000',
    '\u200b',
    '\uff0d',
    '\u2212',
    ' - ',
    '\u00ad',
    '_',
  );
  /** The digit zero in ASCII, in full width and in Arabic. */
  const digits = fc.constantFrom(0x30, 0xff10, 0x660);
  const mobile = fc.tuple(separator, separator, digits).map(([one, other, zero]) => {
    const shaped = (text: string) => text.replace(/\d/g, (character) => String.fromCodePoint(zero + Number(character)));
    return `${shaped('138')}${one}${shaped('0013')}${other}${shaped('8000')}`;
  });
  const address = fc
    .tuple(letters(12), fc.constantFrom('@', '＠', "'s@", '+list@'), letters(9))
    .map(([name, at, host]) => `${name}${at}${host}.example`);
  const signature = letters(32, '0123456789abcdefABCDEF');

  /** Checks that no half of the planted text is left. */
  const expectMasked = (shown: string, planted: string) => {
    const half = Math.ceil(planted.length / 2);
    const halves = Array.from({ length: planted.length - half + 1 }, (_, start) => planted.slice(start, start + half));
    expect(halves.filter((text) => shown.includes(text))).toEqual([]);
  };

  test.each([
    ['a key', key],
    ['a mobile number', mobile],
    ['an e-mail address', address],
    ['a signature', signature],
  ])('less than half of %s is left, whatever surrounds it and wherever the message is cut', (kind, planted) => {
    fc.assert(
      fc.property(filler, planted, filler, (before, secret, after) => {
        expectMasked(maskedMessage(`${before}${secret}${after}`, kind === 'a key' ? [new Secret(secret)] : []), secret);
      }),
      { numRuns: 300 },
    );
  });
});

test('words and short numbers are not masked', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('Ticket', '名额', 'code:', '(123)', '12:30,', '—', '(5)', 'Fehler.', '1234567.'), { maxLength: 30 }),
      (words) => {
        expect(maskedMessage(words.join(' '))).toBe(words.join(' '));
      },
    ),
  );
});

test.each([
  ['The mobile 138-0013-8000 is known.', 'The mobile *** is known.'],
  ['手机 １３８ ００１３ ８０００ 已存在', '手机 *** 已存在'],
  ['Write to wang@example.com, please', 'Write to ***, please'],
  ["Write to o'brien@example.com", 'Write to ***'],
  ['邮箱：wang＠example.com，已存在', '邮箱：***，已存在'],
  ['身份证999900199003070010无效', '身份证***无效'],
  ['{"Time":1700000000,"Version":1,"Signature":"0123456789abcdefABCDEFabcdefabcd"}', '{"Time":***,"Version":1,"Signature":"***"}'],
  ['hash 0123456789abcde', 'hash ***abcde'],
  ['deadbeefdeadbee', 'deadbeefdeadbee'],
  ['deadbeefdeadbeef', '***'],
  ['<wang@example.com>', '<***>'],
  ['a\r\nb\u0000c', 'a b c'],
  ['12345678', '***'],
  ['  spaced  ', 'spaced'],
])('the message %j is masked as %j', (given, shown) => expect(maskedMessage(given)).toBe(shown));

describe('secrets', () => {
  const shown = (text: string, ...secrets: string[]) =>
    maskedMessage(
      text,
      secrets.map((secret) => new Secret(secret)),
    );

  test('a secret is masked in upper and lower case and where it overlaps itself', () => {
    expect(shown('key ORGANISER-KEY, organiser-key', 'Organiser-Key')).toBe('key ***, ***');
    expect(shown('xxxxxxxxxx', 'xxxxxxxxx')).toBe('***');
  });

  test('a secret of four bytes or more is masked, such as a Chinese name of two characters, and a shorter one is not', () => {
    expect(shown('no seat for abcd', 'abcd')).toBe('no seat for ***');
    expect(shown('姓名张三已存在', '张三')).toBe('姓名***已存在');
    expect(shown('abc, 李', 'abc', '李')).toBe('abc, 李');
  });

  test.each([
    ['in JSON', '王芳芳', String.raw`\u738b\u82b3\u82b3`],
    ['in JSON', 'Anna "Ann" O/Neill', String.raw`Anna \"Ann\" O\/Neill`],
    ['in HTML', "Anna O'Neill & Co", 'Anna O&#039;Neill &amp; Co'],
    ['in an address', 'Jürgen Özil', 'J%C3%BCrgen+%C3%96zil'],
    ['in an address', 'a=b c', 'a%3Db%20c'],
    ['in capital letters', 'Jürgen Özil', 'JÜRGEN ÖZIL'],
    ['without the spaces around it', ' Anna Neill ', 'Anna Neill'],
  ])('a secret is masked %s: %s', (_where, secret, written) => {
    expect(shown(`no seat for ${written}!`, secret)).toBe('no seat for ***!');
  });

  test('a secret of blanks only masks nothing but blanks', () => {
    expect(shown(String.raw`no seat \ left`, '     ')).toBe(String.raw`no seat \ left`);
  });

  test('a secret of up to seven characters is masked as a word of its own only, so that it does not mask parts of other words', () => {
    expect(shown('female, Male, male2, "male"', 'male')).toBe('female, ***, ***2, "***"');
    expect(shown('unregistered', 'registered')).toBe('un***');
  });

  test('a message that is cut is masked, however many secrets there are', () => {
    const many = Array.from({ length: 150_000 }, (_, index) => new Secret(`${index} Wang`));
    expect(maskedMessage('7 Wang, '.repeat(300), many)).not.toContain('Wang');
  });
});

test('a key at the cut is masked as a whole, because a message is masked before it is cut', () => {
  const key = new Secret('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  expect(maskedMessage(`${'- '.repeat(237)}${key.reveal()} end`, [key])).toBe(`${'- '.repeat(237)}*** end`);
  const ofDigits = `${'1'.repeat(400)} cut ${'1'.repeat(1579)} ${key.reveal()}`;
  for (const part of [ofDigits.padEnd(2500, '!'), firstPart(ofDigits)]) expect(maskedMessage(part, [key])).toBe('*** cut ***');
});

test('a message is cut between characters', () => {
  expect(maskedMessage(`${'x'.repeat(499)}😀`)).toBe('x'.repeat(499));
});
