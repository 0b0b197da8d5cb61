/* What the graph shows of the results of bound operations. test/service/bound.test.ts decodes them, value by value. */

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

test('a rejection is an error with the message; where `notFound` matches, the result is null', async () => {
  replies = { '/api/guest': { code: 0, msg: 'No such guest' }, '/api/missing': { code: 0, msg: 'No such guest' } };
  const { data, errors } = await graph.run('{ activity { boundGuest { id } missing { id } } }');
  expect(data.activity).toEqual({ boundGuest: null, missing: null });
  expect(errors).toMatchObject([
    { path: ['activity', 'boundGuest'], extensions: { code: 'UPSTREAM_REJECTED', upstream: { message: 'No such guest' } } },
  ]);
});
