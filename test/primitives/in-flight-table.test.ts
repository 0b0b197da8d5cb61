/* The table of what is in flight has the entries of a Map, and moves none that come and go to the old generation. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { InFlightTable } from '../../src/primitives/in-flight-table.js';
import { compiledSources } from '../support/child-program.js';

describe('the table of what is in flight', () => {
  test('the table has the entries that a Map would have', () => {
    const keys = fc.nat({ max: 2000 }).map((number) => `query { a${number} }`);
    const steps = fc.array(fc.record({ key: keys, value: fc.nat({ max: 3 }), action: fc.constantFrom('set', 'delete', 'deleteValue') }), {
      size: 'large',
    });
    fc.assert(
      fc.property(steps, (taken) => {
        const map = new Map<string, number>();
        const inFlight = new InFlightTable<number>();
        for (const { key, value, action } of taken) {
          if (action === 'set') {
            map.set(key, value);
            inFlight.set(key, value);
          } else {
            if (action === 'delete' || map.get(key) === value) map.delete(key);
            inFlight.delete(key, action === 'delete' ? undefined : value);
          }
          expect(inFlight.get(key)).toBe(map.get(key));
        }
        for (const { key } of taken) expect(inFlight.get(key)).toBe(map.get(key));
      }),
      { numRuns: 5 },
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
          // On a busy machine, the threads of V8 decide how much a collection moves.
          '--single-threaded',
          '--input-type=module',
          '--eval',
          `
          import { getHeapSpaceStatistics } from 'node:v8';
          import { InFlightTable } from ${JSON.stringify(join(compiledSources(), 'primitives/in-flight-table.js'))};
          const usedByOld = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space').space_used_size;
          const keys = Array.from({ length: 64 }, (_, number) => 'key ' + number);
          const table = new InFlightTable();
          const comeAndGo = (count) => {
            for (let number = 0; number < count; number += 1) {
              table.set(keys[number % 64], { list: [number] });
              if (number >= 16) table.delete(keys[(number - 16) % 64]);
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
