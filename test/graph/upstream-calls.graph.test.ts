import { countedSandbox, type CountedSandbox } from '../support/counted-sandbox.js';
import { fakeService } from '../support/fake-service.js';
import { graphOver } from '../support/graph.js';

let sandbox: CountedSandbox;
beforeAll(async () => (sandbox = await countedSandbox()));
afterEach(() => sandbox.assertNoDefects());

const LIST = 'participant/getList';
const ONE = 'participant/get';
const ids = (count: number, from = 700_001) => Array.from({ length: count }, (_, index) => from + index);
const globalIds = (count: number) => ids(count).map((id) => `attendee:1001:${id}`);
const entities = `
  query ($representations: [_Any!]!) {
    _entities(representations: $representations) { ... on Attendee { serviceId name } }
  }
`;
const references = (given: readonly string[]) => ({ representations: given.map((id) => ({ __typename: 'Attendee', id })) });
const idsAsked = () => sandbox.hits.map(({ form }) => form['ids']!.split(',').length);

describe('n attendees by id, from any fields of one operation', () => {
  test('100 attendees by id are one call, of exactly that page size', async () => {
    const { data, errors, calls } = await sandbox.cost(entities, references(globalIds(100)));
    expect([calls, errors]).toEqual([{ [LIST]: 1 }, []]);
    expect(sandbox.hits[0]!.form).toEqual({ pagesize: '100', page: '1', ids: ids(100).join(',') });
    expect(data['_entities'].map((entity: any) => entity.serviceId)).toEqual(ids(100).map(String));
  });

  test('150 attendees by id are two calls if a page has 100', async () => {
    const { data, calls } = await sandbox.cost(entities, references(globalIds(150)));
    expect(calls).toEqual({ [LIST]: 2 });
    expect(idsAsked().toSorted((a, b) => b - a)).toEqual([100, 50]);
    expect(data['_entities'].map((entity: any) => entity.serviceId)).toEqual(ids(150).map(String));
  });

  test('the same attendee many times is requested once', async () => {
    const { data, calls } = await sandbox.cost(entities, references(Array.from({ length: 50 }, () => 'attendee:1001:700001')));
    expect([calls, idsAsked()]).toEqual([{ [LIST]: 1 }, [1]]);
    expect(new Set(data['_entities'].map((entity: any) => entity.name))).toEqual(new Set(['王伟']));
  });

  test('aliases, root fields, an activity and entities together are one call', async () => {
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
    expect([errors, calls]).toEqual([[], { [LIST]: 1 }]);
    expect(
      sandbox.hits[0]!.form['ids']!.split(',')
        .map(Number)
        .toSorted((a, b) => a - b),
    ).toEqual(ids(8));
    expect(data.f.map(({ attendee }: any) => attendee !== null)).toEqual([true, false]);
  });

  test('attendees of two activities are one call for each activity', async () => {
    const { data, calls } = await sandbox.cost(
      entities,
      references(['attendee:1001:700001', 'attendee:1002:800001', 'attendee:1001:700002', 'attendee:1002:800002']),
    );
    expect([calls, idsAsked()]).toEqual([{ [LIST]: 2 }, [2, 2]]);
    expect(data['_entities'].map((entity: any) => entity.serviceId)).toEqual(['700001', '800001', '700002', '800002']);
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

  test('an empty list of ids is no call', async () => {
    const { data, calls, extensions } = await sandbox.cost(
      '{ attendeesByIds(ids: []) { name } a: attendeesByIds(ids: ["attendee:9999:1"]) { name } }',
    );
    expect([data, calls, extensions]).toEqual([{ attendeesByIds: [], a: [null] }, {}, {}]);
  });

  test('the attendee of a check-in match joins the call of the others', async () => {
    const input = 'input: { token: "sandbox-check-in-token", userId: "88", deviceType: PC, pointId: "5", signCode: "FAMILY01" }';
    const { data, errors, calls } = await sandbox.cost(`{ checkInLookup(${input}) { attendeeId attendee { name } } }`);
    expect([errors, calls]).toEqual([[], { 'index/beforeCheckIn': 1, [LIST]: 1 }]);
    expect(data.checkInLookup.map(({ attendee }: any) => attendee.name)).toEqual(['陈明', '陈雪']);
  });
});

describe('a page of attendees', () => {
  test.each<[first: number, offset: number, calls: number]>([
    [20, 0, 1],
    [20, 20, 1],
    [20, 10, 1],
    [1, 1199, 1],
    [7, 3, 1],
    [100, 0, 1],
    [100, 100, 1],
    [100, 1100, 1],
    [50, 25, 1],
    [100, 50, 2],
    [100, 99, 2],
    [60, 59, 2],
    [20, 5000, 1],
  ])('attendees, first %i from offset %i, are %i call(s)', async (first, offset, calls) => {
    const page = await sandbox.cost(
      `
        {
          activity {
            attendees(first: ${first}, offset: ${offset}) {
              totalCount
              nodes { serviceId }
              pageInfo { hasNextPage hasPreviousPage }
            }
          }
        }
      `,
    );
    expect([page.calls, page.errors]).toEqual([{ [LIST]: calls }, []]);
    const { nodes, totalCount, pageInfo } = page.data.activity.attendees;
    expect(nodes.map((node: any) => Number(node.serviceId))).toEqual(ids(1200).slice(offset, offset + first));
    expect([totalCount, pageInfo]).toEqual([1200, { hasNextPage: offset + first < 1200, hasPreviousPage: offset > 0 }]);
    for (const { form } of sandbox.hits) expect(Number(form['pagesize'])).toBeLessThanOrEqual(100);
  });

  test('the same page under two aliases is one call, another page another', async () => {
    const { calls } = await sandbox.cost(
      `
        {
          activity {
            a: attendees(first: 5) { nodes { name } }
            b: attendees(first: 5, offset: 0) { nodes { id } }
            c: attendees(first: 5, offset: 5) { nodes { id } }
          }
        }
      `,
    );
    expect(calls).toEqual({ [LIST]: 2 });
  });

  test('only totalCount is one call with pagesize 1, for any first', async () => {
    const { data, calls } = await sandbox.cost('{ activity { attendees(first: 100, offset: 50) { totalCount __typename } } }');
    expect([data.activity.attendees.totalCount, calls]).toEqual([1200, { [LIST]: 1 }]);
    expect(sandbox.hits[0]!.form).toEqual({ pagesize: '1', page: '1' });
  });

  test('totalCount in a fragment beside a page excluded by @include is still pagesize 1', async () => {
    const query = `
      query ($page: Boolean!) {
        activity { attendees { ...Count nodes @include(if: $page) { id } } }
      }
      fragment Count on AttendeeConnection {
        totalCount
      }
    `;
    await sandbox.cost(query, { page: false });
    expect(sandbox.hits.map(({ form }) => form['pagesize'])).toEqual(['1']);
    await sandbox.cost(query, { page: true });
    expect(sandbox.hits.map(({ form }) => form['pagesize'])).toEqual(['20']);
  });

  test('the fields of the list of attendees cost no further call', async () => {
    const fields = `
      id serviceId activityId activity { id } contactId
      name namePinyin nameInitials mobile email idCardNumber company avatarUrl content
      orderNumber label signCode qrCodeUrl shortLink source sourceCode channel openId wechat { nickname }
      review { state } registeredAt updatedAt deletedAt faceSync { status } certificateApplicationId`;
    const { calls, errors } = await sandbox.cost(`{ activity { attendees(first: 100) { nodes { ${fields} } } } }`);
    expect([calls, errors]).toEqual([{ [LIST]: 1 }, []]);
  });
});

describe('get-one fields', () => {
  test.each(['companyTaxId', 'otherChannel', 'points', 'companyTaxId otherChannel points', 'points content'])(
    '%s of a page of 7 is 7 calls more',
    async (fields) => {
      const { calls, errors } = await sandbox.cost(
        `{ activity { attendees(first: 7) { nodes { name ${fields} } edges { node { ${fields} } } } } }`,
      );
      expect([calls, errors]).toEqual([{ [LIST]: 1, [ONE]: 7 }, []]);
    },
  );

  test('n attendees by id with a get-one field are n get-ones and no list', async () => {
    const query = `
      query ($representations: [_Any!]!) {
        _entities(representations: $representations) { ... on Attendee { name points content } }
      }
    `;
    const { data, calls, errors } = await sandbox.cost(query, references(globalIds(5)));
    expect([calls, errors]).toEqual([{ [ONE]: 5 }, []]);
    expect(data['_entities'][0]).toMatchObject({ name: '王伟', points: '128.50' });
  });

  test('an attendee whose get-one fields are selected twice is one get-one', async () => {
    const { calls } = await sandbox.cost(
      '{ a: attendee(by: { id: "700001" }) { points } b: attendeesByIds(ids: ["700001", "700001"]) { companyTaxId } }',
    );
    expect(calls).toEqual({ [ONE]: 1 });
  });

  test('a missing attendee is an error with the message of the service', async () => {
    const { data, errors, calls } = await sandbox.cost('{ attendee(by: { id: "1" }) { points } }');
    expect([data, calls]).toEqual([{ attendee: null }, { [ONE]: 1 }]);
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['UPSTREAM_REJECTED']);
  });

  test('a missing attendee is null if the pattern for the message of the service is configured', async () => {
    const knowing = await countedSandbox({ knowsNotFound: true });
    const { data, errors, calls } = await knowing.cost(
      '{ a: attendee(by: { id: "1" }) { points } b: attendee(by: { mobile: "1" }) { name } c: attendee(by: { id: "700001" }) { points } }',
    );
    await knowing.close();
    expect([data, errors, calls]).toEqual([{ a: null, b: null, c: { points: '128.50' } }, [], { [ONE]: 3 }]);
  });

  test('fields excluded by @skip cost nothing', async () => {
    const { calls } = await sandbox.cost(
      'query ($no: Boolean!) { attendee(by: { id: "700001" }) { name points @skip(if: $no) ... @skip(if: $no) { otherChannel } } }',
      { no: true },
    );
    expect(calls).toEqual({ [LIST]: 1 });
  });
});

test.each([
  ['mobile', '10000700002'],
  ['email', 'wangwei@example.com'],
  ['openId', 'oSandbox-700001'],
])('an attendee by %s is one get-one, which serves its get-one fields, content and custom fields too', async (name, value) => {
  const fields = 'name points companyTaxId otherChannel content customFields { name value }';
  const { data, errors, calls } = await sandbox.cost(`query ($by: AttendeeLookup!) { attendee(by: $by) { ${fields} } }`, {
    by: { [name]: value },
  });
  expect([errors, calls]).toEqual([[], { [ONE]: 1, 'activity/getFields': 1 }]);
  expect(data.attendee.content).not.toBeNull();
});

describe('content', () => {
  const content = (id: number) => sandbox.cost(`{ attendee(by: { id: "${id}" }) { content } }`);

  test('the content of an attendee costs no further call if the text of the list decodes', async () => {
    const { data, calls } = await content(700001);
    expect(data.attendee.content.name1712900101).toBe('星河智能科技有限公司');
    expect(calls).toEqual({ [LIST]: 1 });
  });

  test('the content of an attendee is null without a further call if it is blank', async () => {
    expect(await content(700007)).toMatchObject({ data: { attendee: { content: null } }, errors: [], calls: { [LIST]: 1 } });
  });

  test('the content of an attendee costs one get-one if the list truncates it', async () => {
    const { data, errors, calls } = await content(701150);
    expect([errors, calls]).toEqual([[], { [LIST]: 1, [ONE]: 1 }]);
    expect(data.attendee.content.name1712900101).toBe('Quiet River Studios');
  });

  test('the contents of a page cost one get-one per truncated text, for any number of fields', async () => {
    const query = `
      {
        activity {
          attendees(first: 10, offset: 1145) {
            nodes {
              content
              points: content
              customFields { value }
              a: customField(name: "name1712900101") { value }
            }
          }
        }
      }
    `;
    const { errors, calls } = await sandbox.cost(query);
    expect([errors, calls]).toEqual([[], { [LIST]: 1, [ONE]: 1, 'activity/getFields': 1 }]);
  });

  test('content with the form costs one getFields for the activity', async () => {
    const { errors, calls } = await sandbox.cost(
      `
        {
          activity {
            formFields { name }
            attendees(first: 20) {
              nodes { customFields { name field { label } } customField(name: "x") { value } }
            }
          }
        }
      `,
    );
    expect([errors, calls]).toEqual([[], { [LIST]: 1, 'activity/getFields': 1 }]);
  });
});

test.each([
  ['formFields { name }', 'activity/getFields'],
  ['schedule { totalCount days { items { title children { title } } } }', 'schedule/getList'],
  ['articles { items { title } total }', 'article/getList'],
  ['tickets { name }', 'ticket/data'],
  ['goods { name }', 'goods/data'],
  ['categories { name }', 'article/getCategoryList'],
])('%s of one activity, selected any number of times, is one call', async (selection, path) => {
  const { errors, calls } = await sandbox.cost(
    `
      {
        a: activity { x: ${selection} y: ${selection} }
        b: activities { ... on Activity { ${selection} } }
        c: activitiesByIds(ids: ["1001"]) { ${selection} }
      }
    `,
  );
  expect([errors, calls]).toEqual([[], { [path]: 2 }]);
  const single = await sandbox.cost(
    `{ a: activity { x: ${selection} y: ${selection} } c: activitiesByIds(ids: ["1001", "1001"]) { ${selection} } }`,
  );
  expect(single.calls).toEqual({ [path]: 1 });
});

test('parts of the schedule, single records and entities are read from the same lists', async () => {
  const query = `
    query ($representations: [_Any!]!) {
      activity {
        a: schedule(from: "2026-05-15") { totalCount }
        b: schedule { totalCount }
        article(id: "6001") { title category { name articles { title } } }
        articles { items { category { name } } }
        tickets { name }
        goods { name }
        categories { articles { id } }
      }
      _entities(representations: $representations) {
        ... on ScheduleItem { title }
        ... on Article { title }
        ... on TicketItem { name }
        ... on Goods { name }
        ... on Category { name }
      }
    }
  `;
  const representations = [
    ['ScheduleItem', 'scheduleItem:1001:2002'],
    ['Article', 'article:1001:6002'],
    ['TicketItem', 'ticketItem:1001:401'],
    ['Goods', 'goods:1001:501'],
    ['Category', 'category:1001:331'],
  ].map(([__typename, id]) => ({ __typename, id }));
  const { data, errors, calls } = await sandbox.cost(query, { representations });
  expect([errors, calls]).toEqual([
    [],
    { 'schedule/getList': 1, 'article/getList': 1, 'article/getCategoryList': 1, 'ticket/data': 1, 'goods/data': 1 },
  ]);
  expect(data['_entities'].map((entity: any) => entity.title ?? entity.name)).toEqual([
    'Opening keynote',
    'Getting to the harbour',
    'Day Pass',
    'Notebook',
    'Hotels',
  ]);
});

test('one item of goods is one call of its own', async () => {
  const { data, calls } = await sandbox.cost(
    '{ activity { a: goods(id: "501") { name } b: goods(id: "goods:1001:501") { name } c: goods(id: "goods:1002:501") { name } } }',
  );
  expect([data.activity, calls]).toEqual([{ a: [{ name: 'Notebook' }], b: [{ name: 'Notebook' }], c: [] }, { 'goods/data': 1 }]);
});

describe('categories', () => {
  const query = '{ activity { categories { name children { name children { name } } } } }';

  test('categories with children are one call if the list contains the tree', async () => {
    const { data, errors, calls } = await sandbox.cost(query);
    expect([errors, calls]).toEqual([[], { 'article/getCategoryList': 1 }]);
    expect(data.activity.categories.find(({ name }: any) => name === 'Guide').children.map(({ name }: any) => name)).toEqual([
      'Travel',
      'Venue',
    ]);
  });

  test('categories with children are one call, and one for each parent, if the list contains only roots', async () => {
    const nodes = [
      [1, 0],
      [2, 0],
      [3, 0],
      [11, 1],
      [12, 1],
    ];
    const fake = await fakeService({
      '/api/article/getCategoryList': ({ form }) => ({
        code: 1,
        msg: '',
        data: nodes
          .filter(([, parent]) => parent === Number(form['parent_id'] ?? 0))
          .map(([id, parent_id]) => ({ id, parent_id, name: `c${id}`, count: 0 })),
      }),
    });
    const graph = await graphOver(fake.url);
    const { data, errors } = await graph.run('{ activity { categories { name children { name } } } }');
    const forms = fake.hits.map(({ form }) => ({ ...form }));
    const deeper = await graph.run(query);
    await graph.close();
    await fake.close();
    expect([errors, deeper.errors]).toEqual([[], []]);
    expect(data.activity.categories.map(({ children }: any) => children.length)).toEqual([2, 0, 0]);
    expect(forms).toEqual([{}, { parent_id: '1' }, { parent_id: '2' }, { parent_id: '3' }]);
    expect(fake.hits).toHaveLength(4 + 4 + 2);
  });
});

describe('concurrent operations', () => {
  test('n identical reads share one call', async () => {
    sandbox.reset();
    const query =
      '{ activity { tickets { name } attendees(first: 3) { nodes { name } } attendee(by: { mobile: "10000700002" }) { name } } }';
    const responses = await Promise.all(Array.from({ length: 10 }, () => sandbox.graph.run(query)));
    expect(sandbox.counts()).toEqual({ 'ticket/data': 1, [LIST]: 1, [ONE]: 1 });
    const reports = responses.map(({ extensions }) => extensions.upstream!);
    expect(reports.reduce((sum, { calls }) => sum + calls, 0)).toBe(3);
    expect(reports.reduce((sum, { coalesced }) => sum + coalesced, 0)).toBe(27);
    for (const { data } of responses) expect(data).toEqual(responses[0]!.data);
  });

  const byId = 'query ($id: ID!) { attendee(by: { id: $id }) { serviceId mobile } }';

  test('n attendees by id, each in an operation of its own, share one call', async () => {
    sandbox.reset();
    const asked = [...ids(10), 700_001, 999_999];
    const responses = await Promise.all(asked.map((id) => sandbox.graph.run(byId, { id: String(id) })));
    expect(sandbox.counts()).toEqual({ [LIST]: 1 });
    expect(sandbox.hits[0]!.form['ids']!.split(',').map(Number)).toEqual([...ids(10), 999_999]);
    expect(responses.map(({ data }) => data.attendee?.serviceId ?? null)).toEqual([...ids(10).map(String), '700001', null]);
    const reports = responses.map(({ extensions }) => extensions.upstream!);
    expect(reports.reduce((sum, { calls }) => sum + calls, 0)).toBe(1);
    expect(reports.reduce((sum, { coalesced }) => sum + coalesced, 0)).toBe(11);
  });

  test('operations that share a call have the rights of their own callers', async () => {
    sandbox.reset();
    const [all, some] = await Promise.all([
      sandbox.graph.run(byId, { id: '700001' }),
      sandbox.graph.run(byId, { id: '700002' }, { scopes: ['attendees:read'] }),
    ]);
    expect(sandbox.counts()).toEqual({ [LIST]: 1 });
    expect([all.data.attendee, all.errors]).toEqual([{ serviceId: '700001', mobile: '10000700001' }, []]);
    expect(some.data.attendee).toEqual({ serviceId: '700002', mobile: null });
    expect(some.errors.map(({ extensions }) => extensions['code'])).toEqual(['FORBIDDEN']);
  });

  test('an id for which the service rejects a whole list costs its own operation and no other', async () => {
    const fake = await fakeService({
      '/api/participant/getList': ({ form }) => {
        const asked = form['ids']!.split(',').map(Number);
        if (asked.includes(13)) return { code: 0, msg: 'no attendee 13' };
        return { code: 1, data: asked.map((id) => ({ id, form_id: 1001, mobile: `100${id}` })), total: asked.length };
      },
    });
    const graph = await graphOver(fake.url);
    const responses = await Promise.all(['11', '12', '13'].map((id) => graph.run(byId, { id })));
    await graph.close();
    await fake.close();
    expect(responses.map(({ data }) => data.attendee?.mobile ?? null)).toEqual(['10011', '10012', null]);
    expect(responses.map(({ errors }) => errors.map(({ extensions }) => extensions['code']))).toEqual([[], [], ['UPSTREAM_REJECTED']]);
    expect(fake.hits.map(({ form }) => form['ids'])[0]).toBe('11,12,13');
    expect(new Set(fake.hits.slice(1).map(({ form }) => form['ids']))).toEqual(new Set(['11', '12', '13']));
    expect(fake.hits).toHaveLength(4);
  });

  test('a client that disconnects does not end the call for the others', async () => {
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    let arrived!: () => void;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    const fake = await fakeService({
      '/api/ticket/data': async () => {
        arrived();
        await released;
        return { code: 1, data: [{ id: 1, name: 'a', num: 1, sold_num: 0, money: 1 }] };
      },
    });
    const graph = await graphOver(fake.url);
    const leaver = new AbortController();
    const query = '{ activity { tickets { name } } }';
    const [leaving, staying] = [graph.run(query, {}, { signal: leaver.signal }), graph.run(query)];
    await arrival;
    leaver.abort();
    expect((await leaving).errors.map(({ extensions }) => extensions['code'])).toEqual(['UPSTREAM_TIMEOUT']);
    release();
    expect((await staying).data).toEqual({ activity: { tickets: [{ name: 'a' }] } });
    expect(fake.hits).toHaveLength(1);
  });
});

test('extensions.upstream reports exactly the calls that were made', async () => {
  const { extensions, calls } = await sandbox.cost(
    '{ activity { tickets { name } goods { name } attendees(first: 3) { nodes { points } } } }',
  );
  expect(Object.values(calls).reduce((sum, count) => sum + count, 0)).toBe(6);
  expect(extensions.upstream).toMatchObject({ calls: 6, coalesced: 0, cached: 0 });
});

test('an operation that needs no data of the service makes no call', async () => {
  const { data, calls, extensions } = await sandbox.cost(
    `
      {
        activity { id __typename }
        activities { id }
        activitiesByIds(ids: ["1002", "9"]) { id }
        none: activity(id: "9") { tickets { name } }
      }
    `,
  );
  expect(data).toEqual({
    activity: { id: '1001', __typename: 'Activity' },
    activities: [{ id: '1001' }, { id: '1002' }],
    activitiesByIds: [{ id: '1002' }, null],
    none: null,
  });
  expect([calls, extensions]).toEqual([{}, {}]);
});
