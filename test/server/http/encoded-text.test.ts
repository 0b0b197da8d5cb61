import fc from 'fast-check';
import { EncodedText } from '../../../src/server/http/encoded-text.js';
import { sendResponse } from '../../../src/server/http/send-response.js';
import { codePoint } from '../../support/code-point.js';
import { httpServer } from '../../support/http-server.js';

const text = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 50 }),
  fc.string({ unit: 'grapheme', maxLength: 50 }),
  fc.constantFrom('王小明', 'é', 'x', '😀').chain((unit) => fc.integer({ min: 0, max: 5000 }).map((count) => unit.repeat(count))),
);

test('a text arrives as its UTF-8 bytes, whatever its length and characters, encoded before or not', async () => {
  let body: string | EncodedText = '';
  const server = await httpServer((_message, response) => sendResponse(response, 'request-id', { status: 200, headers: {}, body }, false));
  await fc.assert(
    fc.asyncProperty(text, fc.boolean(), async (sent, encoded) => {
      body = encoded ? EncodedText.of(sent) : sent;
      const response = await fetch(server.url);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.equals(Buffer.from(sent))).toBe(true);
      expect(response.headers.get('content-length')).toBe(String(bytes.length));
      expect({ length: EncodedText.of(sent).length, text: EncodedText.of(sent).toString() }).toEqual({
        length: bytes.length,
        text: Buffer.from(sent).toString(),
      });
    }),
    { numRuns: 200 },
  );
});
