import * as fc from 'fast-check';
import { GrowingBytes } from '../../src/primitives/growing-bytes.js';

test('bytes that arrive in parts are the parts joined, without those that exceed the maximum', () => {
  const part = fc.uint8Array({ maxLength: 5000 }).map((bytes) => Buffer.from(bytes));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.integer({ min: 0, max: 20_000 }), (parts, maximum) => {
      const body = new GrowingBytes(maximum);
      let expected = Buffer.alloc(0);
      for (const each of parts) {
        const fits = expected.length + each.length <= maximum;
        expect(body.add(each)).toBe(fits);
        if (fits) expected = Buffer.concat([expected, each]);
      }
      expect([body.length, body.bytes]).toEqual([expected.length, expected]);
    }),
  );
});

test('the parts themselves do not change', () => {
  const body = new GrowingBytes(100);
  const parts = [Buffer.from('ab'), Buffer.from('cd')];
  for (const part of parts) body.add(part);
  expect([body.bytes, ...parts].map(String)).toEqual(['abcd', 'ab', 'cd']);
});
