import fc from 'fast-check';
import { ResponseSize } from '../../../src/graph/execution/response-size.js';
import { codePoint } from '../../support/code-point.js';

test('texts never count as more than their bytes in the response', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: codePoint, maxLength: 2000 })), fc.nat(3000), (texts, maximum) => {
      const size = new ResponseSize(maximum);
      let bytes = 0;
      for (const text of texts) {
        bytes += Buffer.byteLength(JSON.stringify(text));
        try {
          size.addText(text);
        } catch {
          expect(bytes).toBeGreaterThan(maximum);
          return;
        }
      }
    }),
  );
});
