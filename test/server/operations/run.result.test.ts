/* The body of a response, and the outcome of an operation. */

import fc from 'fast-check';
import { JsonText } from '../../../src/graph/execution/response-text.js';
import { createResponseBuilder } from '../../../src/server/operations/handle.js';
import { jsonOf, outcomeOf } from '../../../src/server/operations/run.js';

test('data that are JSON text already have the same body as JSON.stringify writes, with errors and extensions and without', () => {
  const buildResponse = createResponseBuilder(200);
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
      expect(buildResponse(result, 'text/event-stream; charset=utf-8').body).toBeInstanceOf(Buffer);
    }),
  );
});

test.each([
  [{ a: null, b_1: null }, ['a', 'b_1'], 'failed'],
  [{ a: null, b: null }, ['b'], 'partial'],
  [{ a: null, b: 0 }, ['a'], 'partial'],
  [{ a: { b: null } }, ['a'], 'partial'],
  [{ a: [null] }, ['a'], 'partial'],
  [{ a: 'null' }, ['a'], 'partial'],
  [{ a: null }, [], 'ok'],
] as const)('with the data %j and errors of the root fields %j the outcome is %s', (data, failed, outcome) => {
  const errors = failed.flatMap((field) => [{ message: 'It failed.', path: [field, 'x'] }]);
  expect(outcomeOf({ ...(errors.length > 0 && { errors }), data: new JsonText(Buffer.from(JSON.stringify({ data }))) })).toBe(outcome);
});
