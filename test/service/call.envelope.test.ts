/* The envelope (§1): success, rejection, or neither; and text around it. */

import fc from 'fast-check';
import { JsonBody } from '../../src/json/json.js';
import { failureCause } from '../../src/records/attempt-outcome.js';
import { UpstreamInvalidResponseError, UpstreamRejectedError, type UpstreamError } from '../../src/records/errors.js';
import type { ActivityId } from '../../src/records/ids.js';
import { createCall, type ReplyOptions, decodeEnvelope } from '../../src/service/call.js';
import { listTickets } from '../../src/service/endpoints.js';
import type { CallOptions, WireReply } from '../../src/service/transport/exchange.js';
import { times } from '../support/times.js';

const open = (body: string | Buffer) => decodeEnvelope('/api/ticket/data', new JsonBody(Buffer.from(body)));
const failure = (body: string | Buffer): unknown => {
  try {
    open(body);
  } catch (error) {
    return error;
  }
  return null;
};
/** The error of a reply. @throws where it is no error of this class */
function failureOf<E extends UpstreamError>(body: string, errorClass: new (...args: never[]) => E): E {
  const error = failure(body);
  if (error instanceof errorClass) return error;
  throw new Error(`Expected ${errorClass.name}, not ${String(error)}.`);
}

test.each(['{"code":1}', '{"code":"1"}', '\ufeff{"code":1}', ' \n{"code":1}\n', '{"code":1.0}', '{"code":true}', '{"code":0,"code":1}'])(
  '%j is a success',
  (body) => {
    expect(open(body).raw['code']).toBeDefined();
  },
);

test.each(['{"code":0,"msg":"Not allowed"}', '{"code":"0","msg":"Not allowed"}', '{"code":false,"msg":["Not allowed"]}'])(
  '%s is a rejection with the message of the service',
  (body) => {
    const error = failureOf(body, UpstreamRejectedError);
    expect(error.details()).toEqual({ upstream: { operation: '/api/ticket/data', message: 'Not allowed' } });
  },
);

test.each(['{"code":0}', '{"code":0,"msg":null}', '{"code":0,"msg":{"a":{}}}', '{"code":0,"msg":[true,""]}', '{"code":0,"msg":""}'])(
  '%s is a rejection without a message',
  (body) => {
    expect(failureOf(body, UpstreamRejectedError).serviceMessage).toBe('');
  },
);

test.each([
  ['1062', '1062'],
  ['["手机号已报名",null,7]', '手机号已报名; 7'],
  ['{"mobile":["手机号格式错误"],"2":"b","1":"13800138000"}', '手机号格式错误; b; ***'],
  ['110101199003078515', '***'],
  ['["a\\ud83d"]', 'a\ufffd'],
  [`["${'a '.repeat(300)}",${'"b",'.repeat(10_000)}"c"]`, 'a '.repeat(250)],
])('the message %.50s is its texts, joined and masked', (msg, message) => {
  expect(failureOf(`{"code":0,"msg":${msg}}`, UpstreamRejectedError).serviceMessage).toBe(message);
});

test.each([
  '{"code":null}',
  '{}',
  '{"code":-1}',
  '{"code":2}',
  '{"code":"ok"}',
  '{"code":[1]}',
  '{"code":""}',
  '{"code":1.5}',
  '{"code":1.00000000000000000001}',
  '{"code":"01"}',
])('the envelope %s has no valid code', (body) => {
  const error = failureOf(body, UpstreamInvalidResponseError);
  expect(error.details()).toEqual({ upstream: { operation: '/api/ticket/data', path: '$.code' } });
});

test.each(['', ' ', '<html>', '{"code":1', 'null x', '{"code":1}}', "{'code':1}", '\u0000', 'NaN'])('the reply %j is not JSON', (body) => {
  const error = failureOf(body, UpstreamInvalidResponseError);
  expect({ path: error.path, expected: error.expected }).toEqual({ path: '$', expected: 'JSON' });
});

test.each(['null', '1', '"text"', '[]', '[{"code":1}]', 'true'])('the reply %s is JSON but not an envelope', (body) => {
  const error = failureOf(body, UpstreamInvalidResponseError);
  expect({ path: error.path, expected: error.expected }).toEqual({ path: '$', expected: 'an object' });
});

/** Calls §4.9 over a transport that has this reply. */
const callOver = (reply: WireReply, options?: ReplyOptions, callOptions?: CallOptions) =>
  createCall(
    async (_request, read) => read(reply),
    () => 'boundary',
    options,
  )(listTickets, 1001 as ActivityId, undefined, callOptions);

const page = JSON.stringify({ code: 1, msg: '', data: times(200, (id) => ({ id, code: 0, text: 'a "}{" b' })) });

test('byte order marks, blanks and line ends before the JSON are skipped, however many and in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('\ufeff', ' ', '\n', '\r\n', '\t')), fc.constantFrom('{"code":1}', page), (marks, json) => {
      const body = new JsonBody(Buffer.from(marks.join('') + json));
      expect(decodeEnvelope('/api/ticket/data', body).raw['code']).toBe(1);
      expect(body.textAround).toBeNull();
    }),
  );
});

describe('text around an envelope', () => {
  /** Text without unpaired braces, which is not JSON beside an envelope. */
  const noise = fc.oneof(
    fc.constantFrom(
      '<br />\n<b>Notice</b>:  Undefined index: money in <b>/www/a.php</b> on line <b>3</b><br />\n',
      'array(1) { ["id"]=> int(7) }',
      '{"level":"debug","sql":"SELECT 1"}',
      'Warning: it\'s "quoted"',
      "{'code':1}",
      '\u0000',
    ),
    fc.string({ minLength: 1 }).filter((text) => !/[{}]/.test(text) && text.trim() !== ''),
  );
  const none = fc.constant('');

  test.each([
    ['before', noise, none],
    ['after', none, noise],
    ['before and after', noise, noise],
  ])('text %s an envelope is skipped, and where it stood is known', (where, before, after) => {
    fc.assert(
      fc.property(before, fc.constantFrom('{"code":1,"msg":"","data":[]}', page), after, (start, json, end) => {
        const body = new JsonBody(Buffer.from(start + json + end));
        const { raw, position } = decodeEnvelope('/api/ticket/data', body);
        expect([raw['code'], position.path, body.textAround]).toEqual([1, '$', where]);
      }),
    );
  });

  test.each([
    ['two envelopes', '{"code":1}{"code":1}'],
    ['two envelopes with text between', '{"code":0,"msg":"a"}\nNotice\n{"code":1}'],
    ['a truncated envelope whose record has a code', 'Notice {"code":1,"data":[{"id":7,"code":1}'],
    ['broken JSON around an object with a code', '{"code":1,,"data":{"code":1}}'],
    ['an end of an envelope without its beginning', '"data":{"code":1}}'],
    ['a text with more braces than are looked at', `${'{}'.repeat(1_001)}{"code":1}`],
    ['no object with a code', 'Notice {"id":7}'],
  ])('an envelope is not guessed at: %s', (_what, text) => {
    expect(failureOf(text, UpstreamInvalidResponseError)).toMatchObject({ flaw: 'NOT_JSON' });
  });

  test('text around an envelope is reported with the operation, for a rejection too', async () => {
    for (const json of ['{"code":1,"data":[]}', '{"code":0,"msg":"no"}']) {
      const seen: unknown[] = [];
      const reply = { status: 200, headers: {}, body: Buffer.from(`Notice ${json}`) };
      await callOver(reply, { onTextAround: (...facts) => seen.push(facts) }).catch(() => null);
      expect(seen).toEqual([['/api/ticket/data', 'before']]);
    }
  });
});

test.each([
  ['application/json; charset=gbk', Buffer.from([0xcd, 0xf5]), true],
  ['text/html;charset="GB18030"', Buffer.from([0xcd, 0xf5]), true],
  ['application/json; charset=big5', Buffer.from('王'), true],
  [['application/json', 'text/html; charset=gbk'], Buffer.from([0xcd, 0xf5]), true],
  ['application/json; charset=gbk', Buffer.from('Ada'), false],
  ['application/json; charset=utf-8', Buffer.from('王'), false],
  ['application/json; charset=UTF8', Buffer.from('王'), false],
  ['application/json; charset=us-ascii', Buffer.from('王'), false],
  ['application/json; charset=', Buffer.from('王'), false],
  ['application/json', Buffer.from([0xcd, 0xf5]), false],
])('a reply typed %s with the text %p: refused %p', async (contentType, bytes, refused) => {
  const body = Buffer.concat([Buffer.from('{"code":1,"data":[{"id":1,"name":"'), bytes, Buffer.from('"}]}')]);
  const tickets = await callOver({ status: 200, headers: { 'content-type': contentType }, body }).catch(failureCause);
  if (refused) expect(tickets).toBe('CHARSET');
  else expect(tickets).toMatchObject([{ name: bytes.toString() }]);
});

test('any bytes are an envelope, an invalid response or a rejection', () => {
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

test('a rejection is matched by the original message, and shows the masked one', () => {
  const error = failureOf('{"code":0,"msg":"No such attendee: 13800138000"}', UpstreamRejectedError);
  expect(UpstreamRejectedError.matches(error, /^No such attendee: 138/)).toBe(true);
  expect(error.serviceMessage).toBe('No such attendee: ***');
  expect(JSON.stringify(error) + String(error) + JSON.stringify(error.details())).not.toContain('13800138000');
});

describe('a reply with more objects, lists and members than can be parsed in short time', () => {
  const openList = (items: string) => decodeEnvelope('/api/ticket/data', new JsonBody(Buffer.from(`{"code":1,"data":[${items}]}`)));
  const listOf = (count: number, item: string) => Array(count).fill(item).join();
  let parsed: jest.SpyInstance;
  beforeEach(() => void (parsed = jest.spyOn(JSON, 'parse')));
  afterEach(() => parsed.mockRestore());

  test('a reply with too many values is refused before it is parsed', () => {
    expect(() => openList(listOf(500_000, '{}'))).toThrow(
      expect.objectContaining({ path: 'body', expected: 'at most 500000 values', flaw: 'TOO_LARGE' }),
    );
    expect(parsed).not.toHaveBeenCalled();
    expect(() => openList(listOf(499_990, '{}'))).not.toThrow();
  });

  test('a reply with as many values is accepted if the scanner reads it, which creates none', () => {
    const { raw } = openList(listOf(240_000, '{"id":1,"num":2}'));
    expect(raw.data).toHaveLength(240_000);
    expect(parsed).not.toHaveBeenCalled();
  });
});
