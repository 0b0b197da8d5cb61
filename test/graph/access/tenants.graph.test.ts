/* Callers who may query some activities: every path that leads to an activity. The sandbox serves 1001 (the default) and 1002. */

import { getNamedType, isInputObjectType, parse, subscribe, type GraphQLField } from 'graphql';
import { entityTypeNames } from '../../../src/graph/entity-types.js';
import type { ActivityId } from '../../../src/model/ids.js';
import { bound } from '../../support/bound.js';
import { countedSandbox, type CountedSandbox } from '../../support/counted-sandbox.js';

const operations = bound({
  operations: {
    people: { on: 'Activity', method: 'POST', path: '/api/participant/getList', scope: 'attendees:read' },
    edit: {
      on: 'Mutation',
      method: 'POST',
      path: '/api/participant/get',
      scope: 'attendees:write',
      parameters: { id: { type: 'ID!', kind: 'attendee' } },
    },
  },
});

let sandbox: CountedSandbox;
beforeAll(async () => (sandbox = await countedSandbox({ knowsNotFound: true, operations, schema: { relayNode: true } })));
afterEach(() => sandbox.assertNoDefects());

const tenantOf = (...ids: number[]) => ({ caller: { activities: new Set(ids as ActivityId[]) } });
const entities = (typeName: string, id: string) =>
  `{ _entities(representations: [{ __typename: "${typeName}", id: "${id}" }]) { __typename } }`;
const checkIn = (id: string) => `{
  checkInLookup(
    input: { activityId: "${id}", token: "sandbox-check-in-token", userId: "88", deviceType: PC, pointId: "5", signCode: "WANGWEI01" }
  ) { attendeeId }
}`;
const registration = (activity: string) => `mutation {
  addAttendees(
    input: {
      ${activity}
      contact: { name: "a", mobile: "10000000001" }
      attendees: [{ name: "b", mobile: "10000000002" }]
      validateOnly: true
    }
  ) { userErrors { code } }
}`;

/** Operations that name an activity. Each gives a caller of all activities something of 1001. */
const naming: Record<string, (id: string) => string> = {
  'Query.activity': (id) => `{ activity(id: "${id}") { id formFields { name } } }`,
  'Query.activitiesByIds': (id) => `{ activitiesByIds(ids: ["1002", "${id}"]) { id } }`,
  'Query.attendee by global id': (id) => `{ attendee(by: { id: "attendee:${id}:700001" }) { name } }`,
  'Query.attendee by its number': (id) => `{ attendee(by: { id: "700001" }, activityId: "${id}") { name } }`,
  'Query.attendee by mobile': (id) => `{ attendee(by: { mobile: "10000700002" }, activityId: "${id}") { name } }`,
  'Query.attendeesByIds by global id': (id) => `{ attendeesByIds(ids: ["attendee:${id}:700001"]) { name } }`,
  'Query.attendeesByIds by number': (id) => `{ attendeesByIds(ids: ["700001"], activityId: "${id}") { name } }`,
  'Query.node of an activity': (id) => `{ node(id: "${id}") { __typename } }`,
  'Query.node of an attendee': (id) => `{ node(id: "attendee:${id}:700001") { __typename } }`,
  'Query.node of an article': (id) => `{ node(id: "article:${id}:6001") { __typename } }`,
  'Query._entities of an activity': (id) => entities('Activity', id),
  'Query._entities of an attendee': (id) => entities('Attendee', `attendee:${id}:700001`),
  'Query._entities of a schedule item': (id) => entities('ScheduleItem', `scheduleItem:${id}:2001`),
  'Query._entities of an article': (id) => entities('Article', `article:${id}:6001`),
  'Query._entities of a category': (id) => entities('Category', `category:${id}:301`),
  'Query._entities of a ticket': (id) => entities('TicketItem', `ticketItem:${id}:401`),
  'Query._entities of goods': (id) => entities('Goods', `goods:${id}:501`),
  'Query.checkInLookup': checkIn,
  'Mutation.addAttendees': (id) => registration(`activityId: "${id}"`),
  'Mutation.ssoLogin': (id) => `mutation { ssoLogin(input: { activityId: "${id}", mobile: "10000700002" }) { login { url } } }`,
  'a bound read': (id) => `{ activity(id: "${id}") { people } }`,
  'a bound write by activityId': (id) => `mutation { edit(activityId: "${id}", id: "700001") { result } }`,
  'a bound write by global id': (id) => `mutation { edit(id: "attendee:${id}:700001") { result } }`,
};

test.each(Object.entries(naming))('%s: the activity of another is treated as one that is not served', async (_path, operation) => {
  const everyone = await sandbox.cost(operation('1001'));
  const tenant = await sandbox.cost(operation('1001'), {}, tenantOf(1002));
  const notServed = await sandbox.cost(operation('9999'));
  expect(tenant).toEqual(notServed);
  expect(tenant.calls).toEqual({});
  expect(everyone).not.toEqual(notServed);
  // To its own caller the activity is what it is to a caller of all.
  const { calls: _calls, extensions: _extensions, ...own } = await sandbox.cost(operation('1001'), {}, tenantOf(1001, 1002));
  if (!operation('').includes('ssoLogin')) expect(own).toEqual({ data: everyone.data, errors: everyone.errors });
});

test('every field of Query and Mutation that names an activity has a row above, and so has every entity', () => {
  const shown = Object.values(naming).map((operation) => operation('1001'));
  const { schema } = sandbox.graph;
  const namesActivity = ({ args }: GraphQLField<unknown, unknown>) =>
    args.some(({ name, type }) => {
      const input = getNamedType(type);
      return name === 'activityId' || (isInputObjectType(input) && Object.hasOwn(input.getFields(), 'activityId'));
    });
  const fields = [schema.getQueryType()!, schema.getMutationType()!]
    .flatMap((type) => Object.values(type.getFields()))
    .filter(namesActivity)
    .map(({ name }) => name);
  expect(fields.length).toBeGreaterThan(3);
  expect(fields.filter((name) => !shown.some((operation) => new RegExp(`\\b${name}\\(`).test(operation)))).toEqual([]);
  expect(entityTypeNames.filter((name) => !shown.some((operation) => operation.includes(`__typename: "${name}"`)))).toEqual([]);
});

/** Operations that mean the default activity, each with what it shows of it. */
const defaults: Record<string, string> = {
  'Query.activity': '{ activity { id } }',
  'Query.attendee by its number': '{ attendee(by: { id: "700001" }) { name } }',
  'Query.attendee by mobile': '{ attendee(by: { mobile: "10000700002" }) { name } }',
  'Query.checkInLookup': checkIn('').replace('activityId: "", ', ''),
  'Mutation.addAttendees': registration(''),
  'Mutation.ssoLogin': 'mutation { ssoLogin(input: { mobile: "10000700002" }) { login { url } } }',
  'a bound write': 'mutation { edit(id: "700001") { result } }',
};

test.each(Object.entries(defaults))('%s: the default is denied to a caller without an activity', async (_path, operation) => {
  const { data, errors, calls } = await sandbox.cost(operation, {}, tenantOf());
  expect(Object.values(data)).toEqual([null]);
  expect(errors.map(({ extensions }) => extensions)).toEqual([{ code: 'FORBIDDEN', requiredScopes: [] }]);
  expect(calls).toEqual({});
  expect((await sandbox.cost(operation)).errors).toEqual([]);
});

test('to a caller without an activity, bare ids are denied one by one, and global ids are null', async () => {
  const { data, errors } = await sandbox.cost('{ attendeesByIds(ids: ["700001", "attendee:1001:700001"]) { name } }', {}, tenantOf());
  expect(data).toEqual({ attendeesByIds: [null, null] });
  expect(errors.map(({ path, extensions }) => [path, extensions['code']])).toEqual([[['attendeesByIds', 0], 'FORBIDDEN']]);
});

test('activities lists those of the caller, the first of them in the order of the setting is the default', async () => {
  const listed = async (...ids: number[]) => (await sandbox.cost('{ activities { id } }', {}, tenantOf(...ids))).data;
  expect(await listed(1002, 1001, 9999)).toEqual({ activities: [{ id: '1001' }, { id: '1002' }] });
  expect(await listed(1002)).toEqual({ activities: [{ id: '1002' }] });
  expect(await listed(9999)).toEqual({ activities: [] });
  const { data } = await sandbox.cost('{ activity { id attendee(by: { id: "attendee:1001:700001" }) { id } } }', {}, tenantOf(1002));
  expect(data).toEqual({ activity: { id: '1002', attendee: null } });
  const [, form] = [await sandbox.cost('{ activity { formFields { activityId } } }', {}, tenantOf(1002)), sandbox.counts()];
  expect(form).toEqual({ 'activity/getFields': 1 });
});

test('a subscription follows activities of the caller only', async () => {
  const feed = async (args: string, ...ids: number[]) =>
    subscribe({
      schema: sandbox.graph.schema,
      document: parse(`subscription { ticketStock${args} { id } }`),
      contextValue: sandbox.graph.context(undefined, undefined, tenantOf(...ids).caller),
    });
  const codes = async (args: string, ...ids: number[]) => {
    const opened = await feed(args, ...ids);
    if ('next' in opened) {
      const { value } = await opened.next();
      await opened.return!();
      return (value as { data: { ticketStock: { id: string }[] } }).data.ticketStock.map(({ id }) => id.split(':')[1]);
    }
    return opened.errors!.map(({ originalError }) => (originalError as unknown as { code: string }).code);
  };
  expect(new Set(await codes('', 1002))).toEqual(new Set(['1002']));
  expect(await codes('(activityId: "1001")', 1002)).toEqual(['BAD_USER_INPUT']);
  expect(await codes('(activityId: "1002")')).toEqual(['BAD_USER_INPUT']);
  expect(await codes('')).toEqual(['FORBIDDEN']);
});
