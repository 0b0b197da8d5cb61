/* What is in flight has the entries of a Map, and keeps no deleted value alive. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { InFlight } from '../../src/primitives/in-flight.js';
import { compiledSources } from '../support/child-program.js';

test('it has the entries that a Map would have, and deletes only the value that is named', () => {
  const values = Array.from({ length: 4 }, (_, number) => ({ number }));
  const steps = fc.array(
    fc.record({ key: fc.constantFrom('a', 'b', 'c'), value: fc.constantFrom(...values), action: fc.constantFrom('set', 'delete') }),
  );
  fc.assert(
    fc.property(steps, (taken) => {
      const map = new Map<string, object>();
      const inFlight = new InFlight<object>();
      for (const { key, value, action } of taken) {
        if (action === 'set') map.set(key, value);
        else if (map.get(key) === value) map.delete(key);
        inFlight[action](key, value);
        expect(inFlight.get(key)).toBe(map.get(key));
      }
    }),
  );
});

/** Returns the number of major collections while 30,000 values of 8 kB come and go, 16 at a time. A Map takes 12. */
const majorCollections = (): number =>
  Number(
    execFileSync(
      process.execPath,
      [
        '--expose-gc',
        '--max-semi-space-size=1',
        '--no-allocation-site-pretenuring',
        // On a busy machine, the threads of V8 decide how much a collection moves.
        '--single-threaded',
        '--input-type=module',
        '--eval',
        `
        import { constants, PerformanceObserver } from 'node:perf_hooks';
        import { InFlight } from ${JSON.stringify(join(compiledSources(), 'primitives/in-flight.js'))};
        const keys = Array.from({ length: 64 }, (_, number) => 'key ' + number);
        const inFlight = new InFlight();
        const comeAndGo = (count) => {
          for (let number = 0; number < count; number += 1) {
            inFlight.set(keys[number % 64], { list: Array(1000).fill(number) });
            const oldest = keys[(number + 48) % 64];
            inFlight.delete(oldest, inFlight.get(oldest));
          }
        };
        comeAndGo(20_000);
        globalThis.gc();
        let major = 0;
        const count = (entries) => (major += entries.filter(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR).length);
        const observer = new PerformanceObserver((list) => count(list.getEntries()));
        observer.observe({ entryTypes: ['gc'] });
        comeAndGo(30_000);
        await new Promise((resolve) => setTimeout(resolve, 50));
        count(observer.takeRecords());
        console.log(major);`,
      ],
      { encoding: 'utf8' },
    ),
  );

test('values that were deleted are not moved to the old generation', () => {
  expect(majorCollections()).toBeLessThan(4);
});
