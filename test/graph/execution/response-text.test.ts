import fc from 'fast-check';
import { TextPart, writeData } from '../../../src/graph/execution/response-text.js';
import { JsonWriter } from '../../../src/primitives/json-writer.js';
import { codePoint } from '../../support/code-point.js';

/** A value of the response, in which some objects are written as text before. */
interface Written {
  readonly written: unknown;
}
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: codePoint }),
    fc.integer(),
    fc.constantFrom(null, true, false),
    fc.array(tie('value')),
    fc.dictionary(fc.string(), tie('value')),
    fc.record({ written: fc.dictionary(fc.string(), fc.string()) }),
  ),
}));
const isWritten = (given: unknown): given is Written =>
  typeof given === 'object' && given !== null && Object.keys(given).join() === 'written';

/** Replaces written objects by their parts, or by what they are in the response. */
function mapWritten(given: unknown, map: (object: unknown) => unknown): unknown {
  if (isWritten(given)) return map(given.written);
  if (Array.isArray(given)) return given.map((item) => mapWritten(item, map));
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(Object.entries(given).map(([key, member]) => [key, mapWritten(member, map)]));
}

test('data of which some objects are text is written as JSON.stringify writes the whole', () => {
  fc.assert(
    fc.property(value, fc.boolean(), (given, abandonsSome) => {
      const [parts, out] = [new JsonWriter(), new JsonWriter()];
      const data = mapWritten(given, (object) => {
        // What was written of an object before the executor completed it: the next part is then not adjacent.
        if (abandonsSome) parts.ascii('{"abandoned');
        parts.ascii(',');
        const start = parts.length;
        parts.ascii('');
        writeData(object, parts, parts);
        return new TextPart(start, parts.length);
      });
      writeData(data, parts, out);
      expect(out.toBuffer().toString()).toBe(JSON.stringify(mapWritten(given, (object) => object)));
    }),
  );
});

test('objects that were written one after the other are copied at once', () => {
  const parts = new JsonWriter();
  parts.ascii(',{"a":1},{"a":2},{"a":3}');
  const out = new JsonWriter();
  const copies = jest.spyOn(out, 'copyFrom');
  writeData([new TextPart(1, 8), new TextPart(9, 16), new TextPart(17, 24)], parts, out);
  expect(out.toBuffer().toString()).toBe('[{"a":1},{"a":2},{"a":3}]');
  expect(copies).toHaveBeenCalledTimes(1);
});
