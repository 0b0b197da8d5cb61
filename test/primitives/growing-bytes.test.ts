/* Bytes that arrive in parts: which are kept, in a buffer of which size. */

import * as fc from 'fast-check';
import { GrowingBytes } from '../../src/primitives/growing-bytes.js';

test('bytes that arrive in parts are the parts joined, without those that exceed the maximum', () => {
  const part = fc.uint8Array({ maxLength: 5000 }).map((bytes) => Buffer.from(bytes));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.nat(20_000), fc.nat(30_000), (parts, maximum, announced) => {
      const body = new GrowingBytes(maximum, announced);
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

test('a buffer for bytes of an expected length has no surplus', () => {
  const body = new GrowingBytes(100_000, 6);
  for (const part of ['ab', 'cd', 'ef']) body.add(Buffer.from(part));
  expect([String(body.bytes), body.bytes.buffer.byteLength]).toEqual(['abcdef', 6]);
});

test('parts that are added to a buffer do not change', () => {
  const body = new GrowingBytes(100);
  const parts = [Buffer.from('ab'), Buffer.from('cd')];
  for (const part of parts) body.add(part);
  expect([body.bytes, ...parts].map(String)).toEqual(['abcd', 'ab', 'cd']);
});
