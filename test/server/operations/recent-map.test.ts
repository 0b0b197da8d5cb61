import fc from 'fast-check';
import { RecentMap } from '../../../src/server/operations/recent-map.js';

const text = fc.string({ minLength: 1, maxLength: 3 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), key: text, value: fc.integer({ min: 0, max: 30 }) }),
  fc.record({ kind: fc.constantFrom('get' as const, 'delete' as const), key: text }),
);

test('whatever is stored, read and deleted, the bounds hold, and an entry has the value that was stored last', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const map = new RecentMap<number>(8, 60, (key, value) => key.length + value);
      const model = new Map<string, number>();
      for (const each of steps) {
        if (each.kind === 'set') {
          map.set(each.key, each.value);
          model.set(each.key, each.value);
        } else if (each.kind === 'delete') {
          map.delete(each.key);
          model.delete(each.key);
        } else {
          const found = map.get(each.key);
          if (found !== undefined) expect(found).toBe(model.get(each.key));
        }
        expect(map.size).toBeLessThanOrEqual(8);
        expect(map.weight).toBeLessThanOrEqual(60);
      }
    }),
  );
});

test('an entry that is used stays while others come and go', () => {
  const map = new RecentMap<string>(8, 1000, () => 1);
  map.set('used', 'value');
  for (let number = 0; number < 100; number += 1) {
    map.set(`other ${number}`, 'value');
    expect(map.get('used')).toBe('value');
  }
  expect(map.get('other 0')).toBeUndefined();
  expect(map.get('other 99')).toBe('value');
});
