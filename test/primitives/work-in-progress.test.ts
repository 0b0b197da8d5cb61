import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { WorkInProgress } from '../../src/primitives/work-in-progress.js';
import { compiledSources } from '../support/child-program.js';

describe('the map of work in progress', () => {
  test('work in progress is found by its key until it is deleted', () => {
    const inProgress = new WorkInProgress<string>();
    inProgress.set('a', 'one');
    inProgress.set('b', 'two');
    expect([inProgress.get('a'), inProgress.get('b'), inProgress.get('c')]).toEqual(['one', 'two', undefined]);
    expect(inProgress.delete('a')).toBe(true);
    expect(inProgress.delete('a')).toBe(false);
    expect(inProgress.get('a')).toBeUndefined();
    expect(inProgress.entries()).toEqual([['b', 'two']]);
  });

  test('work in progress is not deleted by the work that it has replaced', () => {
    const inProgress = new WorkInProgress<object>();
    const [earlier, later] = [{}, {}];
    inProgress.set('a', earlier);
    inProgress.set('a', later);
    expect(inProgress.delete('a', earlier)).toBe(false);
    expect(inProgress.get('a')).toBe(later);
    expect(inProgress.delete('a', later)).toBe(true);
    expect(inProgress.entries()).toEqual([]);
  });

  test.each([
    ['numbers', fc.nat({ max: 2000 })],
    ['strings', fc.nat({ max: 2000 }).map((number) => `query { a${number} }`)],
  ])('work in progress has the entries that a Map would have, with keys that are %s', (_name, keys: fc.Arbitrary<string | number>) => {
    const steps = fc.array(fc.record({ key: keys, value: fc.nat({ max: 3 }), action: fc.constantFrom('set', 'delete', 'deleteValue') }), {
      size: 'large',
    });
    fc.assert(
      fc.property(steps, (taken) => {
        const map = new Map<string | number, number>();
        const inProgress = new WorkInProgress<number, string | number>();
        for (const { key, value, action } of taken) {
          if (action === 'set') {
            map.set(key, value);
            inProgress.set(key, value);
          } else if (action === 'delete') expect(inProgress.delete(key)).toBe(map.delete(key));
          else expect(inProgress.delete(key, value)).toBe(map.get(key) === value && map.delete(key));
          expect(inProgress.get(key)).toBe(map.get(key));
        }
        const byKey = ([one]: readonly [string | number, number], [other]: readonly [string | number, number]) =>
          String(one) < String(other) ? -1 : 1;
        expect([...inProgress.entries()].sort(byKey)).toEqual([...map].sort(byKey));
      }),
      { numRuns: 30 },
    );
  });

  /** Returns the bytes that young collections move to the old generation while 300,000 entries come and go. */
  const promotedBytes = (): number =>
    Number(
      execFileSync(
        process.execPath,
        [
          '--expose-gc',
          '--max-semi-space-size=1',
          '--input-type=module',
          '--eval',
          `
          import { getHeapSpaceStatistics } from 'node:v8';
          import { WorkInProgress } from ${JSON.stringify(join(compiledSources(), 'primitives/work-in-progress.js'))};
          const usedByOld = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space').space_used_size;
          const keys = Array.from({ length: 64 }, (_, number) => 'key ' + number);
          const work = new WorkInProgress();
          const comeAndGo = (count) => {
            for (let number = 0; number < count; number += 1) {
              work.set(keys[number % 64], { list: [number] });
              if (number >= 16) work.delete(keys[(number - 16) % 64]);
            }
          };
          comeAndGo(50_000);
          globalThis.gc();
          const before = usedByOld();
          comeAndGo(300_000);
          console.log(usedByOld() - before);`,
        ],
        { encoding: 'utf8' },
      ),
    );

  test('entries that were deleted are not moved to the old generation', () => {
    expect(promotedBytes()).toBeLessThan(200_000);
  });
});
