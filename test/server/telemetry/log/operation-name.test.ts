import fc from 'fast-check';
import { createNameForLog } from '../../../../src/server/telemetry/log/operation-name.js';
import { codePoint } from '../../../support/code-point.js';

const nameForLog = createNameForLog(Buffer.alloc(32, 7));

test('an operation name in a log has at most 64 letters, digits and underscores, and at most four digits', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: codePoint, maxLength: 100 }), fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,90}$/), fc.emailAddress()),
      (name) => {
        const shown = nameForLog(name);
        if (name === '') return expect(shown).toBeNull();
        expect(shown).toMatch(/^[A-Za-z0-9_]{1,64}$/);
        expect(shown!.replace(/\D/g, '').length).toBeLessThan(5);
      },
    ),
  );
});

test.each([
  ['ListAttendees', 'ListAttendees'],
  ['Page_1_of_2026', expect.stringMatching(/^hashed_[a-p]{16}$/)],
  ['Page_1_of_99', 'Page_1_of_99'],
  ['wang@example.com', expect.stringMatching(/^hashed_[a-p]{16}$/)],
  ['X'.repeat(80), 'X'.repeat(64)],
  ['', null],
  [null, null],
  [undefined, null],
])('the operation name %s is logged as %s', (name, shown) => expect(nameForLog(name)).toEqual(shown));

test('equal names have equal hashes, and another key gives another hash', () => {
  expect(nameForLog('Get13800138000')).toBe(nameForLog('Get13800138000'));
  expect(nameForLog('Get13800138000')).not.toBe(nameForLog('Get13800138001'));
  expect(nameForLog('Get13800138000')).not.toBe(createNameForLog(Buffer.alloc(32, 8))('Get13800138000'));
});
