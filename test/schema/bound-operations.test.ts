/*
 * examples/operations.json binds the sandbox's own versions of all operations of §4.12 that can be bound, and
 * examples/operations has an example of each.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { composeServices as composeByApollo } from '@apollo/composition';
import { stitchSchemas } from '@graphql-tools/stitch';
import { stitchingDirectives } from '@graphql-tools/stitching-directives';
import { composeServices as composeByGuild } from '@theguild/federation-composition';
import { buildSchema, isObjectType, parse } from 'graphql';
import { readOperationsFile } from '../../src/config/operations-file/operations-file.js';
import { stitchingSdl } from '../../src/graph/federation/stitching-sdl.js';
import { extractDocumentedGraph } from '../../src/graph/schema/extract-documented-graph.js';
import { createSubgraph } from '../../src/graph/schema/schema.js';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { closedAfterwards } from '../support/afterwards.js';
import { graphOver, type GraphqlResponse, type GraphUnderTest } from '../support/graph.js';

const root = join(__dirname, '../..');
const { operations, problems } = readOperationsFile(join(root, 'examples/operations.json'), extractDocumentedGraph(), 'OPERATIONS_FILE');
const examples = readdirSync(join(root, 'examples/operations')).filter((name) => name.endsWith('.graphql'));
const textOf = (example: string) => readFileSync(join(root, 'examples/operations', `${example}.graphql`), 'utf8');

test('examples/operations.json has no mistakes, and binds every operation of §4.12 that can be bound', () => {
  expect(problems).toEqual([]);
  expect(operations!.bindings.map(({ key }) => key).join(' ')).toBe(
    'searchAttendees modifyAttendee deleteAttendee signCodeByMobile sendSmsCode createOrder order repayOrder articleDetail speakerCategories ' +
      'speakers speakersOfCategory speaker scheduleCategories exhibitors exhibitor exhibitorFields checkInToken redirectLogin authorisation',
  );
});

const some = expect.any(String) as string;
const done = { result: true, userErrors: [] };

/** What each example returns, in the order in which they run: an order is created before it is read. */
const shown: readonly (readonly [example: string, data: (data: GraphqlResponse['data']) => void])[] = [
  [
    'search-attendees',
    ({ activity }) => {
      expect(activity.searchAttendees.length).toBeGreaterThan(0);
      for (const found of activity.searchAttendees) expect(`${found.name} ${found.company}`).toMatch(/harbour/i);
      expect(activity.searchAttendees[0].points).toMatch(/^\d+\.\d\d$/);
    },
  ],
  [
    'modify-attendee',
    ({ modifyAttendee }) =>
      expect(modifyAttendee).toEqual({
        result: { id: 'attendee:1001:700003', company: 'Harbour Labs', label: 'press', updatedAt: some },
        userErrors: [],
      }),
  ],
  ['delete-attendee', ({ deleteAttendee }) => expect(deleteAttendee).toEqual(done)],
  ['sign-code-by-mobile', ({ activity }) => expect(activity.signCodeByMobile).toMatch(/^\w{6,10}$/)],
  ['send-sms-code', ({ sendSmsCode }) => expect(sendSmsCode).toEqual(done)],
  [
    'create-order',
    ({ createOrder: { result, userErrors } }) => {
      expect(userErrors).toEqual([]);
      expect(result).toMatchObject({ number: 'S10019001', state: 1, quantity: 2, amount: '399.00', paidAt: null, createdAt: some });
      expect(result).toMatchObject({ ticket: { name: 'Full Pass' }, attendee: { id: 'attendee:1001:700001', name: '王伟' } });
    },
  ],
  [
    'order',
    ({ activity }) => expect(activity.order).toMatchObject({ number: 'S10019001', amount: '399.00', ticket: { unitPrice: '199.5' } }),
  ],
  ['repay-order', ({ repayOrder }) => expect(repayOrder.result).toEqual({ number: 'S10019001', paymentUrl: some })],
  ['article-detail', ({ activity }) => expect(activity.articleDetail).toMatchObject({ title: some, content: some, publishedAt: some })],
  [
    'speaker-categories',
    ({ activity }) => expect(activity.speakerCategories).toContainEqual({ id: '32', name: 'Keynote', speakerCount: expect.any(Number) }),
  ],
  [
    'speakers',
    ({ activity: { speakers } }) => {
      expect(speakers[0]).toMatchObject({ id: '601', name: '王伟', keynote: true, talks: [{ title: 'Opening keynote' }] });
      expect(speakers[2].photoUrl).toBeNull();
      expect(speakers[0].talks[0].id).toMatch(/^scheduleItem:1001:/);
    },
  ],
  [
    'speakers-of-category',
    ({ activity }) =>
      expect(new Set(activity.speakersOfCategory.map((speaker: { categoryName: string }) => speaker.categoryName))).toEqual(
        new Set(['Keynote']),
      ),
  ],
  ['speaker', ({ activity }) => expect(activity.speaker).toMatchObject({ name: '王伟', talks: [{ place: 'Main hall' }] })],
  [
    'schedule-categories',
    ({ activity }) => expect(activity.scheduleCategories).toContainEqual({ id: '33', name: 'Workshop', sortOrder: 33 }),
  ],
  [
    'exhibitors',
    ({ activity }) => {
      expect(activity.exhibitors).toHaveLength(4);
      expect(activity.exhibitors[2]).toEqual({ id: '803', name: 'Northwind Data', booth: 'C12', website: some, sponsor: false });
    },
  ],
  [
    'exhibitor',
    ({ activity }) => expect(activity.exhibitor).toMatchObject({ contactEmail: some, products: [{ price: '49.00' }, { price: '1299' }] }),
  ],
  ['exhibitor-fields', ({ activity }) => expect(activity.exhibitorFields[0]).toMatchObject({ name: 'name', kind: 'INPUT', sort: 1 })],
  [
    'check-in-token',
    ({ activity }) =>
      expect(activity.checkInToken).toMatchObject({
        token: some,
        userId: '88',
        expiresAt: some,
        points: [{ id: '5', name: 'Main entrance' }],
      }),
  ],
  ['redirect-login', ({ redirectLogin }) => expect(redirectLogin.result).toMatch(/^https:\/\/event\.example\/login\/1001\?ticket=/)],
  [
    'authorisation',
    ({ activity }) =>
      expect(activity.authorisation).toEqual({ valid: true, permissions: ['participant', 'order', 'content'], expiresAt: some }),
  ],
];

describe('over the sandbox', () => {
  let sandbox: Sandbox;
  let graph: GraphUnderTest;
  beforeAll(async () => {
    sandbox = closedAfterwards(await startSandbox());
    graph = await graphOver(sandbox.url, { operations: operations! });
  });

  test('each operation has an example, and each example is shown', () => {
    expect(shown.map(([example]) => `${example}.graphql`).toSorted()).toEqual(examples.toSorted());
    expect(shown).toHaveLength(operations!.bindings.length);
  });

  test.each(shown)('%s returns typed data', async (example, check) => {
    const { data, errors } = await graph.run(textOf(example));
    expect(errors).toEqual([]);
    check(data);
  });

  test('an order that does not exist is null, and one that cannot be paid is a user error', async () => {
    const { data } = await graph.run('mutation { repayOrder(number: "x") { result { id } userErrors { code message } } } ');
    expect(data.repayOrder).toEqual({ result: null, userErrors: [{ code: 'REJECTED', message: some }] });
    expect((await graph.run('{ activity { order(number: "x") { id } } }')).data.activity.order).toBeNull();
  });

  test('a list of a bound operation is empty for an activity without records, and has none of another activity', async () => {
    const { data, errors } = await graph.run('{ activity(id: "1002") { speakers { id } exhibitors { id } speakerCategories { id } } }');
    expect({ activity: data.activity, errors }).toEqual({ activity: { speakers: [], exhibitors: [], speakerCategories: [] }, errors: [] });
  });
});

describe.each([[null], ['Event']])('with the type prefix %p', (typePrefix) => {
  const prefix = typePrefix ?? '';
  const { schema, sdl } = createSubgraph({ maxPageSize: 100, authDirectives: true, typePrefix, operations: operations! });
  const service = { name: 'events', url: 'http://events.example', typeDefs: parse(sdl) };
  const fieldsOf = (supergraph: string, name: string) => {
    const type = buildSchema(supergraph, { assumeValid: true, assumeValidSDL: true }).getType(name);
    return isObjectType(type) ? Object.keys(type.getFields()) : [];
  };

  test.each([
    ['@apollo/composition', () => composeByApollo([service])],
    ['@theguild/federation-composition', () => composeByGuild([service])],
  ])('%s composes the types of the bound operations', (_name, compose) => {
    const { supergraphSdl, errors } = compose();
    expect(errors ?? []).toEqual([]);
    expect(fieldsOf(supergraphSdl!, `${prefix}Activity`)).toEqual(expect.arrayContaining(['tickets', 'speakers', 'order']));
    expect(fieldsOf(supergraphSdl!, `${prefix}Speaker`)).toEqual(expect.arrayContaining(['id', 'talks']));
    expect(fieldsOf(supergraphSdl!, `${prefix}CreateOrderPayload`)).toEqual(['result', 'userErrors']);
    expect(supergraphSdl).toContain('@requiresScopes(scopes: [["attendees:pii", "attendees:read"]])');
  });

  test('schema stitching keeps the types of the bound operations', () => {
    const { stitchingDirectivesTransformer } = stitchingDirectives();
    const stitched = stitchSchemas({
      subschemas: [{ schema: buildSchema(stitchingSdl(schema), { assumeValid: true }) }],
      subschemaConfigTransforms: [stitchingDirectivesTransformer],
    });
    const activity = stitched.getType(`${prefix}Activity`);
    expect(isObjectType(activity) && Object.keys(activity.getFields())).toEqual(expect.arrayContaining(['speakers']));
  });
});
