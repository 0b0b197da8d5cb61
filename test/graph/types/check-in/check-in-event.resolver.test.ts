import { subscribe, type ExecutionResult } from 'graphql';
import { CheckInFeeds } from '../../../../src/domain/check-in-events/check-in-feeds.js';
import type { Json } from '../../../../src/primitives/json.js';
import type { ActivityId } from '../../../../src/records/ids.js';
import { LocalChannels } from '../../../../src/storage/channels.js';
import { attendeeDetail, listedAttendee } from '../../../service/samples.js';
import { fakeService, type FakeService } from '../../../support/fake-service.js';
import { graphOver, type GraphUnderTest } from '../../../support/graph.js';
import { validated } from '../../../support/schemas.js';

const checkInFeeds = new CheckInFeeds({ channels: new LocalChannels(), attendeeAt: ['visitor'], newId: () => 'id', now: () => 0 });
let service: FakeService;
let graph: GraphUnderTest;
beforeAll(async () => {
  service = await fakeService({
    '/api/participant/getList': () => ({ code: 1, data: [listedAttendee], total: 1 }),
    '/api/participant/get': () => ({ code: 1, data: attendeeDetail }),
  });
  graph = await graphOver(service.url, { checkInFeeds });
});
beforeEach(() => void (service.hits.length = 0));

type Feed = AsyncGenerator<ExecutionResult<{ checkIns: unknown }>>;

/** Pushes a check-in. @returns what subscribers with these selections receive */
async function received(payload: Json, ...selections: string[]): Promise<unknown[]> {
  const feeds = await Promise.all(
    selections.map(async (selection) => {
      const { document } = validated(graph.schema, `subscription { checkIns { ${selection} } }`);
      return (await subscribe({ schema: graph.schema, document: document!, contextValue: graph.context() })) as Feed;
    }),
  );
  const results = feeds.map((feed) => feed.next());
  checkInFeeds.publish(1001 as ActivityId, payload);
  const events = await Promise.all(results);
  await Promise.all(feeds.map((feed) => feed.return(undefined)));
  return events.map(({ value }) => value.data.checkIns);
}
const paths = () => service.hits.map(({ path }) => path);

test.each([
  ['name', '/api/participant/getList'],
  ['name points', '/api/participant/get'],
])('the attendee { %s } of a check-in is read by %s', async (selection, path) => {
  expect(await received({ visitor: 7 }, `attendee { ${selection} }`)).toEqual([{ attendee: expect.objectContaining({ name: '王伟' }) }]);
  expect(paths()).toEqual([path]);
});

test.each<[string, Json]>([
  ['without the member of the number', { other: 7 }],
  ['whose member is no number', { visitor: 'wang' }],
  ['that is no object', 'visitor'],
])('a check-in %s has no attendee, without a call', async (_what, payload) => {
  expect(await received(payload, 'payload attendee { name }')).toEqual([{ payload, attendee: null }]);
  expect(paths()).toEqual([]);
});

test('the number of an attendee may be a string', async () => {
  expect(await received({ visitor: ' 7 ' }, 'attendee { name }')).toEqual([{ attendee: { name: '王伟' } }]);
});

test('subscribers of a check-in share one lookup, which has the fields that any of them selects', async () => {
  const events = await received({ visitor: 7 }, 'attendee { name }', 'attendee { name points }', 'attendee { name }');
  expect(events).toEqual([
    { attendee: { name: '王伟' } },
    { attendee: { name: '王伟', points: expect.any(String) } },
    { attendee: { name: '王伟' } },
  ]);
  expect(paths()).toEqual(['/api/participant/get']);
});

test('a check-in whose attendee is not selected causes no call', async () => {
  expect(await received({ visitor: 7 }, 'id payload')).toEqual([{ id: 'id', payload: { visitor: 7 } }]);
  expect(paths()).toEqual([]);
});
