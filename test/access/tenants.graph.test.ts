/* Callers who may query some activities: every path that leads to an activity. The sandbox serves 1001 (the default) and 1002. */

import { getNamedType, isInputObjectType, isLeafType, parse, subscribe, type GraphQLInputType } from 'graphql';
import type { ActivityId } from '../../src/records/ids.js';
import { bound } from '../support/bound.js';
import { countedSandbox, type CountedSandbox } from '../support/counted-sandbox.js';
import { fieldArguments, references } from '../support/field-arguments.js';
import { schemaWith } from '../support/schemas.js';

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
const knownArguments = fieldArguments({
  attendee: { id: '700001', mobile: '10000700002' },
  articleId: '6001',
  scheduleItemId: '2001',
  categoryId: '301',
  formField: 'name1712900101',
  registrant: { mobile: '10000700002', fields: [] },
});

const hasActivityId = (type: GraphQLInputType) => isInputObjectType(type) && Object.hasOwn(type.getFields(), 'activityId');
const schema = schemaWith({ relayNode: true });
/** The fields of Query and Mutation that name an activity, as operations without it and with it. */
const fieldsOfAnActivity = [schema.getQueryType()!, schema.getMutationType()!].flatMap((rootType) =>
  Object.values(rootType.getFields()).flatMap((field) => {
    const root = rootType.name;
    const ofInput = field.args.some(({ type }) => hasActivityId(getNamedType(type)));
    if (!ofInput && !field.args.some(({ name }) => name === 'activityId')) return [];
    const [given = ''] = knownArguments[`${root}.${field.name}`] ?? [];
    const selection = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }';
    const operation = (texts: string) => `${root.toLowerCase()} { ${field.name}${texts === '' ? '' : `(${texts})`} ${selection} }`;
    return [
      {
        coordinate: `${root}.${field.name}`,
        ofDefault: operation(given),
        of: (id: string) => operation(ofInput ? given.replace('input: {', `input: { activityId: "${id}"`) : `${given} activityId: "${id}"`),
      },
    ];
  }),
);

/** Operations that name an activity. Each gives a caller of all activities something of 1001. */
const naming: Record<string, (id: string) => string> = {
  ...Object.fromEntries(fieldsOfAnActivity.map(({ coordinate, of }) => [coordinate, of])),
  ...Object.fromEntries(
    Object.entries(references).flatMap(([typeName, reference]) => {
      const of = (id: string) => reference.replace('1001', id);
      return [
        [
          `Query._entities of ${typeName}`,
          (id) => `{ _entities(representations: [{ __typename: "${typeName}", id: "${of(id)}" }]) { __typename } }`,
        ],
        [`Query.node of ${typeName}`, (id) => `{ node(id: "${of(id)}") { __typename } }`],
      ] satisfies [string, (id: string) => string][];
    }),
  ),
  'Query.activity': (id) => `{ activity(id: "${id}") { id formFields { name } } }`,
  'Query.activitiesByIds': (id) => `{ activitiesByIds(ids: ["1002", "${id}"]) { id } }`,
  'Query.attendee by global id': (id) => `{ attendee(by: { id: "attendee:${id}:700001" }) { name } }`,
  'Query.attendee by mobile': (id) => `{ attendee(by: { mobile: "10000700002" }, activityId: "${id}") { name } }`,
  'Query.attendeesByIds by global id': (id) => `{ attendeesByIds(ids: ["attendee:${id}:700001"]) { name } }`,
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
  expect(own).toEqual({ data: everyone.data, errors: everyone.errors });
});

/** Operations that mean the default activity, each with what it shows of it. */
const defaults: Record<string, string> = {
  ...Object.fromEntries(fieldsOfAnActivity.map(({ coordinate, ofDefault }) => [coordinate, ofDefault])),
  'Query.activity': '{ activity { id } }',
  'Query.attendee by mobile': '{ attendee(by: { mobile: "10000700002" }) { name } }',
  'a bound write': 'mutation { edit(id: "700001") { result } }',
};

test.each(Object.entries(defaults))('%s: the default is denied to a caller without an activity', async (_path, operation) => {
  const { data, errors, calls } = await sandbox.cost(operation, {}, tenantOf());
  expect(Object.values(data).flat()).toEqual([null]);
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
