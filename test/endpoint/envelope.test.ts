import fc from 'fast-check';
import { openEnvelope } from '../../src/endpoint/envelope.js';
import { UpstreamInvalidResponseError, UpstreamRejectedError } from '../../src/model/upstream-errors.js';

const open = (body: string | Buffer, status = 200) => openEnvelope('/api/ticket/data', { status, headers: {}, body: Buffer.from(body) });
const failure = (body: string | Buffer, status = 200): any => {
  try {
    open(body, status);
  } catch (error) {
    return error;
  }
  return null;
};

test.each(['{"code":1}', '{"code":"1"}', '\ufeff{"code":1}', ' \n{"code":1}\n', '{"code":1.0}', '{"code":0,"code":1}'])(
  '%j is a success',
  (body) => {
    expect(open(body).raw['code']).toBeDefined();
  },
);

test.each([200, 400, 404])('the code decides under status %i too', (status) => {
  expect(open('{"code":1}', status).raw).toEqual({ code: 1 });
  expect(failure('{"code":0,"msg":"no"}', status)).toBeInstanceOf(UpstreamRejectedError);
});

test.each(['{"code":0,"msg":"Not allowed"}', '{"code":"0","msg":"Not allowed"}'])('%s is a refusal in the words of the service', (body) => {
  const error = failure(body);
  expect(error).toBeInstanceOf(UpstreamRejectedError);
  expect(error.details()).toEqual({ upstream: { operation: '/api/ticket/data', message: 'Not allowed' } });
});

test.each(['{"code":0}', '{"code":0,"msg":null}', '{"code":0,"msg":7}', '{"code":0,"msg":{"a":1}}', '{"code":0,"msg":""}'])(
  '%s is a refusal without words',
  (body) => {
    expect(failure(body).serviceMessage).toBe('');
  },
);

test.each([
  '{"code":true}',
  '{"code":false}',
  '{"code":null}',
  '{}',
  '{"code":-1}',
  '{"code":2}',
  '{"code":"ok"}',
  '{"code":[1]}',
  '{"code":""}',
  '{"code":1.5}',
  '{"code":"01"}',
])('%s has no code of the interface', (body) => {
  const error = failure(body);
  expect(error).toBeInstanceOf(UpstreamInvalidResponseError);
  expect(error.details()).toEqual({ upstream: { operation: '/api/ticket/data', path: '$.code' } });
});

test.each(['', ' ', '<html>', '{"code":1', 'null x', '{"code":1}}', "{'code':1}", '\u0000', 'NaN'])('%j is not JSON', (body) => {
  const error = failure(body);
  expect(error).toBeInstanceOf(UpstreamInvalidResponseError);
  expect([error.path, error.expected]).toEqual(['$', 'JSON']);
});

test.each(['null', '1', '"text"', '[]', '[{"code":1}]', 'true'])('%s is JSON but no envelope', (body) => {
  const error = failure(body);
  expect([error.path, error.expected]).toEqual(['$', 'an object']);
});

test('whatever the bytes are, they open or are refused as an answer', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array(),
        fc.json().map((text) => Buffer.from(text)),
      ),
      (bytes) => {
        const error = failure(Buffer.from(bytes));
        expect(error === null || error instanceof UpstreamInvalidResponseError || error instanceof UpstreamRejectedError).toBe(true);
      },
    ),
  );
});

test('a refusal can be told by the words of the service as they were, and shows them masked', () => {
  const error = failure('{"code":0,"msg":"No such attendee: 13800138000"}');
  expect(error.says(/^No such attendee: 138/)).toBe(true);
  expect(error.serviceMessage).toBe('No such attendee: ***');
  expect(JSON.stringify(error) + String(error) + JSON.stringify(error.details())).not.toContain('13800138000');
});
