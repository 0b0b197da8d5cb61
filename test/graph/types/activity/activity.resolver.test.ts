/*
 * What each argument of the fields of an activity selects. Invalid arguments: bad-input.graph.test.ts; calls: calls-of-*.graph.test.ts.
 */

import type { Caller } from '../../../../src/records/caller.js';
import { article, attendeeDetail, category, formField, goods, listedAttendee, scheduleItem } from '../../../service/samples.js';
import { fakeService, type FakeService } from '../../../support/fake-service.js';
import { graphOver, type GraphUnderTest } from '../../../support/graph.js';

const people = Array.from({ length: 30 }, (_, index) => ({ ...listedAttendee, id: index + 1 }));
const formFields = [
  { ...formField, name: 'last', sort: 9, hidden: 0 },
  { ...formField, name: 'secret', sort: 2, hidden: 1 },
  { ...formField, name: 'first', sort: 1, hidden: 0 },
  { ...formField, name: 'undecodable', sort: 5, hidden: 'perhaps' },
];

const seven: Record<string, unknown> = { ...attendeeDetail, id: 7 };

let service: FakeService;
let graph: GraphUnderTest;
beforeAll(async () => {
  service = await fakeService({
    '/api/activity/getFields': () => ({ code: 1, data: formFields }),
    '/api/participant/getList': ({ form }) => {
      const [page, size] = [Number(form['page']), Number(form['pagesize'])];
      const chosen = form['ids'] ? people.filter(({ id }) => form['ids']!.split(',').includes(String(id))) : people;
      return { code: 1, data: chosen.slice((page - 1) * size, page * size), total: chosen.length };
    },
    '/api/participant/get': ({ form }) => ({
      code: 1,
      data: Object.entries(form).every(([name, value]) => seven[name] === value) ? seven : null,
    }),
    '/api/schedule/getList': () => ({
      code: 1,
      data: { '2026-05-15': [scheduleItem], '2026-05-16': [scheduleItem], '2026-05-17': [scheduleItem] },
      total: 3,
    }),
    '/api/article/getList': () => ({
      code: 1,
      data: {
        data: [
          { ...article, id: 62 },
          { ...article, id: 61 },
        ],
        itemsCount: 2,
        total: 2,
        currentPage: 1,
      },
    }),
    '/api/article/getCategoryList': ({ form }) => ({
      code: 1,
      data: [
        { ...category, id: 1, parent_id: 0 },
        { ...category, id: 2, parent_id: 1 },
      ].filter(({ parent_id }) => form['parent_id'] === undefined || form['parent_id'] === String(parent_id)),
    }),
    '/api/goods/data': ({ form }) => ({
      code: 1,
      data: [
        { ...goods, id: 501 },
        { ...goods, id: 502 },
      ].filter(({ id }) => form['goods_id'] === undefined || form['goods_id'] === String(id)),
    }),
  });
  graph = await graphOver(service.url);
});
beforeEach(() => void (service.hits.length = 0));

/** The value of one field of the activity 1001. */
async function valueOf(selection: string, caller: Partial<Caller> = {}): Promise<any> {
  const { data, errors } = await graph.run(`{ activity(id: "1001") { value: ${selection} } }`, {}, { caller });
  expect(errors).toEqual([]);
  return data.activity.value;
}
const formNames = async (field: string) => (await valueOf(`${field} { name }`)).map(({ name }: { name: string }) => name);
const serviceIds = (records: { serviceId: string }[]) => records.map(({ serviceId }) => Number(serviceId));
const page = async (field: string) => serviceIds((await valueOf(`${field} { nodes { serviceId } }`)).nodes);
const positions = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('form fields', () => {
  test('`formFields` omits hidden fields by default, those whose `hidden` is undecodable included, and returns the others by their sort order', async () => {
    expect(await formNames('formFields')).toEqual(['first', 'last']);
    expect(await formNames('formFields(includeHidden: false)')).toEqual(['first', 'last']);
  });

  test('`formFields` with `includeHidden` returns the hidden fields too, at their positions', async () => {
    expect(await formNames('formFields(includeHidden: true)')).toEqual(['first', 'secret', 'undecodable', 'last']);
  });
});

describe('attendees', () => {
  test('a page has the first 20 by default', async () => expect(await page('attendees')).toEqual(positions(1, 20)));

  test('a page has at most `first` nodes', async () => expect(await page('attendees(first: 3)')).toEqual([1, 2, 3]));

  test('a page begins after `offset` attendees', async () => expect(await page('attendees(first: 3, offset: 6)')).toEqual([7, 8, 9]));

  test('a page begins after the attendee whose cursor is `after`', async () => {
    const { pageInfo } = await valueOf('attendees(first: 4) { pageInfo { endCursor } nodes { serviceId } }');
    expect(await page(`attendees(first: 3, after: "${pageInfo.endCursor}")`)).toEqual([5, 6, 7]);
  });
});

describe('one attendee', () => {
  test.each(['id: "attendee:1001:7"', 'id: "7"', 'mobile: "10000000007"', 'email: "w@example.com"', 'openId: "o-7"'])(
    '`attendee` is the one by { %s }',
    async (by) => expect(await valueOf(`attendee(by: { ${by} }) { serviceId }`)).toEqual({ serviceId: '7' }),
  );

  test('`attendee` is null if there is none', async () => {
    expect(await valueOf('attendee(by: { id: "404" }) { serviceId }')).toBeNull();
  });

  test('`attendee` is null for an id of another activity, without a call', async () => {
    expect(await valueOf('attendee(by: { id: "attendee:1002:7" }) { serviceId }')).toBeNull();
    expect(service.hits).toEqual([]);
  });
});

describe('the viewer', () => {
  test('`viewer` is the attendee whom the credential of the caller names', async () => {
    const attendee = { kind: 'mobile', value: '10000000007', mobile: '10000000007' } as const;
    expect(await valueOf('viewer { serviceId }', { attendee })).toEqual({ serviceId: '7' });
  });

  test('`viewer` is null for a caller whose credential names no attendee, without a call', async () => {
    expect(await valueOf('viewer { serviceId }')).toBeNull();
    expect(service.hits).toEqual([]);
  });
});

test.each([
  ['', ['2026-05-15', '2026-05-16', '2026-05-17']],
  ['(from: "2026-05-16")', ['2026-05-16', '2026-05-17']],
  ['(to: "2026-05-16")', ['2026-05-15', '2026-05-16']],
  ['(from: "2026-05-16", to: "2026-05-16")', ['2026-05-16']],
  ['(from: "2026-05-18")', []],
])('schedule%s has the days %j', async (range, dates) => {
  const { days } = await valueOf(`schedule${range} { days { date } }`);
  expect(days.map(({ date }: { date: string }) => date)).toEqual(dates);
});

describe('articles', () => {
  test('articles are in the order of the service', async () => {
    expect(serviceIds((await valueOf('articles { items { serviceId } }')).items)).toEqual([62, 61]);
  });

  test.each(['article:1001:61', '61'])('an article is read by the id %s', async (id) => {
    expect(await valueOf(`article(id: "${id}") { serviceId }`)).toEqual({ serviceId: '61' });
  });

  test('an article that the service does not list is null', async () => {
    expect(await valueOf('article(id: "404") { serviceId }')).toBeNull();
  });
});

describe('categories', () => {
  test('`categories` without `parentId` returns what the service lists without a parent', async () =>
    expect(serviceIds(await valueOf('categories { serviceId }'))).toEqual([1, 2]));

  test.each(['category:1001:1', '1'])('`categories` with `parentId: "%s"` returns only those below that parent', async (id) => {
    expect(serviceIds(await valueOf(`categories(parentId: "${id}") { serviceId }`))).toEqual([2]);
  });
});

describe('goods', () => {
  test('`goods` without `id` returns all goods', async () => expect(serviceIds(await valueOf('goods { serviceId }'))).toEqual([501, 502]));

  test.each(['goods:1001:502', '502'])('`goods` with `id: "%s"` returns only that item', async (id) => {
    expect(serviceIds(await valueOf(`goods(id: "${id}") { serviceId }`))).toEqual([502]);
  });
});

test.each([
  ['article(id: "article:1002:61") { serviceId }', null],
  ['categories(parentId: "category:1002:1") { serviceId }', []],
  ['goods(id: "goods:1002:501") { serviceId }', []],
])('%s, whose id is of another activity, is %j without a call', async (selection, expected) => {
  expect(await valueOf(selection)).toEqual(expected);
  expect(service.hits).toEqual([]);
});
