/* Which regular expressions are accepted, and what they match. */

import fc from 'fast-check';
import { messagePattern } from '../../src/config/message-pattern.js';
import { rows } from '../../src/config/settings.js';
import { sandboxNotFoundPattern } from '../../src/sandbox/sandbox.js';

test.each([
  ['(?=a)b', ''],
  ['(?<!a)b', ''],
  ['(a)\\1', ''],
  ['(?<n>a)\\k<n>', ''],
  ['a{2000}', ''],
  ['(a{0,100}){0,100}', ''],
  ['(', ''],
  ['[', ''],
  ['a', 'v'],
  ['x'.repeat(501), ''],
])('%s with flags "%s" is refused', (source, flags) => expect(messagePattern({ source, flags })).toBeUndefined());

test.each([
  ['不存在|not found', '', 'Attendee not found.', true],
  ['不存在|not found', '', '该参会者不存在', true],
  ['\\u4e0d\\u5b58\\u5728', '', '不存在', true],
  ['^no such', 'i', 'No such attendee', true],
  ['(?i)^no such', '', 'No such attendee', true],
  ['^b', '', 'a\nb', false],
  ['^b', 'm', 'a\nb', true],
  ['a.b', 's', 'a\nb', true],
  ['(?<word>x)', '', 'x', true],
  ['\\p{Lu}{2}', 'u', 'äÖÜ', true],
  ['\\/x\\-', '', '/x-', true],
])('%s (%s) over %j is %s, as in JavaScript', (source, flags, text, matches) => {
  expect(messagePattern({ source, flags })!.test(text)).toBe(matches);
  if (!source.startsWith('(?i)')) expect(new RegExp(source, flags).test(text)).toBe(matches);
});

test("the default in the sandbox is the sandbox's own pattern", () => {
  expect(rows.service.notFoundPattern.default).toEqual({ sandbox: sandboxNotFoundPattern });
});

test('no source of a pattern makes `messagePattern` or `test` throw', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'ab()[]{}*+?|\\^$.,19-:<>=!PpkKuxQE'.split('')), maxLength: 40 }),
      fc.string({ maxLength: 500 }),
      (source, text) => {
        expect([true, false, undefined]).toContain(messagePattern({ source, flags: '' })?.test(text));
      },
    ),
    { numRuns: 200 },
  );
});
