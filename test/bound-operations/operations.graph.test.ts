/*
 * The operations of OPERATIONS_FILE in the graph: their calls, results, scopes, writes and cost. test/service/bound.test.ts decodes
 * results, value by value.
 */

import { readConfig } from '../../src/config/config.js';
import type { Scope } from '../../src/records/caller.js';
import { bound } from '../support/bound.js';
import { fakeService, type FakeService, type Script, type Scripts } from '../support/fake-service.js';
import { graphOver, type GraphUnderTest } from '../support/graph.js';
import { measuring } from '../support/measured.js';
import { schemaWith } from '../support/schemas.js';

const read = { on: 'Activity', method: 'POST', scope: 'content:read' };
const write = { on: 'Mutation', method: 'POST', scope: 'attendees:write' };
const file = bound({
  types: {
    Order: {
      fields: { number: { type: 'String!' }, buyer: { type: 'Attendee' }, guest: { type: 'Attendee' } },
    },
    BoundGuest: {
      fields: {
        id: { type: 'ID!' },
        talks: { type: '[ScheduleItem!]', from: 'agenda' },
        attendee: { type: 'Attendee' },
        guests: { type: '[BoundGuest!]' },
      },
    },
  },
  operations: {
    // Two operations with one path.
    speakers: { ...read, path: '/api/guest/getList', result: 'JSON' },
    hosts: { ...read, path: '/api/guest/getList', parameters: { kind: { value: 'host' } }, result: 'JSON' },
    search: {
      ...read,
      path: '/api/participant/search',
      scope: 'attendees:pii',
      parameters: { ids: { type: '[ID]', kind: 'attendee' }, words: { type: '[String]' } },
      result: '[Attendee!]',
    },
    order: { ...read, path: '/api/order/get', scope: undefined, result: 'Order' },
    boundGuest: { ...read, path: '/api/guest', result: 'BoundGuest' },
    missing: { ...read, path: '/api/guest', result: 'BoundGuest', notFound: '^No such' },
    change: {
      ...write,
      path: '/api/participant/edit',
      parameters: {
        attendeeId: { type: 'ID!', kind: 'attendee', as: 'id' },
        other: { type: 'ID', kind: 'attendee' },
        note: { type: 'String' },
      },
      result: 'Attendee',
    },
    invite: { ...write, path: '/api/invite', parameters: { ids: { type: '[ID!]', kind: 'attendee' } }, result: 'Attendee' },
    welcome: {
      ...write,
      path: '/api/welcome',
      repeatable: true,
      parameters: { ids: { type: '[ID!]', kind: 'attendee', default: ['attendee:1002:7'] } },
      result: 'Attendee',
    },
    remind: { ...write, path: '/api/remind', parameters: { ids: { type: '[ID]!', kind: 'attendee' } }, result: 'Attendee' },
    // Named as a field of attendees that takes a detail call.
    points: { ...read, path: '/api/points', result: 'JSON' },
  },
});

const attendee = (id: number, more: object = {}) => ({ id, form_id: 1001, contact: `Name ${id}`, ...more });
const scripts: Scripts = {};
let service: FakeService;
let graph: GraphUnderTest;
beforeAll(async () => {
  service = await fakeService(scripts);
  graph = await graphOver(service.url, { operations: file });
});
beforeEach(() => {
  for (const path of Object.keys(scripts)) delete scripts[path];
  scripts['*'] = { code: 1, data: [] };
  service.hits.length = 0;
});
afterEach(() => {
  if (graph.defects.length > 0) throw graph.defects[0];
});
const calls = () => service.hits.map(({ path }) => path.split('/').slice(-2).join('/'));

describe('reads', () => {
  test('two operations with one path have a call each, and their own results', async () => {
    scripts['/api/guest/getList'] = ({ form }) => ({ code: 1, data: form['kind'] ?? 'all' });
    const { data } = await graph.run('{ activity { speakers hosts } }');
    expect({ activity: data.activity, calls: calls() }).toEqual({
      activity: { speakers: 'all', hosts: 'host' },
      calls: ['guest/getList', 'guest/getList'],
    });
  });

  test('equal reads at once share one call; other arguments and other activities do not', async () => {
    const { extensions } = await graph.run(
      '{ a: activity { x: speakers y: speakers s: search(words: ["a"]) { id } t: search(words: ["b"]) { id } } b: activity(id: "1002") { speakers } }',
    );
    expect(calls().toSorted()).toEqual(['guest/getList', 'guest/getList', 'participant/search', 'participant/search']);
    expect(extensions.upstream).toMatchObject({ calls: 4, coalesced: 1 });
  });

  test('an argument without a value is not sent, and lists are joined', async () => {
    await graph.run('{ activity { search(ids: ["attendee:1001:7", "8"], words: null) { id } } }');
    expect(service.hits[0]!.form).toEqual({ ids: '7,8' });
  });

  test('a list of nulls has no value, so it is not sent; else nulls in a list are left out', async () => {
    await graph.run('{ activity { search(ids: [null, null], words: ["a", null]) { id } } }');
    expect(service.hits[0]!.form).toEqual({ words: 'a' });
    service.hits.length = 0;
    await graph.run('{ activity { search(ids: []) { id } } }');
    expect(service.hits[0]!.form).toEqual({ ids: '' });
  });

  test('a required list of nulls is refused, as a required null is', async () => {
    const { errors } = await graph.run('mutation { remind(ids: [null]) { result { id } } }');
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument: 'ids' } }]);
    expect(calls()).toEqual([]);
  });

  test.each([
    ['the id of another activity', 'ids: ["attendee:1002:7"]', 'ids'],
    ['the id of another kind', 'ids: ["goods:1001:7"]', 'ids'],
    ['a malformed id', 'ids: ["x"]', 'ids'],
    ['an item with a comma', 'words: ["a,b"]', 'words'],
  ])('%s is refused, and nothing is sent', async (_what, args, argument) => {
    const { errors } = await graph.run(`{ activity { search(${args}) { id } } }`);
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument } }]);
    expect(calls()).toEqual([]);
  });

  test('detail fields come from the record where it has them, else by a detail call for each attendee', async () => {
    scripts['/api/participant/search'] = { code: 1, data: [attendee(1, { points: '5' }), attendee(2)] };
    scripts['/api/participant/get'] = ({ form }) => ({ code: 1, data: attendee(Number(form['id']), { points: '7', company_tax_id: 't' }) });
    const { data } = await graph.run('{ activity { search { points } } }');
    expect({ search: data.activity.search, calls: calls() }).toEqual({
      search: [{ points: '5' }, { points: '7' }],
      calls: ['participant/search', 'participant/get'],
    });
    service.hits.length = 0;
    expect((await graph.run('{ activity { search { points companyTaxId } } }')).data.activity.search).toEqual([
      { points: '5', companyTaxId: 't' },
      { points: '7', companyTaxId: 't' },
    ]);
    expect(calls()).toEqual(['participant/search', 'participant/get', 'participant/get']);
  });
});

describe('results', () => {
  test('a type contains itself and documented records, which keep the global ids of the activity', async () => {
    const guests = [{ id: 2, agenda: [{ id: 5, title: 'Talk' }] }];
    scripts['/api/guest'] = { code: 1, data: { id: 1, guests, attendee: attendee(9) } };
    const { data, errors } = await graph.run('{ activity { boundGuest { guests { id talks { id title } } attendee { id name } } } }');
    expect(errors).toEqual([]);
    expect(data.activity.boundGuest).toEqual({
      guests: [{ id: '2', talks: [{ id: 'scheduleItem:1001:5', title: 'Talk' }] }],
      attendee: { id: 'attendee:1001:9', name: 'Name 9' },
    });
  });

  test('JSON is the member as it is, in a short reply and in a long one', async () => {
    const list = Array.from({ length: 200 }, (_, index) => ({ id: index, name: `Zoë ${index}`, nested: { a: [index, null, true] } }));
    for (const value of [list, list.slice(0, 1), { a: 1 }, 'text', 0, false, null]) {
      scripts['/api/guest/getList'] = { code: 1, data: value };
      expect((await graph.run('{ activity { speakers } }')).data.activity.speakers).toEqual(value);
    }
  });

  test('a rejection is an error with the message; where `notFound` matches, the result is null', async () => {
    scripts['/api/guest'] = { code: 0, msg: 'No such guest' };
    const { data, errors } = await graph.run('{ activity { boundGuest { id } missing { id } } }');
    expect(data.activity).toEqual({ boundGuest: null, missing: null });
    expect(errors).toMatchObject([
      { path: ['activity', 'boundGuest'], extensions: { code: 'UPSTREAM_REJECTED', upstream: { message: 'No such guest' } } },
    ]);
  });
});

describe('scopes', () => {
  test.each<[scopes: Scope[], missing: string[]]>([
    [[], ['attendees:pii', 'attendees:read']],
    [['attendees:pii'], ['attendees:read']],
    [['attendees:read'], ['attendees:pii']],
  ])('with %j, an operation that returns attendees is denied for %j before anything is sent', async (scopes, missing) => {
    const { data, errors } = await graph.run('{ activity { id search { id } } }', {}, { scopes });
    expect({ activity: data.activity, calls: calls() }).toEqual({ activity: { id: '1001', search: null }, calls: [] });
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN', requiredScopes: missing } }]);
  });

  test('a write is denied before it is sent, even if only its selected result requires another scope', async () => {
    scripts['/api/participant/edit'] = { code: 1, data: attendee(7) };
    const mutation = 'mutation { change(attendeeId: "7") { result { id } userErrors { code } } }';
    expect((await graph.run(mutation, {}, { scopes: ['attendees:read'] })).errors[0]!.extensions['requiredScopes']).toEqual([
      'attendees:write',
    ]);
    expect(calls()).toEqual([]);
    const fragment = 'mutation { change(attendeeId: "7") { ...P } } fragment P on ChangePayload { it: result { __typename } }';
    for (const query of [mutation, fragment]) {
      const { data, errors } = await graph.run(query, {}, { scopes: ['attendees:write'] });
      expect({ change: data.change, calls: calls() }).toEqual({ change: null, calls: [] });
      expect(errors).toMatchObject([{ path: ['change'], extensions: { code: 'FORBIDDEN', requiredScopes: ['attendees:read'] } }]);
    }
    expect((await graph.run(mutation, {}, { scopes: ['attendees:write', 'attendees:read'] })).errors).toEqual([]);
    expect(calls()).toEqual(['participant/edit']);
  });

  test('a write whose result is not selected takes the scope of the operation alone', async () => {
    for (const rest of ['', 'result @include(if: false) { id }']) {
      const query = `mutation { change(attendeeId: "7") { ${rest} userErrors { code } } }`;
      const { data, errors } = await graph.run(query, {}, { scopes: ['attendees:write'] });
      expect({ change: data.change, errors }).toEqual({ change: { userErrors: [] }, errors: [] });
    }
    expect(calls()).toEqual(['participant/edit', 'participant/edit']);
  });
});

describe('writes', () => {
  const change = (args: string) => graph.run(`mutation { change(${args}) { result { id } userErrors { code message } } }`);

  test('a global id names the activity, and so does `activityId`; else it is the default one', async () => {
    const activities: number[] = [];
    scripts['/api/participant/edit'] = ({ headers }) => {
      activities.push((JSON.parse(String(headers['service-auth'])) as { ActivityId: number }).ActivityId);
      return { code: 1, data: { id: 7 } };
    };
    for (const args of ['attendeeId: "attendee:1002:7"', 'activityId: "1002", attendeeId: "7"', 'attendeeId: "7"']) {
      expect((await change(args)).errors).toEqual([]);
    }
    expect(activities).toEqual([1002, 1002, 1001]);
    expect(service.hits.map(({ form }) => form)).toEqual([{ id: '7' }, { id: '7' }, { id: '7' }]);
  });

  test.each([
    ['ids of two activities', 'attendeeId: "attendee:1001:7", other: "attendee:1002:8"', 'other'],
    ['an id of an activity other than the named one', 'activityId: "1001", attendeeId: "attendee:1002:7"', 'attendeeId'],
    ['an activity that is not served', 'attendeeId: "attendee:9:7"', 'attendeeId'],
    ['an activityId that is not served', 'activityId: "9", attendeeId: "7"', 'activityId'],
  ])('%s is refused, and nothing is sent', async (_what, args, argument) => {
    expect((await change(args)).errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument } }]);
    expect(calls()).toEqual([]);
  });

  test('a string with half of a character is refused, and nothing is sent', async () => {
    const { errors } = await graph.run('mutation ($note: String) { change(attendeeId: "7", note: $note) { __typename } }', {
      note: '\ud83d',
    });
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument: 'note' } }]);
    expect(calls()).toEqual([]);
  });

  test("a rejection is a user error with the service's message, without the values of the caller", async () => {
    scripts['/api/participant/edit'] = ({ form }) => ({ code: 0, msg: `The note ${form['note']} is too long.` });
    const { data, errors } = await change('attendeeId: "7", note: "my secret note"');
    expect({ change: data.change, errors }).toEqual({
      change: { result: null, userErrors: [{ code: 'REJECTED', message: 'The note *** is too long.' }] },
      errors: [],
    });
  });

  test.each([
    ['a write is not sent again', 'change(attendeeId: "7")', 1],
    ['a repeatable write is, although 429 is the reply then', 'welcome', 3],
  ])('after a lost reply the outcome is unknown; %s', async (_what, field, count) => {
    const loses: Script = ({ socket }, response) => void (calls().length > 1 ? response.writeHead(429).end() : socket.destroy());
    Object.assign(scripts, { '/api/participant/edit': loses, '/api/welcome': loses });
    const { data, errors } = await graph.run(`mutation { write: ${field} { userErrors { code } } }`);
    expect(data.write).toBeNull();
    expect(errors).toMatchObject([{ extensions: { code: 'OUTCOME_UNKNOWN', idempotencyKey: null, registrants: [] } }]);
    expect(calls()).toHaveLength(count);
  });

  test.each<[what: string, data: unknown, path: string]>([
    ['a record of another activity', { id: 7, form_id: 1002 }, '$.data.form_id'],
    ['a record of no known activity', { id: 7, form_id: {} }, '$.data.form_id'],
    ['a result that cannot be decoded', 'done', '$.data'],
  ])('%s is an error at `result`, which says that the write has happened', async (_what, data, path) => {
    scripts['/api/participant/edit'] = { code: 1, data };
    const response = await change('attendeeId: "7"');
    expect({ change: response.data.change, calls: calls() }).toEqual({
      change: { result: null, userErrors: [] },
      calls: ['participant/edit'],
    });
    expect(response.errors).toMatchObject([
      {
        path: ['change', 'result'],
        message: expect.stringContaining('The write has happened'),
        extensions: { code: 'UPSTREAM_INVALID_RESPONSE', upstream: { path } },
      },
    ]);
  });
});

describe('cost', () => {
  const schema = schemaWith({ operations: file });
  const planned = measuring(schema, readConfig({}).limits);

  test.each<[query: string, calls: number, objects: number]>([
    ['{ activity { speakers } }', 1, 1],
    ['{ activity { a: speakers b: speakers } }', 2, 1],
    ['{ activity { speakers } again: activity { speakers } }', 2, 2],
    ['{ a: activity { speakers } b: activity(id: "1002") { speakers } }', 2, 2],
    ['{ activity { search(ids: ["1", "2"]) { id } } }', 1, 11],
    ['{ activity { search { id points } } }', 11, 11],
    ['{ activity { order { number buyer { id } } } }', 1, 3],
    ['{ activity { order { buyer { points } guest { points } } } }', 3, 4],
    ['mutation { change(attendeeId: "1") { result { id } } }', 1, 2],
    ['mutation { change(attendeeId: "1") { result { points } } }', 2, 2],
    [
      'mutation { a: change(attendeeId: "1") { result { activity { tickets { id } } } } b: change(attendeeId: "attendee:1002:1") { result { activity { tickets { id } } } } }',
      4,
      26,
    ],
  ])('%s plans %i calls and %i objects', (query, upstreamCalls, objects) => {
    const { cost, upstreamCalls: plannedCalls } = planned(query);
    expect({ plannedCalls, costOfObjects: cost - 10 * plannedCalls }).toEqual({ plannedCalls: upstreamCalls, costOfObjects: objects });
  });

  let prefixed: GraphUnderTest;
  beforeAll(async () => {
    prefixed = await graphOver(service.url, { operations: file, schema: { typePrefix: 'Event', relayNode: true } });
  });
  const attendees = [1, 2, 3].map((id) => `{ __typename: "EventAttendee", id: "attendee:1001:${id}" }`).join();
  const entities = `_entities(representations: [${attendees}, { __typename: "EventActivity", id: "1001" }])`;
  test.each<[selection: string, calls: Readonly<Record<string, number>>]>([
    [`{ ${entities} { ... on EventAttendee { name } ... on EventActivity { points } } }`, { getList: 1, points: 1 }],
    [
      `{ ${entities} { ...A ...B } } fragment A on EventAttendee { name } fragment B on EventActivity { points }`,
      { getList: 1, points: 1 },
    ],
    [`{ ${entities} { ... on EventAttendee { points } ... on EventActivity { id } } }`, { get: 3 }],
    [`{ ${entities} { ... on Node { ... on EventAttendee { points } } } }`, { get: 3 }],
    [`{ node(id: "attendee:1001:1") { ... on EventAttendee { name } ... on EventActivity { points } } }`, { getList: 1 }],
    [`{ node(id: "attendee:1001:1") { ... on EventAttendee { points } } }`, { get: 1 }],
  ])('a detail field takes calls where it is selected of attendees, not where its name is: %s', async (query, made) => {
    scripts['/api/participant/getList'] = { code: 1, data: [1, 2, 3].map((id) => attendee(id)), total: 3 };
    scripts['/api/participant/get'] = ({ form }) => ({ code: 1, data: attendee(Number(form['id']), { points: '7' }) });
    expect((await prefixed.run(query)).errors).toEqual([]);
    const counted: Record<string, number> = {};
    for (const { path } of service.hits) counted[path.split('/').at(-1)!] = (counted[path.split('/').at(-1)!] ?? 0) + 1;
    expect({ counted, planned: measuring(prefixed.schema)(query).upstreamCalls }).toEqual({ counted: made, planned: service.hits.length });
  });

  test.each<[what: string, write: string, activityId: number, variable: readonly [type: string, value: string] | null]>([
    ['a global id', 'change(attendeeId: "attendee:1002:7")', 1002, null],
    ['activityId', 'change(attendeeId: "7", activityId: "1002")', 1002, null],
    ['a global id in a variable', 'invite(ids: [$value])', 1002, ['ID!', 'attendee:1002:7']],
    ['a global id that is a default of the file', 'welcome', 1002, null],
    ['an id in place of a default of the file', 'welcome(ids: ["7"])', 1001, null],
    ['one of two global ids', 'change(attendeeId: $value, other: "attendee:1001:6")', 1001, ['ID!', 'attendee:1001:7']],
    ['no id, but a text that looks like one', 'change(attendeeId: "7", note: "attendee:1002:6")', 1001, null],
    ['no id, but a text in a variable', 'change(attendeeId: "7", note: $value)', 1001, ['String', 'attendee:1002:6']],
  ])(
    'the activity of a write is the one that its arguments name; content below it counts for each write: %s',
    async (_what, field, activityId, variable) => {
      const below = '{ result { activity { tickets { name } } } }';
      const head = variable ? `($value: ${variable[0]})` : '';
      const query = `mutation ${head} { a: ${field} ${below} b: change(attendeeId: "8") ${below} }`;
      const variables = variable ? { value: variable[1] } : {};
      scripts['/api/invite'] = { code: 1, data: attendee(7, { form_id: activityId }) };
      scripts['/api/welcome'] = scripts['/api/invite'];
      scripts['/api/participant/edit'] = ({ form }) => {
        const id = Number(form['id']);
        return { code: 1, data: attendee(id, { form_id: id === 7 ? activityId : 1001 }) };
      };
      expect((await graph.run(query, variables)).errors).toEqual([]);
      const made = activityId === 1001 ? 3 : 4;
      expect({ hits: service.hits.length, planned: planned(query, variables).upstreamCalls }).toEqual({ hits: made, planned: 4 });
    },
  );
});
