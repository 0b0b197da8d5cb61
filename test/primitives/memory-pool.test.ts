import * as fc from 'fast-check';
import { MemoryPool } from '../../src/primitives/memory-pool.js';

const pool = (rules: Partial<ConstructorParameters<typeof MemoryPool>[0]> = {}) =>
  new MemoryPool({ granule: 10, maxLength: 1_000, maxFree: 4, maxFreeBytes: 4_000, ...rules });

test('memory that was given back is used again', () => {
  const memories = pool();
  const first = memories.take(25);
  expect(first).toHaveLength(30);
  memories.giveBack(first);
  expect(memories.take(28)).toBe(first);
  expect(memories.take(28)).not.toBe(first);
});

test('memory of one granule is used for any shorter length', () => {
  const memories = pool();
  const granule = memories.take(10);
  memories.giveBack(granule);
  expect(memories.take(1)).toBe(granule);
});

test('the oldest is left to the garbage collector if more than `maxFreeBytes` are free', () => {
  const memories = pool({ maxLength: 100, maxFreeBytes: 200 });
  const taken = Array.from({ length: 3 }, () => memories.take(80));
  for (const memory of taken) memories.giveBack(memory);
  expect(memories.take(80)).toBe(taken[2]);
  expect(memories.take(80)).toBe(taken[1]);
  expect(taken).not.toContain(memories.take(80));
});

test('memory that is more than twice as long as needed is left for those who need more', () => {
  const memories = pool();
  const long = memories.take(100);
  memories.giveBack(long);
  expect(memories.take(49)).toHaveLength(50);
  expect(memories.take(50)).toBe(long);
});

test('memory longer than `maxLength` is left to the garbage collector, and so is the oldest if more than `maxFree` are free', () => {
  const memories = pool({ maxFree: 1 });
  const long = memories.take(1_001);
  memories.giveBack(long);
  expect(memories.take(1_001)).not.toBe(long);
  const [first, second] = [memories.take(10), memories.take(10)];
  for (const memory of [first, second]) memories.giveBack(memory);
  expect(memories.take(10)).toBe(second);
  expect(memories.take(10)).not.toBe(first);
});

test('memory is used again after the lengths of replies have changed', () => {
  const memories = pool({ maxFree: 4 });
  const short = Array.from({ length: 4 }, () => memories.take(10));
  for (const memory of short) memories.giveBack(memory);
  const long = memories.take(500);
  memories.giveBack(long);
  expect(memories.take(500)).toBe(long);
});

test('no memory has two owners, and each is long enough, in any order of taking and giving back', () => {
  const step = fc.oneof(fc.record({ take: fc.integer({ min: 0, max: 200 }) }), fc.record({ giveBack: fc.nat() }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const memories = pool();
      const taken: Buffer[] = [];
      for (const next of steps) {
        if ('take' in next) {
          const memory = memories.take(next.take);
          expect(memory.length).toBeGreaterThanOrEqual(next.take);
          expect(taken).not.toContain(memory);
          taken.push(memory);
        } else if (taken.length > 0) memories.giveBack(taken.splice(next.giveBack % taken.length, 1)[0]!);
      }
    }),
  );
});
