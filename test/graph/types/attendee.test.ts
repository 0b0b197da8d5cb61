/* The fields of an attendee that are more than a member of its record. */

import { Attendee } from '../../../src/records/attendee.js';
import { attendeeDetail, formField, listedAttendee } from '../../service/samples.js';
import { fakeService, type FakeService } from '../../support/fake-service.js';
import { graphOver, type GraphUnderTest } from '../../support/graph.js';

const content = JSON.stringify({ removed: 'x', second: ['a', 'b'], first: 'Software', third: [] });
let record: Record<string, unknown>;
let service: FakeService;
let graph: GraphUnderTest;
beforeAll(async () => {
  service = await fakeService({
    '/api/participant/getList': () => ({ code: 1, data: [record], total: 1 }),
    '/api/participant/get': { code: 1, data: attendeeDetail },
    '/api/activity/getFields': {
      code: 1,
      data: [
        { ...formField, name: 'third', sort: 3 },
        { ...formField, name: 'second', sort: 2 },
        { ...formField, name: 'first', sort: 1 },
        { ...formField, name: 'unanswered', sort: 4 },
      ],
    },
  });
  graph = await graphOver(service.url);
});
beforeEach(() => {
  record = { ...listedAttendee, content };
  service.hits.length = 0;
});

async function attendee(selection: string): Promise<unknown> {
  const { data, errors } = await graph.run(`{ activity { attendees(first: 1) { nodes { ${selection} } } } }`);
  expect(errors).toEqual([]);
  return data.activity.attendees.nodes[0];
}

test('the form answers of an attendee are decoded once, however many fields are of them', async () => {
  const decoded = jest.spyOn(Attendee.prototype, 'formAnswers', 'get');
  await attendee('content customFields { name } a: customField(name: "first") { value } b: customField(name: "third") { value }');
  expect(decoded).toHaveBeenCalledTimes(1);
  decoded.mockRestore();
});

test('`customFields` are the form answers in the order of the form, then those whose field the form no longer has', async () => {
  expect(await attendee('customFields { name value field { name } }')).toEqual({
    customFields: [
      { name: 'first', value: 'Software', field: { name: 'first' } },
      { name: 'second', value: '["a","b"]', field: { name: 'second' } },
      { name: 'third', value: null, field: { name: 'third' } },
      { name: 'removed', value: 'x', field: null },
    ],
  });
});

test.each([
  ['first', { value: 'Software' }],
  ['removed', { value: 'x' }],
  ['unanswered', null],
  ['toString', null],
])('`customField(name: "%s")` is the form answer %j', async (name, formAnswer) => {
  expect(await attendee(`customField(name: "${name}") { value }`)).toEqual({ customField: formAnswer });
});

test('an attendee without form answers has none in any of the three fields', async () => {
  record = { ...record, content: null };
  expect(await attendee('content customFields { name } customField(name: "first") { name }')).toEqual({
    content: null,
    customFields: null,
    customField: null,
  });
});

test.each([
  ['A B/1', 'qrcode?content=A%20B%2F1'],
  [null, null],
])('`qrCodeUrl` is the address of the image of the check-in code %j at the service', async (code, path) => {
  record = { ...record, sign_code: code };
  expect(await attendee('qrCodeUrl')).toEqual({ qrCodeUrl: path && `${service.url}/${path}` });
});
