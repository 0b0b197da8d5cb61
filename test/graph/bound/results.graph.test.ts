/* How results of bound operations are decoded, type by type, and what an invalid value affects. */

import { bound } from '../../support/bound.js';
import { fakeService } from '../../support/fake-service.js';
import { graphOver, type GraphUnderTest } from '../../support/graph.js';

const read = { on: 'Activity', method: 'POST', scope: 'content:read' };
const fields = {
  id: { type: 'ID!' },
  text: { type: 'String' },
  required: { type: 'String!' },
  int: { type: 'Int' },
  float: { type: 'Float' },
  flag: { type: 'Boolean' },
  at: { type: 'DateTime' },
  price: { type: 'Decimal' },
  any: { type: 'JSON' },
  url: { type: 'String', from: 'avatar.url' },
  tags: { type: '[String!]' },
  numbers: { type: '[Int]' },
  talks: { type: '[ScheduleItem!]', from: 'agenda' },
  attendee: { type: 'Attendee' },
  guests: { type: '[BoundGuest!]' },
  // Members of Object.prototype and of the views of documented records.
  constructor: { type: 'String' },
  read: { type: 'String' },
};
const operations = {
  boundGuests: { ...read, path: '/api/guests', result: '[BoundGuest!]', data: 'data.list' },
  boundGuest: { ...read, path: '/api/guest', result: 'BoundGuest' },
  raw: { ...read, path: '/api/raw' },
  done: { ...read, path: '/api/done', result: 'Boolean' },
  flag: { ...read, path: '/api/flag', result: 'Boolean', data: 'data.flag' },
  address: { ...read, path: '/api/address', result: 'String', data: 'url' },
  codes: { ...read, path: '/api/codes', result: '[String!]' },
  people: { ...read, path: '/api/people', result: '[Attendee!]' },
  missing: { ...read, path: '/api/missing', result: 'BoundGuest', notFound: '^No such' },
};

let replies: Record<string, unknown>;
let graph: GraphUnderTest;
beforeAll(async () => {
  const paths = Object.values(operations).map(({ path }) => path);
  const service = await fakeService(Object.fromEntries(paths.map((path) => [path, () => replies[path]])));
  graph = await graphOver(service.url, { operations: bound({ types: { BoundGuest: { fields } }, operations }) });
});
afterEach(() => {
  if (graph.defects.length > 0) throw graph.defects[0];
});

const guest = async (record: object, selection: string) => {
  replies = { '/api/guest': { code: 1, data: { id: 1, required: 'x', ...record } } };
  const { data, errors } = await graph.run(`{ activity { boundGuest { ${selection} } } }`);
  return { value: data.activity.boundGuest?.[selection], errors };
};

test('each scalar, and a path, has the value that the record states in the notation of the service', async () => {
  const record = {
    text: 7,
    required: '',
    id: '0012',
    int: '1',
    float: '1.50',
    flag: '0',
    at: '1700000000',
    price: '19.90',
    any: { a: [1, null, 'ü'] },
    avatar: { url: 'u' },
    tags: ['a', 1],
    numbers: ['1', null],
    constructor: 'c',
    read: 'r',
  };
  replies = { '/api/guest': { code: 1, data: record } };
  const { data, errors } = await graph.run(
    '{ activity { boundGuest { id text required int float flag at price any url tags numbers constructor read } } }',
  );
  expect(errors).toEqual([]);
  expect(data.activity.boundGuest).toEqual({
    id: '0012',
    text: '7',
    required: '',
    int: 1,
    float: 1.5,
    flag: false,
    at: '2023-11-14T22:13:20Z',
    price: '19.90',
    any: { a: [1, null, 'ü'] },
    url: 'u',
    tags: ['a', '1'],
    numbers: [1, null],
    constructor: 'c',
    read: 'r',
  });
  expect(await guest({}, 'constructor')).toEqual({ value: null, errors: [] });
});

test.each<[field: string, record: object, path: string]>([
  ['int', { int: 2 ** 31 }, '$.data.int'],
  ['url', { avatar: 'u' }, '$.data.avatar'],
  ['tags', { tags: ['a', null] }, '$.data.tags[1]'],
])('the field %s of the record %j is an invalid response at its position, and affects that field only', async (field, record, path) => {
  replies = { '/api/guest': { code: 1, data: { id: 1, required: 'x', ...record } } };
  const { data, errors } = await graph.run(`{ activity { boundGuest { id ${field} } } }`);
  expect(data.activity.boundGuest).toEqual({ id: '1', [field]: null });
  expect(errors).toMatchObject([
    {
      path: ['activity', 'boundGuest', field],
      extensions: { code: 'UPSTREAM_INVALID_RESPONSE', upstream: { operation: '/api/guest', path } },
    },
  ]);
});

test('a missing value that must not be null discards its object, and a broken item of a list that may be null discards only itself', async () => {
  const required = await guest({ required: null }, 'required');
  expect(required).toMatchObject({ value: undefined, errors: [{ extensions: { upstream: { path: '$.data.required' } } }] });
  const { value, errors } = await guest({ numbers: [1, 'x', 3] }, 'numbers');
  expect(value).toEqual([1, null, 3]);
  expect(errors).toMatchObject([
    { path: ['activity', 'boundGuest', 'numbers', 1], extensions: { upstream: { path: '$.data.numbers[1]' } } },
  ]);
});

test('a type contains itself and documented records, which keep the global ids of the activity', async () => {
  const record = {
    guests: [{ id: 2, required: 'y', agenda: [{ id: 5, title: 'Talk' }] }],
    attendee: { id: 9, form_id: 1001, contact: 'Ada' },
  };
  replies = { '/api/guest': { code: 1, data: { id: 1, ...record } } };
  const { data, errors } = await graph.run('{ activity { boundGuest { guests { id talks { id title } } attendee { id name } } } }');
  expect(errors).toEqual([]);
  expect(data.activity.boundGuest).toEqual({
    guests: [{ id: '2', talks: [{ id: 'scheduleItem:1001:5', title: 'Talk' }] }],
    attendee: { id: 'attendee:1001:9', name: 'Ada' },
  });
});

test('a reply without the list is an invalid response at the place of the list; an empty object in its place is an empty list', async () => {
  replies = { '/api/guests': { code: 1, data: { list: {} } } };
  expect((await graph.run('{ activity { boundGuests { id } } }')).data.activity.boundGuests).toEqual([]);
  replies = { '/api/guests': { code: 1, data: {} } };
  const { data, errors } = await graph.run('{ activity { boundGuests { id } } }');
  expect(data.activity.boundGuests).toBeNull();
  expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_INVALID_RESPONSE', upstream: { path: '$.data.list' } } }]);
});

test('JSON is the member as it is, in a short reply and in a long one', async () => {
  const list = Array.from({ length: 200 }, (_, index) => ({ id: index, name: `Zoë ${index}`, nested: { a: [index, null, true] } }));
  for (const value of [list, list.slice(0, 1), { a: 1 }, 'text', 0, false, null]) {
    replies = { '/api/raw': { code: 1, data: value } };
    expect((await graph.run('{ activity { raw } }')).data.activity.raw).toEqual(value);
  }
});

test('a record of a long reply has the same fields as one of a short reply', async () => {
  const list = Array.from({ length: 200 }, (_, index) => ({ id: index + 1, text: 'ü', avatar: { url: `u${index}` }, guests: [{ id: 7 }] }));
  replies = { '/api/guests': { code: 1, data: { list } }, '/api/people': { code: 1, data: list } };
  const { data, errors } = await graph.run('{ activity { boundGuests { id text url guests { id } } people { id } } }');
  expect(errors).toEqual([]);
  expect(data.activity.boundGuests[199]).toEqual({ id: '200', text: 'ü', url: 'u199', guests: [{ id: '7' }] });
  expect(data.activity.people[199]).toEqual({ id: 'attendee:1001:200' });
});

test('a success, a Boolean or a text beside the `data`, and a list of texts are results too', async () => {
  replies = {
    '/api/done': { code: 1, msg: '' },
    '/api/flag': { code: 1, data: { flag: '0' } },
    '/api/address': { code: 1, url: 'https://x' },
    '/api/codes': { code: 1, data: [1, 'b'] },
  };
  const { data, errors } = await graph.run('{ activity { done flag address codes } }');
  expect({ activity: data.activity, errors }).toEqual({
    activity: { done: true, flag: false, address: 'https://x', codes: ['1', 'b'] },
    errors: [],
  });
});

test('a rejection is an error with the message; where `notFound` matches, the result is null', async () => {
  replies = { '/api/guest': { code: 0, msg: 'No such guest' }, '/api/missing': { code: 0, msg: 'No such guest' } };
  const { data, errors } = await graph.run('{ activity { boundGuest { id } missing { id } } }');
  expect(data.activity).toEqual({ boundGuest: null, missing: null });
  expect(errors).toMatchObject([
    { path: ['activity', 'boundGuest'], extensions: { code: 'UPSTREAM_REJECTED', upstream: { message: 'No such guest' } } },
  ]);
});
