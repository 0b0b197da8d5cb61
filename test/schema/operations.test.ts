/* The example operations of schema/operations: each works over the sandbox, within the default limits. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, subscribe, TypeInfo, visit, visitWithTypeInfo, type GraphQLObjectType } from 'graphql';
import { readConfig } from '../../src/config/config.js';
import { CheckInFeeds } from '../../src/domain/check-in-events/check-in-feeds.js';
import { createOperationCheck } from '../../src/graph/cost/operation-limits.js';
import type { ActivityId } from '../../src/records/ids.js';
import { sandboxNotFoundPattern, startSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { LocalChannels } from '../../src/storage/channels.js';
import { closedAfterwards } from '../support/afterwards.js';
import { graphOver, type GraphqlResponse, type GraphUnderTest } from '../support/graph.js';

const folder = join(__dirname, '../../schema/operations');
const files = readdirSync(folder).filter((name) => name.endsWith('.graphql'));

/** What an example demonstrates beyond that it returns values. Each mutation has a row, because its payload may be a refusal. */
const shown: Record<string, (data: GraphqlResponse['data'], extensions: GraphqlResponse['extensions']) => void> = {
  'activities.graphql': ({ activities }) => {
    // The facts of activities come with the program: test/program/activities-file.program.test.ts.
    expect(activities).toMatchObject([
      { id: '1001', attendees: { totalCount: expect.any(Number) } },
      { id: '1002', attendees: { totalCount: 25 } },
    ]);
  },
  'activity-overview.graphql': ({ activity }) => {
    expect(activity.attendees.totalCount).toBeGreaterThan(1000);
    expect(activity.schedule.days).toHaveLength(3);
    expect(activity.tickets[0].name).toBe('Day Pass');
    expect(activity.articles.items[0].title).toBe('The programme is complete');
  },
  'form-fields.graphql': ({ activity }) => {
    expect(activity.formFields.map((field: { name: string }) => field.name).slice(0, 2)).toEqual(['name', 'mobile']);
    expect(activity.formFields.find((field: { kind: string }) => field.kind === 'RADIO').options).toContain('Software');
    expect(activity.formFields.some((field: { hidden: boolean }) => field.hidden)).toBe(false);
  },
  'attendees-page.graphql': ({ activity }) => {
    expect(activity.attendees.edges).toHaveLength(20);
    expect(activity.attendees.edges[0].node).toMatchObject({ name: expect.any(String), review: { enabled: true } });
    expect(activity.attendees.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false, endCursor: expect.any(String) });
  },
  'attendee-by-id.graphql': ({ attendee }) => {
    expect(Object.entries(attendee).filter(([name, value]) => value === null && name !== 'deletedAt')).toEqual([]);
    expect(attendee).toMatchObject({ name: '王伟', points: '128.50', companyTaxId: '99999999SANDBOX001' });
  },
  'attendee-by-mobile.graphql': ({ activity }) => {
    expect(activity.attendee).toMatchObject({ id: 'attendee:1001:700002', name: 'Zoë Müller' });
  },
  'viewer.graphql': ({ activity }) => {
    expect(activity.viewer).toMatchObject({ id: 'attendee:1001:700001', name: '王伟', mobile: '10000700001' });
  },
  'custom-fields.graphql': ({ attendee }) => {
    expect(attendee.customFields[0]).toMatchObject({ value: '星河智能科技有限公司', field: { label: '公司 Company' } });
    expect(attendee.customField).toMatchObject({ value: 'Software', field: { options: expect.arrayContaining(['Software']) } });
    expect(attendee.content).toMatchObject({ name1712900104: 'Software' });
  },
  'schedule.graphql': ({ activity }) => {
    const { days } = activity.schedule;
    expect(days).toHaveLength(3);
    const workshop = days[0].items.find((item: { title: string }) => item.title === 'Workshop day one');
    expect(workshop.children.map((part: { title: string }) => part.title)).toContain('Hands on: schemas');
    expect(days[0].items[1]).toMatchObject({ live: { url: expect.stringContaining('https://') }, link: { title: 'Slides' } });
  },
  'articles.graphql': ({ activity }) => {
    const press = activity.articles.items.find((article: { title: string }) => article.title.startsWith('Press'));
    expect(press.raw).toContain('<script>');
    expect(press.safe).not.toContain('script');
    expect(press.text).toContain('For journalists');
    expect(press.category.name).toBe('Press');
    expect(activity.article.title).toBe('Getting to the harbour');
  },
  'categories.graphql': ({ activity }) => {
    const news = activity.categories.find((category: { name: string }) => category.name === 'News');
    expect(news.children[0]).toMatchObject({ name: 'Announcements', articles: [{ title: 'The programme is complete' }, {}] });
  },
  'tickets-and-goods.graphql': ({ activity }) => {
    expect(activity.tickets.find((ticket: { soldOut: boolean }) => ticket.soldOut).name).toBe('VIP Pass');
    expect(activity.goods).toHaveLength(3);
    expect(activity.one).toMatchObject([{ id: 'goods:1001:502', unitPrice: '128.50', remainingStock: 0 }]);
  },
  'check-in-lookup.graphql': ({ checkInLookup }) => {
    expect(checkInLookup.map((match: { attendee: { name: string } }) => match.attendee.name)).toEqual(['陈明', '陈雪']);
    expect(checkInLookup[0].fields[1].storedValue).toContain('****');
    expect(checkInLookup[0].tickets).not.toEqual([]);
  },
  'check-ins.graphql': ({ checkIns }) => {
    expect(checkIns).toMatchObject({ payload: { participant: '700001' }, attendee: { id: 'attendee:1001:700001' } });
  },
  'add-attendees-validate-only.graphql': ({ addAttendees }) => {
    expect(addAttendees.registrations).toBeNull();
    expect(new Set(addAttendees.userErrors.map((error: { code: string }) => error.code))).toEqual(
      new Set(['REQUIRED', 'INVALID', 'TOO_LONG']),
    );
  },
  'add-attendees.graphql': ({ addAttendees }) => {
    expect(addAttendees.userErrors).toEqual([]);
    expect(addAttendees.registrations).toMatchObject([
      { attendee: { name: '王芳', source: 'API_SUBMISSION' } },
      { attendee: { name: 'Ada Berg' }, signCode: 'ADA-1', orderId: expect.any(String) },
    ]);
  },
  'sso-login.graphql': ({ ssoLogin }) => {
    expect(ssoLogin.userErrors).toEqual([]);
    expect(ssoLogin.login.url).toContain(ssoLogin.login.token);
  },
  'entities.graphql': ({ _entities }) => {
    expect(
      _entities.map((entity: { name?: string; title?: string; id?: string } | null) => entity?.name ?? entity?.title ?? entity?.id ?? null),
    ).toEqual(['1001', '王伟', expect.any(String), null, 'Opening keynote', 'The programme is complete', 'Hotels', 'Day Pass', 'Notebook']);
  },
  'stitching-batch.graphql': ({ activitiesByIds, attendeesByIds }, { upstream }) => {
    expect(activitiesByIds).toEqual([{ id: '1002' }, { id: '1001' }]);
    expect(attendeesByIds.map((attendee: { name: string } | null) => attendee?.name ?? null)).toEqual(['Zoë Müller', null, '王伟']);
    // An unknown id is asked for once more, since the list of ids may have been capped.
    expect(upstream?.calls).toBe(2);
  },
  'subgraph-sdl.graphql': ({ _service }) => {
    expect(_service.sdl).toContain('type Attendee @key(fields: "id")');
  },
  'goods-stock.graphql': ({ goodsStock }) => {
    expect(goodsStock).toHaveLength(3);
  },
  'ticket-stock.graphql': ({ ticketStock }) => {
    expect(ticketStock[0]).toMatchObject({ name: 'Day Pass', soldOut: false });
  },
};

/** The callers of the examples that not every caller may execute. */
const callers: Record<string, Parameters<GraphUnderTest['run']>[2]> = {
  'viewer.graphql': { scopes: ['self:read'], caller: { attendee: { kind: 'mobile', value: '10000700001', mobile: '10000700001' } } },
};

let sandbox: Sandbox;
let graph: GraphUnderTest;
let checkInFeeds: CheckInFeeds;

beforeAll(async () => {
  sandbox = closedAfterwards(await startSandbox());
  checkInFeeds = new CheckInFeeds({ channels: new LocalChannels(), attendeeAt: ['participant'], newId: () => 'id', now: Date.now });
  graph = await graphOver(sandbox.url, { notFoundPattern: new RegExp(sandboxNotFoundPattern), checkInFeeds });
});

test('each row of `shown` is of an example, and each mutation has one', () => {
  const mutations = files.filter((file) => read(file).includes('\nmutation '));
  expect(files).toEqual(expect.arrayContaining(Object.keys(shown)));
  expect(Object.keys(shown)).toEqual(expect.arrayContaining(mutations));
});

test('each query, mutation and subscription, and each field of Activity, has an example', () => {
  const types = new TypeInfo(graph.schema);
  const used = new Set<string>();
  const addField = () => void used.add(`${types.getParentType()?.name}.${types.getFieldDef()?.name}`);
  for (const file of files) visit(parse(read(file)), visitWithTypeInfo(types, { Field: addField }));
  const fields = ['Query', 'Mutation', 'Subscription', 'Activity'].flatMap((name) =>
    Object.keys((graph.schema.getType(name) as GraphQLObjectType).getFields()).map((field) => `${name}.${field}`),
  );
  expect(fields.filter((field) => !used.has(field))).toEqual([]);
});

test.each(files)('%s begins with a comment that is a sentence, and has one named operation', (file) => {
  const text = read(file);
  expect(text).toMatch(/^# [A-Z].*[.]\n(query|mutation|subscription) [A-Z]/);
  const operations = parse(text).definitions.filter((definition) => definition.kind === 'OperationDefinition');
  expect(operations).toHaveLength(1);
});

test.each(files)('%s is within the default limits of the program', (file) => {
  const document = parse(read(file));
  const operation = document.definitions.find((definition) => definition.kind === 'OperationDefinition')!;
  const check = createOperationCheck(readConfig({}).limits, { schema: graph.schema, maxPageSize: 100, activityIds: [1001] });
  expect(check(document, operation, {}).cost).toBeGreaterThan(0);
});

test.each(files)('%s works over the sandbox, with a value in each field of a root type and of the activity', async (file) => {
  const variables = file.replace(/\.graphql$/, '.variables.json');
  const given = existsSync(join(folder, variables)) ? (JSON.parse(read(variables)) as Record<string, unknown>) : {};
  const { data, errors, extensions } = read(file).includes('\nsubscription ')
    ? await firstEvent(file)
    : await graph.run(read(file), given, callers[file]);
  expect(errors).toEqual([]);
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
  expect(Object.entries({ ...data, ...data['activity'] }).filter(([, value]) => isEmpty(value))).toEqual([]);
  shown[file]?.(data, extensions);
  expect(graph.defects).toEqual([]);
});

/** The first event of a subscription. */
async function firstEvent(file: string): Promise<GraphqlResponse> {
  const events = (await subscribe({
    schema: graph.schema,
    document: parse(read(file)),
    contextValue: graph.context(),
  })) as AsyncGenerator<{ data: GraphqlResponse['data'] }>;
  if (file === 'check-ins.graphql') checkInFeeds.publish(1001 as ActivityId, { participant: '700001' });
  const { value } = (await events.next()) as { value: { data: GraphqlResponse['data'] } };
  await events.return(undefined);
  return { data: value.data, errors: [], extensions: {} };
}

function read(file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}
