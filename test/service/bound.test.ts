/* The endpoints that a file binds (§4.12): what they state, what they send, and how they decode results. */

import { JsonBody } from '../../src/json/json.js';
import { detailFields, type AttendeeDetail } from '../../src/records/attendee.js';
import { UpstreamInvalidResponseError } from '../../src/records/errors.js';
import type { ActivityId } from '../../src/records/ids.js';
import type { BoundInput } from '../../src/records/operations-file.js';
import { boundEndpoints, type BoundEndpoint } from '../../src/service/bound.js';
import { wireRequest, decodeEnvelope } from '../../src/service/call.js';
import { bound } from '../support/bound.js';
import { attendeeDetail, listedAttendee } from './samples.js';

const activityId = 1001 as ActivityId;
const read = { on: 'Activity', method: 'GET' };
const write = { on: 'Mutation', method: 'POST' };

/** The endpoint of one operation of a file. */
function endpointOf(operation: Record<string, unknown>, types?: object): BoundEndpoint {
  const file = { ...(types && { types }), operations: { example: { path: '/api/x', ...operation } } };
  return boundEndpoints(bound(file)).get('example')!;
}

test('an endpoint has what its operation states, and a name that no documented one has', () => {
  const stated = { name: 'operations:example', section: '4.12', method: 'GET', path: '/api/x', auth: 'none', repeatableBy: 'transport' };
  expect(endpointOf({ ...read, auth: 'none', ttl: 30, personal: false })).toMatchObject({ ...stated, cachedAs: { ttlSeconds: 30 } });
  expect(endpointOf(read)).not.toHaveProperty('cachedAs');
  expect(endpointOf({ ...write, repeatable: true }).repeatableBy).toBe('transport');
  for (const once of [write, { ...read, repeatable: false }]) expect(endpointOf(once).repeatableBy).toBe('caller');
});

test('an endpoint masks every string of the arguments and of the constants, because any may be a credential', () => {
  const parameters = { token: { type: 'String' }, ids: { type: '[ID!]' }, count: { type: 'Int' }, key: { value: 'constant-key' } };
  const secrets = endpointOf({ ...read, parameters }).secrets({ token: 'caller-token', ids: ['1', '2'], count: 3 });
  expect(secrets.map((secret) => secret.reveal())).toEqual(['constant-key', 'caller-token', '1', '2']);
});

describe('a request', () => {
  const parameters = {
    text: { type: 'String', as: 'data[0][text]' },
    count: { type: 'Int' },
    price: { type: 'Float' },
    vip: { type: 'Boolean', as: 'is_vip' },
    ids: { type: '[ID!]' },
    flags: { type: '[Boolean!]' },
    source: { value: 'graph' },
    form_id: { value: '{activityId}' },
    draft: { value: true },
    limit: { value: 20 },
  };
  const input = { text: 'a,"ü"&=\r\n', count: -5, price: 1e21, vip: true, ids: ['007', 'a+b'], flags: [true, false] };
  const request = (operation: Record<string, unknown>, given: BoundInput = {}) =>
    wireRequest(endpointOf(operation), activityId, given, () => 'boundary');

  test.each([
    ['a multipart body', write, 'multipart/form-data; boundary=boundary'],
    ['a form body', { ...write, body: 'form' }, 'application/x-www-form-urlencoded'],
    ['a query string, without a body', read, null],
  ])('in %s has each value as text, and the constants', async (_encoding, operation, contentType) => {
    const receive = async (sent: ReturnType<typeof request>) => {
      expect(sent.contentType).toBe(contentType);
      const { target, body } = sent;
      if (body === null) return Object.fromEntries(new URLSearchParams(target.split('?')[1]));
      return Object.fromEntries(await new Response(new Uint8Array(body), { headers: { 'content-type': contentType! } }).formData());
    };
    const constants = { source: 'graph', form_id: '1001', draft: '1', limit: '20' };
    const values = { count: '-5', price: '1000000000000000000000', is_vip: '1', ids: '007,a+b', flags: '1,0' };
    expect(await receive(request({ ...operation, parameters }, input))).toEqual({ 'data[0][text]': input.text, ...values, ...constants });
    expect(await receive(request({ ...operation, parameters }, { vip: false }))).toEqual({ is_vip: '0', ...constants });
  });

  test('a request in JSON has the types of JSON; ids and the number of the activity are strings', () => {
    const { contentType, body } = request({ ...write, body: 'json', parameters }, input);
    expect(contentType).toBe('application/json');
    const { text, vip, ...others } = input;
    const constants = { source: 'graph', form_id: '1001', draft: true, limit: 20 };
    expect(JSON.parse(body!.toString())).toEqual({ 'data[0][text]': text, is_vip: vip, ...others, ...constants });
  });

  test('a request without parameters has no query string, or an empty form', () => {
    expect(request(read).target).toBe('/api/x');
    expect(request(write).body!.toString()).toBe('--boundary--\r\n');
    expect(request({ ...write, body: 'form' })).toMatchObject({ contentType: 'application/x-www-form-urlencoded', body: Buffer.from('') });
  });
});

/** The result that an endpoint decodes. @param json the text of the reply */
const resultOf = (endpoint: BoundEndpoint, json: string): unknown =>
  endpoint.decode(decodeEnvelope('/api/x', new JsonBody(Buffer.from(json))), activityId, {}).result;

/** The value of a field of a type. @param raw its member in the reply as JSON text; undefined if the reply lacks it */
function valueOf(type: string, raw: string | undefined, types: object = {}): unknown {
  const endpoint = endpointOf({ ...read, result: 'Holder' }, { Holder: { fields: { value: { type } } }, ...types });
  const holder = resultOf(endpoint, `{"code":1,"data":{${raw === undefined ? '' : `"value":${raw}`}}}`);
  return (holder as { readonly value: unknown }).value;
}

/** Where a reply is invalid, and what was expected there. */
function problem(run: () => unknown): string {
  try {
    return `no error, but ${JSON.stringify(run())}`;
  } catch (error) {
    if (!(error instanceof UpstreamInvalidResponseError)) throw error;
    return `${error.path}: ${error.expected}`;
  }
}

describe('a result', () => {
  test('a result is the value at the path of the operation; of a Boolean without a path, the success', () => {
    const names = endpointOf({ ...read, result: '[String!]', data: 'data.names' });
    expect(resultOf(names, '{"code":1,"data":{"names":["a",2]}}')).toEqual(['a', '2']);
    expect(resultOf(endpointOf({ ...write, result: 'Boolean' }), '{"code":1}')).toBe(true);
    expect(resultOf(endpointOf({ ...read, result: 'Boolean', data: 'data.flag' }), '{"code":1,"data":{"flag":"0"}}')).toBe(false);
  });

  test('a missing or broken result of a write is an error in its place, so that the write itself counts as done', () => {
    const endpoint = endpointOf({ ...write, result: 'Int' });
    const decode = (json: string) => endpoint.decode(decodeEnvelope('/api/x', new JsonBody(Buffer.from(json))), activityId, {});
    const [missing, broken] = [decode('{"code":1}'), decode('{"code":1,"data":"many"}')];
    expect([missing.result, broken.result].map(String)).toEqual([
      expect.stringMatching(/expected a value at \$\.data\. The write has happened/),
      expect.stringMatching(/expected an integer at \$\.data\. The write has happened/),
    ]);
  });

  test.each([
    ['read', read, 'Report it to the operator'],
    ['write', write, 'The write has happened'],
  ])('a broken value within the result of a %s is an error that says what to do', (_what, operation, advice) => {
    const types = { Order: { fields: { amounts: { type: '[Int]' }, buyer: { type: 'Attendee' } } } };
    const reply = { code: 1, data: { amounts: ['many'], buyer: { id: 7, form_id: 1001, contact: {} } } };
    const order = resultOf(endpointOf({ ...operation, result: 'Order' }, types), JSON.stringify(reply)) as {
      readonly amounts: readonly unknown[];
      readonly buyer: AttendeeDetail;
    };
    expect(order.amounts[0]).toMatchObject({ message: expect.stringContaining(advice) });
    expect(() => order.buyer.name).toThrow(advice);
  });

  test.each([
    ['{"total":0}', '$.data.list: an array'],
    ['"x"', '$.data: an object'],
    ['{"list":"x"}', '$.data.list: an array'],
  ])('a result that must be a list and is not, in the data %s, is an error at %s', (data, expected) => {
    const endpoint = endpointOf({ ...read, result: '[String!]', data: 'data.list' });
    expect(problem(() => resultOf(endpoint, `{"code":1,"data":${data}}`))).toBe(expected);
  });
});

describe('a value', () => {
  test.each([
    ['String', '7', '7'],
    ['String', '""', null],
    ['String!', '""', ''],
    ['ID', '"0012"', '0012'],
    ['Int', '"12"', 12],
    ['Int', 'false', null],
    ['Float', '"1.50"', 1.5],
    ['Float', '1.50', 1.5],
    ['Float', '2', 2],
    ['Float', '1e21', 1e21],
    ['Boolean', '"1"', true],
    ['Boolean', '1.0', true],
    ['Boolean', '0', false],
    ['Boolean', '"0"', false],
    ['Boolean', 'false', false],
    ['Boolean', 'null', null],
    ['DateTime', '"1800000000"', new Date(1_800_000_000_000)],
    ['Decimal', '199.90', '199.90'],
    ['JSON', '{"a":[1,null,"ü"]}', { a: [1, null, 'ü'] }],
    ['JSON', '1e400', '1e400'],
    ['JSON', 'false', false],
    ['JSON', 'null', null],
  ])('of the type %s may be %s', (type, raw, value) => {
    expect(valueOf(type, raw)).toEqual(value);
    if (!type.endsWith('!')) expect(valueOf(`[${type}]`, `[${raw}]`)).toEqual([value]);
  });

  test.each([
    ['String', '{}', 'a string'],
    ['Int', '1.5', 'an integer'],
    ['Int', '2147483648', 'an integer of 32 bits'],
    ['Float', '"1,5"', 'a decimal number'],
    ['Float', 'true', 'a number'],
    ['Float', '1e400', 'a number'],
    ['Float', '9007199254740993', 'a number that a Float can hold'],
    ['Float', '"12345678901234567890"', 'a number that a Float can hold'],
    ['Boolean', '"yes"', 'true or false, as 1 or 0'],
    ['Boolean', '1.50', 'true or false, as 1 or 0'],
    ['DateTime', '"today"', 'an integer'],
    ['Decimal', '"1e9"', 'a decimal number'],
    ['String!', 'null', 'a string'],
    ['ID!', '""', 'an id'],
    ['Holder', '"seat"', 'an object'],
    ['Holder', '[1]', 'an object'],
    ['FormField!', 'null', 'an object'],
  ])('of the type %s is not %s', (type, raw, expected) => {
    expect(problem(() => valueOf(type, raw))).toBe(`$.data.value: ${expected}`);
  });

  test.each(['ID', 'Int', 'Float', 'DateTime', 'Decimal'])(
    'of the type %s is null without a value, and an error if it is not nullable',
    (type) => {
      for (const raw of [undefined, 'null', '""', '[]', ...(['Float', 'Decimal'].includes(type) ? ['"  "'] : [])]) {
        expect(valueOf(type, raw)).toBeNull();
        expect(problem(() => valueOf(`${type}!`, raw))).toMatch(/^\$\.data\.value: (an? |Unix seconds$)/);
      }
    },
  );

  test('a missing list is null, or an error if it must not be null; `false`, null and {} are an empty list', () => {
    expect(valueOf('[Int]', undefined)).toBeNull();
    expect(problem(() => valueOf('[Int]!', undefined))).toBe('$.data.value: an array');
    for (const raw of ['false', 'null', '{}']) expect(valueOf('[Int!]!', raw)).toEqual([]);
    expect(problem(() => valueOf('[Int]', '"a"'))).toBe('$.data.value: an array');
  });

  test('a broken item is an error beside the other items if items may be null; otherwise the list fails as a whole', () => {
    const [first, second, third] = valueOf('[Int]', '[1,"one",3]') as unknown[];
    expect([first, third]).toEqual([1, 3]);
    expect(second).toMatchObject({ path: '$.data.value[1]', expected: 'an integer' });
    expect(problem(() => valueOf('[Int!]', '[1,"one",3]'))).toBe('$.data.value[1]: an integer');
    expect(problem(() => valueOf('[Int!]', '[1,null]'))).toBe('$.data.value[1]: an integer');
  });
});

describe('a record of a type of the file', () => {
  const Room = {
    fields: { name: { type: 'String!', from: 'info.name' }, constructor: { type: 'Int' }, parts: { type: '[Room!]' } },
  };
  type Room = { readonly name: string; readonly parts: readonly Room[] };
  const endpoint = endpointOf({ ...read, result: 'Room' }, { Room });
  const room = (raw: object) => resultOf(endpoint, JSON.stringify({ code: 1, data: raw })) as Room & Record<string, unknown>;

  test('a record has the fields of its type, and no other member', () => {
    const { name, constructor, parts } = room({ info: { name: 'Hall' }, constructor: 3, parts: [{ info: { name: 'Stage' } }] });
    expect([name, constructor, parts[0]!.name]).toEqual(['Hall', 3, 'Stage']);
    const record = room({ info: { name: 'Hall' }, other: 1 });
    expect([record['constructor'], record['toString'], record['raw'], record['other']]).toEqual([null, undefined, undefined, undefined]);
    expect(Object.keys(record)).toEqual([]);
  });

  test('a record decodes a field when it is read, and an invalid one fails by itself, at its position', () => {
    const record = room({ info: {}, constructor: 'many', parts: 'none' });
    expect(problem(() => record.name)).toBe('$.data.info.name: a string');
    expect(problem(() => record['constructor'])).toBe('$.data.constructor: an integer');
    expect(problem(() => record.parts)).toBe('$.data.parts: an array');
    const nested = room({ parts: [{}, { parts: [{}, { constructor: 'many' }] }] });
    expect(problem(() => nested.parts[1]!.parts[1]!.constructor)).toBe('$.data.parts[1].parts[1].constructor: an integer');
  });

  test('a list is empty beyond an empty member of a path, and an error beyond a missing one, or at one that is no object', () => {
    const at = (data: object) => resultOf(endpointOf({ ...read, result: '[Int!]', data: 'data.a.b' }), JSON.stringify({ code: 1, data }));
    expect(at({ a: { b: [0] } })).toEqual([0]);
    for (const a of [null, '', [], {}, false]) expect(at({ a })).toEqual([]);
    expect(problem(() => at({ c: 1 }))).toBe('$.data.a.b: an array');
    expect(problem(() => at({ a: 'text' }))).toBe('$.data.a: an object');
  });

  test.each(['length', '0'])('a record has no value at a path into an array, here to its member %s', (member) => {
    const at = (a: object) =>
      resultOf(endpointOf({ ...read, result: 'String', data: `data.${member}` }), JSON.stringify({ code: 1, data: a }));
    expect(problem(() => at([{ b: 1 }]))).toBe('$.data: an object');
    expect(at({ [member]: 'x' })).toBe('x');
  });

  test('names beyond ASCII and members of members are found, however the rest of the reply makes it read', () => {
    const Speaker = { fields: { name: { type: 'String', from: '姓名' }, url: { type: 'String', from: 'avatar.url' } } };
    const speakers = endpointOf({ ...read, result: '[Speaker!]', data: 'data.列表' }, { Speaker });
    for (const other of ['', 'x'.repeat(4096), '\\u4e2d']) {
      const reply = `{"code":1,"other":"${other}","data":{"列表":[{"姓名":"张三","avatar":{"url":"u1"}}]}}`;
      const [speaker] = resultOf(speakers, reply) as [{ name: string; url: string }];
      expect([speaker.name, speaker.url]).toEqual(['张三', 'u1']);
    }
  });

  test('a record in a list is decoded even beside an item that is no object, whose fields fail', () => {
    const { parts } = room({ parts: ['seat', null, { info: { name: 'Stage' } }] });
    expect(parts).toHaveLength(3);
    expect(problem(() => parts[0]!.name)).toBe('$.data.parts[0]: an object');
    expect(problem(() => parts[1]!.name)).toBe('$.data.parts[1]: an object');
    expect(parts[2]!.name).toBe('Stage');
  });
});

describe('an attendee', () => {
  const absentFields = (raw: object) => {
    const attendee = valueOf('Attendee', JSON.stringify(raw)) as AttendeeDetail;
    return [...detailFields].filter((field) => !attendee.has(field));
  };

  test('an attendee lacks detail fields, unless the record has them: null and "" are values', () => {
    expect(absentFields(attendeeDetail)).toEqual([]);
    expect(absentFields(listedAttendee)).toEqual([...detailFields]);
    expect(absentFields({ ...listedAttendee, points: null, other_channel: '' })).toEqual(['companyTaxId']);
  });

  test('an object without members is no attendee', () => {
    expect(valueOf('Attendee', '{}')).toBeNull();
    expect(resultOf(endpointOf({ ...write, result: 'Attendee' }), '{"code":1,"data":{}}')).toBeNull();
  });

  test('an attendee of another activity is null in a read, and omitted where items are never null', () => {
    const foreign = '{"id":7,"form_id":1002}';
    expect(valueOf('Attendee', foreign)).toBeNull();
    expect(valueOf('[Attendee]', `[${foreign},null,{"id":8,"form_id":"1001"}]`)).toMatchObject([null, null, { id: 'attendee:1001:8' }]);
    expect(valueOf('[Attendee!]', `[${foreign},{"id":8}]`)).toMatchObject([{ id: 'attendee:1001:8' }]);
  });
});
