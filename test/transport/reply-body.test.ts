import * as fc from 'fast-check';
import { MemoryPool } from '../../src/primitives/memory-pool.js';
import { ReplyBody } from '../../src/transport/reply-body.js';

const newPool = () => new MemoryPool({ granule: 16, maxLength: 256, maxFree: 8, maxFreeBytes: 1_024 });

test('a body is its parts in order, whatever length is declared and whatever happens to the parts afterwards', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { maxLength: 6 }), fc.nat(2_000), (parts, declaredLength) => {
      const body = new ReplyBody(newPool());
      for (const part of parts) {
        const shared = Buffer.from(part);
        body.add(shared, declaredLength);
        shared.fill(0);
      }
      expect(body.end().body).toEqual(Buffer.concat(parts));
    }),
  );
});

test('a body of the declared length takes memory once, and a longer one gives the shorter memory back', () => {
  const pool = newPool();
  const declared = new ReplyBody(pool);
  declared.add(Buffer.alloc(10), 100);
  const { body, release } = (declared.add(Buffer.alloc(90), 100), declared.end());
  release();
  const next = pool.take(100);
  expect(next.buffer).toBe(body.buffer);

  const longer = new ReplyBody(pool);
  longer.add(Buffer.alloc(10), 0);
  longer.add(Buffer.alloc(90), 0);
  expect(pool.take(10)).toHaveLength(16);
  expect(longer.end().body).toHaveLength(100);
});

test('a service that declares more than a pooled length gets no more memory than that before the bytes arrive', () => {
  const body = new ReplyBody(newPool());
  body.add(Buffer.alloc(1), 1_000_000);
  expect(body.end().body.buffer.byteLength).toBe(256);
});

test('a body without parts is empty', () => {
  expect(new ReplyBody(newPool()).end().body).toHaveLength(0);
});
