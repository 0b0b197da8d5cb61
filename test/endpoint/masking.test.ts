import fc from 'fast-check';
import { maskedMessage } from '../../src/endpoint/masking.js';

const telling = fc.constantFrom(
  '13800138000', '1234567', '99990019900307001X', 'wang@example.com', 'a.b+c@d.co', '<a@b.cn>', '@', '.', '\u0000', '\n', '\t', '\u009f', '١٢٣٤٥٦٧٨', '😀', 'mobile', ' ', ':', ',', '名',
);
const message = fc.oneof(fc.array(telling, { maxLength: 60 }).map((parts) => parts.join('')), fc.string({ unit: 'binary', maxLength: 700 }), fc.string({ unit: fc.constantFrom('1', '2', '@', 'a', '.'), maxLength: 700 }));

test('no run of eight digits, no e-mail address, no control character, and at most 500 characters are left', () => {
  fc.assert(
    fc.property(message, (given) => {
      const shown = maskedMessage(given);
      expect(shown).not.toMatch(/\p{Nd}{8}/u);
      expect(shown).not.toMatch(/[\w.+-]+@[\w-]+\.\w+/);
      expect(shown).not.toMatch(/\p{Cc}/u);
      expect(shown.length).toBeLessThanOrEqual(500);
      expect(shown.isWellFormed()).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('words and short numbers are left as they are', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('Ticket', '名额', '1234567', 'code:', '12:30', '—', '(5)'), { maxLength: 30 }), (words) => {
      expect(maskedMessage(words.join(' '))).toBe(words.join(' '));
    }),
  );
});

test.each([
  ['The mobile 13800138000 is known.', 'The mobile *** is known.'],
  ['Write to wang@example.com, please', 'Write to ***, please'],
  ['身份证999900199003070010无效', '身份证***无效'],
  ['<wang@example.com>', '<***>'],
  ['a\r\nb\u0000c', 'a b c'],
  ['1234567', '1234567'],
  ['12345678', '***'],
  ['  spaced  ', 'spaced'],
])('%j becomes %j', (given, shown) => expect(maskedMessage(given)).toBe(shown));

test('a character is never cut in half', () => {
  expect(maskedMessage(`${'a'.repeat(499)}😀`)).toBe(`${'a'.repeat(499)}\ufffd`);
});
