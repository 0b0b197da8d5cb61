import fc from 'fast-check';
import { parseJsonText } from '../../../src/service/json/json.js';
import { hasTooMuchStructure, leastStructure, maxStructure } from '../../../src/service/json/structure-size.js';

/** The structural characters of a text, counted after its strings are removed. */
const structureOf = (text: string): number => text.replace(/"(?:[^"\\]|\\.)*"/g, '').replace(/[^[{:,]/g, '').length;
const beside = (text: string, structure: number): Buffer => Buffer.from(`[${text}${',1'.repeat(structure)}]`);

test('characters of strings are not structure: a text has too much from the first character beyond the maximum', () => {
  const text = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify([value, '[{,:"\\', '\\']));
  fc.assert(
    fc.property(text, (value) => {
      const rest = leastStructure - 1 - structureOf(value);
      expect(hasTooMuchStructure(beside(value, rest))).toBe(false);
      expect(hasTooMuchStructure(beside(value, rest + 1))).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test('a longer text may have more structure', () => {
  expect(maxStructure(1_000)).toBe(leastStructure);
  expect(maxStructure(leastStructure * 32)).toBe(leastStructure * 2);
  const wide = `"${'x'.repeat(28)}",`;
  expect(hasTooMuchStructure(Buffer.from(`[${wide.repeat(leastStructure + 10)}1]`))).toBe(false);
});

test('a JSON text inside a string with too much structure is not parsed', () => {
  const items = (count: number) => `[${'{},'.repeat(count - 1)}{}]`;
  expect(parseJsonText(items(500_001))).toBeUndefined();
  expect(parseJsonText(items(400_000))).toHaveLength(400_000);
});
