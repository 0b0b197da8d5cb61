/* The data and the body of a response. */

import fc from 'fast-check';
import { JsonText } from '../../src/graph/execution/response-text.js';
import { createAsResponse, jsonOf } from '../../src/server/result.js';

test('data that are JSON text already have the same body as JSON.stringify writes, with errors and extensions and without', () => {
  const asResponse = createAsResponse(200);
  const object = fc.dictionary(fc.string(), fc.jsonValue());
  const optional = fc.option(object, { nil: undefined });
  fc.assert(
    fc.property(object, optional, fc.option(fc.string(), { nil: undefined }), (data, extensions, message) => {
      const errors = message === undefined ? undefined : [{ message }];
      const result = {
        ...(errors && { errors }),
        data: new JsonText(Buffer.from(JSON.stringify({ data }))),
        ...(extensions && { extensions }),
      };
      expect(jsonOf(result).toString()).toBe(Buffer.from(JSON.stringify({ errors, data, extensions })).toString());
      // A string would fill the heap until its client has read it.
      expect(asResponse(result, 'text/event-stream; charset=utf-8').body).toBeInstanceOf(Buffer);
    }),
  );
});

test.each([
  [{}, true],
  [{ a: null, b_1: null }, true],
  [{ a: null, b: 0 }, false],
  [{ a: { b: null } }, false],
  [{ a: [null] }, false],
  [{ a: 'null' }, false],
])('whether the data %j have only nulls: %j', (data, expected) => {
  expect(new JsonText(Buffer.from(JSON.stringify({ data }))).hasOnlyNulls).toBe(expected);
});
