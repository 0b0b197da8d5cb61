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

test('a long text counts in bytes, and so does any text beyond an eighth of the maximum', () => {
  expect(() => new ResponseSize(2000).addText('é'.repeat(1001))).toThrow('too large');
  const size = new ResponseSize(800);
  size.addText('é'.repeat(100));
  expect(size.isExact).toBe(false);
  size.add(1);
  expect(size.isExact).toBe(true);
  expect(() => size.addText('é'.repeat(400))).toThrow('too large');
});

test('JSON values and errors count towards the size of a response', () => {
  expect(() => new ResponseSize(10).addJson({ name: 'abcdef' })).toThrow('too large');
  expect(() => new ResponseSize(1000).addError(new GraphQLError('x'.repeat(900)))).toThrow('too large');
});

test('the error of a response that is too large names the limit and the size', () => {
  const size = new ResponseSize(10);
  expect(() => size.add(11)).toThrow('too large');
  expect(size.exceeded).toBe(true);
  expect(size.error().extensions).toEqual({ code: 'QUERY_TOO_COMPLEX', limit: 'MAX_RESPONSE_BYTES', maximum: 10, actual: 11 });
});
