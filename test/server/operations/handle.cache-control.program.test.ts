/* How long a caller's own cache may keep a response. */

import { fakeService, type FakeService } from '../../support/fake-service.js';
import { everyScopeKey, programOver, type ProgramUnderTest } from '../../support/program.js';
import { stopClock } from '../../support/stopped-clock.js';
import { get } from '../toy-server.js';

let service: FakeService;
let failing: boolean;
let program: ProgramUnderTest;
beforeEach(async () => {
  failing = false;
  service = await fakeService({
    '/api/schedule/getList': (_hit, response) => (failing ? void response.writeHead(500).end() : { code: 1, data: [], total: 0 }),
    '/api/ticket/data': { code: 1, data: [] },
    '/api/goods/data': { code: 1, data: [] },
    '/api/participant/getList': {
      code: 1,
      data: [{ id: 7, form_id: 1001, contact: 'A', mobile: '1', time: 1, review: 1 }],
      total: 1,
    },
  });
  program = await programOver(service.url, { CACHE_TTL: 'schedule=30,tickets=5,goods=0', EVENT_SERVICE_RETRIES: '0' });
});
const key = { 'x-api-key': everyScopeKey };
const cacheControl = async (query: string, headers: Record<string, string> = key) =>
  (await get(program, { query }, headers)).headers.get('cache-control');

test('the response to a GET of content may be cached as long as the content is fresh, also with the report of its calls', async () => {
  stopClock();
  const { headers, body } = await get(program, { query: '{ activity { id schedule { totalCount } } }' }, key);
  expect(headers.get('cache-control')).toBe('private, max-age=30');
  expect(body.extensions).toMatchObject({ upstream: { calls: 1 } });
});

test('max-age is the remaining time of the field that expires first', async () => {
  const clock = stopClock();
  await cacheControl('{ activity { schedule { totalCount } } }');
  clock.pass(1100);
  expect(await cacheControl('{ activity { schedule { totalCount } } }')).toBe('private, max-age=28');
  expect(await cacheControl('{ activity { schedule { totalCount } tickets { id } } }')).toBe('private, max-age=5');
});

test.each([
  ['personal fields', '{ attendee(by: { id: "attendee:1001:7" }) { mobile } }'],
  ['attendees beside content', '{ activity { schedule { totalCount } attendees { totalCount } } }'],
  ['a meeting beside content', '{ activity { schedule { days { items { title meetingPassword } } } } }'],
  ['content without a TTL beside other content', '{ activity { schedule { totalCount } goods { id } } }'],
  ['a live address', '{ activity { schedule { days { items { live { url } } } } } }'],
  [
    'an attendee in a fragment that meets none',
    '{ activity { schedule { totalCount } } _entities(representations: []) { ... on Attendee { name } } }',
  ],
  [
    'the type of an attendee beside content',
    '{ activity { tickets { id } } _entities(representations: [{ __typename: "Attendee", id: "attendee:1001:7" }]) { __typename } }',
  ],
  ['nothing of the service', '{ activity { id } }'],
  ['the schema', '{ __typename _service { sdl } }'],
  ['a field that fails', '{ activity { schedule { totalCount } formFields { name } } }'],
])('a response with %s is not cached', async (_what, query) => {
  expect(await cacheControl(query)).toBe('no-store');
});

test('max-age counts from the read of the content, also if another part of the response arrives later', async () => {
  const clock = stopClock();
  const reply = { code: 1, data: [], total: 0 };
  let scheduleArrived = false;
  const slow = await fakeService({
    '/api/schedule/getList': reply,
    '/api/ticket/data': () => {
      if (scheduleArrived) clock.pass(3000);
      return reply;
    },
  });
  const over = await programOver(slow.url, { CACHE_TTL: 'schedule=30,tickets=60' });
  await get(over, { query: '{ activity { schedule { totalCount } } }' }, key);
  scheduleArrived = true;
  const { headers } = await get(over, { query: '{ activity { schedule { totalCount } tickets { id } } }' }, key);
  expect(headers.get('cache-control')).toBe('private, max-age=27');
});

test('a response of entities may be cached if they are content', async () => {
  stopClock();
  expect(
    await cacheControl(
      '{ _entities(representations: [{ __typename: "TicketItem", id: "ticketItem:1001:3" }]) { ... on TicketItem { name } } }',
    ),
  ).toBe('private, max-age=5');
});

test('an error response is not cached', async () => {
  expect(await cacheControl('{ activity { schedule { totalCount } } }', {})).toBe('no-store');
  expect(await cacheControl('{ nonsense }')).toBe('no-store');
});

test('after its TTL, stale content is served and marked while the service fails, and its response is not cached', async () => {
  const clock = stopClock();
  const short = await programOver(service.url, { CACHE_TTL: 'schedule=1,tickets=60', EVENT_SERVICE_RETRIES: '0' });
  const query = '{ activity { schedule { totalCount } tickets { name } } }';
  await get(short, { query }, key);
  failing = true;
  clock.pass(1100);
  const stale = await get(short, { query }, key);
  expect(stale.body).toMatchObject({
    data: { activity: { schedule: { totalCount: 0 } } },
    extensions: { stale: [{ operation: '/api/schedule/getList', activityId: '1001', ageSeconds: 1 }] },
  });
  expect(stale.headers.get('cache-control')).toBe('no-store');
  expect(await short.metrics()).toMatch(/^event_graph_stale_responses_total 1$/m);
});
