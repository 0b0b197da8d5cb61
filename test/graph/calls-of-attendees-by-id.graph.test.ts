/* The calls of attendees by id: those of one operation share calls, whichever fields they are from. */

import { countedSandbox, type CountedSandbox } from '../support/counted-sandbox.js';

let sandbox: CountedSandbox;
beforeAll(async () => (sandbox = await countedSandbox()));
afterEach(() => sandbox.assertNoDefects());

const LIST = 'participant/getList';
const ids = (count: number) => Array.from({ length: count }, (_, index) => 700_001 + index);
const globalIds = (count: number) => ids(count).map((id) => `attendee:1001:${id}`);
const entities = `
  query ($representations: [_Any!]!) {
    _entities(representations: $representations) { ... on Attendee { serviceId name } }
  }
`;
const references = (given: readonly string[]) => ({ representations: given.map((id) => ({ __typename: 'Attendee', id })) });
const idsAsked = () => sandbox.hits.map(({ form }) => form['ids']!.split(',').length);

test('100 attendees by id cost one call, of exactly that page size', async () => {
  const { data, errors, calls } = await sandbox.cost(entities, references(globalIds(100)));
  expect({ calls, errors }).toEqual({ calls: { [LIST]: 1 }, errors: [] });
  expect(sandbox.hits[0]!.form).toEqual({ pagesize: '100', page: '1', ids: ids(100).join(',') });
  expect(data['_entities'].map(({ serviceId }: { serviceId: unknown }) => serviceId)).toEqual(ids(100).map(String));
});

test('150 attendees by id cost two calls if a page has 100', async () => {
  const { data, calls } = await sandbox.cost(entities, references(globalIds(150)));
  expect(calls).toEqual({ [LIST]: 2 });
  expect(idsAsked().toSorted((a, b) => b - a)).toEqual([100, 50]);
  expect(data['_entities'].map(({ serviceId }: { serviceId: unknown }) => serviceId)).toEqual(ids(150).map(String));
});

test('an attendee that an operation names many times is requested once', async () => {
  const { data, calls } = await sandbox.cost(entities, references(Array.from({ length: 50 }, () => 'attendee:1001:700001')));
  expect({ calls, idsAsked: idsAsked() }).toEqual({ calls: { [LIST]: 1 }, idsAsked: [1] });
  expect(new Set(data['_entities'].map(({ name }: { name: unknown }) => name))).toEqual(new Set(['王伟']));
});

test('aliases, root fields, an activity and entities together cost one call', async () => {
  const query = `query ($representations: [_Any!]!) {
    a: attendee(by: { id: "attendee:1001:700001" }) { name }
    b: attendee(by: { id: "700002" }) { name }
    c: attendee(by: { id: 700003 }, activityId: 1001) { name }
    d: attendeesByIds(ids: ["700004", "attendee:1001:700005", "700001"]) { name }
    e: activity { attendee(by: { id: "700006" }) { name } }
    f: activities { id attendee(by: { id: "attendee:1001:700007" }) { name } }
    _entities(representations: $representations) { ... on Attendee { name } }
  }`;
  const { errors, data, calls } = await sandbox.cost(query, references(['attendee:1001:700008', 'attendee:1001:700002']));
  expect({ errors, calls }).toEqual({ errors: [], calls: { [LIST]: 1 } });
  expect(
    sandbox.hits[0]!.form['ids']!.split(',')
      .map(Number)
      .toSorted((a, b) => a - b),
  ).toEqual(ids(8));
  expect(data.f.map(({ attendee }: { attendee: unknown }) => attendee !== null)).toEqual([true, false]);
});

test('attendees of two activities cost one call for each activity', async () => {
  const { data, calls } = await sandbox.cost(
    entities,
    references(['attendee:1001:700001', 'attendee:1002:800001', 'attendee:1001:700002', 'attendee:1002:800002']),
  );
  expect({ calls, idsAsked: idsAsked() }).toEqual({ calls: { [LIST]: 2 }, idsAsked: [2, 2] });
  expect(data['_entities'].map(({ serviceId }: { serviceId: unknown }) => serviceId)).toEqual(['700001', '800001', '700002', '800002']);
});

test('ids that are unknown, malformed or of an activity that is not served cause no call of their own', async () => {
  const { data, errors, calls } = await sandbox.cost(
    entities,
    references(['attendee:1001:700001', 'attendee:1001:1', 'attendee:9999:1', 'article:1001:1']),
  );
  expect(calls).toEqual({ [LIST]: 1 });
  expect(data['_entities']).toEqual([{ serviceId: '700001', name: '王伟' }, null, null, null]);
  expect(errors.map(({ path, extensions }) => [path, extensions['code']])).toEqual([[['_entities', 3], 'BAD_USER_INPUT']]);
});

test('an empty list of ids costs no call', async () => {
  const { data, calls, extensions } = await sandbox.cost(
    '{ attendeesByIds(ids: []) { name } a: attendeesByIds(ids: ["attendee:9999:1"]) { name } }',
  );
  expect({ data, calls, extensions }).toEqual({ data: { attendeesByIds: [], a: [null] }, calls: {}, extensions: {} });
});

test('the attendee of a check-in match shares the call of the others', async () => {
  const input = 'input: { token: "sandbox-check-in-token", userId: "88", deviceType: PC, pointId: "5", signCode: "FAMILY01" }';
  const { data, errors, calls } = await sandbox.cost(`{ checkInLookup(${input}) { attendeeId attendee { name } } }`);
  expect({ errors, calls }).toEqual({ errors: [], calls: { 'index/beforeCheckIn': 1, [LIST]: 1 } });
  expect(data.checkInLookup.map(({ attendee }: { attendee: { name: unknown } }) => attendee.name)).toEqual(['陈明', '陈雪']);
});
