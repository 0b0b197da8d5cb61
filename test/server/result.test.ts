/* The text of a result that several requests share. */

import fc from 'fast-check';
import { JsonText } from '../../src/primitives/json-writer.js';
import { SharedText } from '../../src/server/result.js';

test('shared data has the JSON text that a response of its own would have, with extensions and without', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), (data, extensions) => {
      const shared = new SharedText(new JsonText(Buffer.from(JSON.stringify({ data }))));
      expect(shared.bodyWith(extensions)).toBe(Buffer.from(JSON.stringify({ data, extensions })).toString());
      expect(shared.body.toString()).toBe(Buffer.from(JSON.stringify({ data })).toString());
    }),
  );
});
