import fc from 'fast-check';
import { GraphQLError } from 'graphql';
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

test('JSON values and errors count towards the size of a response', () => {
  expect(() => new ResponseSize(10).addJson({ name: 'abcdef' })).toThrow('too large');
  expect(() => new ResponseSize(1000).addError(new GraphQLError('x'.repeat(900)))).toThrow('too large');
});
