/*
 * Event Graph in a stitched schema, over real HTTP. Its batch fields merge its types with those of another schema, which knows
 * attendees and activities by their ids only.
 */

import { readFileSync } from 'node:fs';
import { buildHTTPExecutor } from '@graphql-tools/executor-http';
import { stitchSchemas } from '@graphql-tools/stitch';
import { stitchingDirectives } from '@graphql-tools/stitching-directives';
import { buildSchema, graphql, type GraphQLSchema } from 'graphql';
import { startSandbox } from '../../src/sandbox/sandbox.js';
import { closedAfterwards } from '../support/afterwards.js';
import { canaries, everyScopeKey, programOver, type ProgramUnderTest } from '../support/program.js';

type Subschemas = { eventsUrl: string; eventsSdl: string; fetch: typeof fetch };
const { stitched } = jest.requireActual<{ stitched(subschemas: Subschemas): GraphQLSchema }>('../../examples/stitching/gateway.mjs');
const stitchingSdl = readFileSync('schema/event-graph.stitching.graphql', 'utf8');

const calls: string[] = [];
const requests: string[] = [];
const countingFetch: typeof fetch = (url, init) => {
  requests.push(init!.body as string);
  return fetch(url, init);
};

let events: ProgramUnderTest;
beforeAll(async () => {
  const sandbox = closedAfterwards(
    await startSandbox({
      publicKey: 'public',
      privateKey: canaries.privateKey,
      onRequest: ({ path, form }) => calls.push(`${path} ${form.ids?.split(',').length ?? ''}`.trim()),
    }),
  );
  events = await programOver(sandbox.url, { EVENT_SERVICE_TIMEOUT_MS: '5000', LOG_LEVEL: 'silent' });
});
beforeEach(() => void (calls.length = requests.length = 0));

async function run(schema: GraphQLSchema, source: string, key = everyScopeKey) {
  const { data, errors = [] } = await graphql({ schema, source, contextValue: { headers: { authorization: `Bearer ${key}` } } });
  return { data: JSON.parse(JSON.stringify(data ?? null)), errors };
}

const byDirectives = () => stitched({ eventsUrl: `${events.url}/graphql`, eventsSdl: stitchingSdl, fetch: countingFetch });

describe('types merged by the directives of schema/event-graph.stitching.graphql', () => {
  test('50 references are one request to Event Graph and one call to the event service', async () => {
    const { data, errors } = await run(byDirectives(), '{ badges(first: 50) { title attendee { id name registeredAt } } }');
    expect(errors).toEqual([]);
    expect(data.badges).toHaveLength(50);
    expect(data.badges[1]).toMatchObject({
      title: 'Badge of attendee:1001:700002',
      attendee: { id: 'attendee:1001:700002', name: 'Zoë Müller' },
    });
    expect(requests).toHaveLength(1);
    expect(calls).toEqual(['/api/participant/getList 50']);
  });

  test("Event Graph's attendees get the other schema's field", async () => {
    const { data, errors } = await run(byDirectives(), '{ activity { attendees(first: 2) { nodes { name badge { title } } } } }');
    expect(errors).toEqual([]);
    expect(data.activity.attendees.nodes).toEqual([
      { name: '王伟', badge: { title: 'Badge of attendee:1001:700001' } },
      { name: 'Zoë Müller', badge: { title: 'Badge of attendee:1001:700002' } },
    ]);
    expect({ requests: requests.length, calls: calls.length }).toEqual({ requests: 1, calls: 1 });
  });
});

test('a stitching gateway that has only the SDL merges activities too', async () => {
  const { stitchingDirectivesTransformer, stitchingDirectivesTypeDefs } = stitchingDirectives();
  const talks = buildSchema(`
    ${stitchingDirectivesTypeDefs}
    type Query { talks: [Talk!]! }
    type Talk { activity: Activity }
    type Activity @key(selectionSet: "{ id }") { id: ID! }
  `);
  const ids = ['1001', '4711', '1002'];
  const schema = stitchSchemas({
    subschemas: [
      {
        schema: buildSchema(stitchingSdl),
        executor: buildHTTPExecutor({
          endpoint: `${events.url}/graphql`,
          headers: { authorization: `Bearer ${everyScopeKey}` },
          fetch: countingFetch,
        }),
      },
      { schema: talks, executor: (): any => ({ data: { talks: ids.map((id) => ({ activity: { __typename: 'Activity', id } })) } }) },
    ],
    subschemaConfigTransforms: [stitchingDirectivesTransformer],
  });
  const { data } = await run(schema, '{ talks { activity { id attendees(first: 1) { totalCount } } } }');
  expect(
    data.talks.map(
      ({ activity }: { activity: { attendees: { totalCount: number } | null } | null }) => activity?.attendees?.totalCount ?? null,
    ),
  ).toEqual([1200, null, expect.any(Number)]);
  expect(requests).toHaveLength(1);
});

test('a reference that is unknown, malformed or of another activity affects its own position only', async () => {
  const ids = ['attendee:1001:700001', 'attendee:1001:999999999', 'attendee:1001:x', 'attendee:4711:7', 'attendee:1001:700002'];
  const { data, errors } = await run(byDirectives(), `{ badgesOfAttendees(ids: ${JSON.stringify(ids)}) { id company review { state } } }`);
  expect(
    data.badgesOfAttendees.map((found: { id: string; review: { state: string } } | null) => found && [found.id, found.review.state]),
  ).toEqual([['attendee:1001:700001', 'APPROVED'], null, null, null, ['attendee:1001:700002', 'PENDING']]);
  expect(errors.map(({ extensions }) => extensions.code)).toContain('BAD_USER_INPUT');
  expect({ requests: requests.length, calls }).toEqual({ requests: 1, calls: ['/api/participant/getList 3'] });
});

test("the caller's credential is forwarded", async () => {
  const { data, errors } = await run(byDirectives(), '{ badges(first: 1) { title attendee { company } } }', 'no-such-key');
  expect(data.badges).toEqual([{ title: 'Badge of attendee:1001:700001', attendee: { company: null } }]);
  expect(errors.map(({ extensions }) => extensions.code)).toEqual(['UNAUTHENTICATED']);
  expect(calls).toEqual([]);
});
