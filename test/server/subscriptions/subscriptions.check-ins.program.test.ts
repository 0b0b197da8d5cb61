/* The subscription `checkIns`: who receives which push, with how many lookups of attendees. */

import { hookSecret, push, subscriber, type CheckInSubscriber } from '../../support/check-ins.js';
import { fakeService, type FakeService } from '../../support/fake-service.js';
import { apiKey, everyScopeKey, programOver, type ProgramUnderTest } from '../../support/program.js';
import { openSocket } from '../../support/sockets.js';
import { protocols } from '../../support/subscription-clients.js';
import { until } from '../../support/until.js';

const record = (id: number | string) => ({ id: Number(id), contact: `Name ${id}`, content: '{}', mobile: `138${id}`, points: 5 });
let service: FakeService;
let program: ProgramUnderTest;
/** Until then no list is returned. */
let held: Promise<void> | undefined;
const settings = { CHECK_IN_HOOK_SECRETS: hookSecret, CHECK_IN_HOOK_ATTENDEE: '/visit/participant' };

beforeAll(async () => {
  service = await fakeService({
    '/api/participant/getList': async ({ form }) => {
      const ids = form['ids']!.split(',');
      await held;
      return { code: 1, data: ids.map(record), total: ids.length };
    },
    '/api/participant/get': ({ form }) => ({ code: 1, data: record(form['id']!) }),
    '/api/activity/getFields': { code: 1, data: [] },
  });
  program = await programOver(service.url, {
    ...settings,
    AUTH_API_KEYS: [
      apiKey('app', everyScopeKey, 'content:read attendees:read attendees:pii checkin:read'),
      apiKey('desk', 'desk', 'checkin:read'),
      apiKey('tenant', 'tenant', 'checkin:read @1002'),
    ].join(),
  });
});
beforeEach(() => void (service.hits.length = 0));

const lists = () => service.hitsOf('/participant/getList').map(({ form }) => form['ids']);
const detailIds = () => service.hitsOf('/participant/get').map(({ form }) => form['id']);
const checkIn = (participant: number) => ({ visit: { participant } });
const withAttendee = 'payload attendee { id name }';

const subscribers: CheckInSubscriber[] = [];
const join = async (...args: Parameters<typeof subscriber>) => {
  const joined = await subscriber(...args);
  subscribers.push(joined);
  return joined;
};
afterEach(async () => {
  for (const joined of subscribers.splice(0)) await joined.leave().catch(() => {});
});

describe.each(protocols)('over %s', (protocol) => {
  test('a push reaches a subscriber with its id, activity, time and payload', async () => {
    const desk = await join(program, 'id activityId receivedAt payload', { protocol });
    const before = Date.now();
    await push(program, checkIn(7));
    const { data, errors } = await desk.next();
    expect(errors).toBeUndefined();
    expect(data.checkIns).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      activityId: '1001',
      receivedAt: expect.any(String),
      payload: checkIn(7),
    });
    expect(Math.abs(Date.parse(data.checkIns.receivedAt) - before)).toBeLessThan(60_000);
  });

  test('a burst arrives whole and in order, and its attendees are read in batches', async () => {
    const desk = await join(program, withAttendee, { protocol });
    let release!: () => void;
    held = new Promise((resolve) => (release = resolve));
    for (let id = 1; id <= 120; id += 1) await push(program, checkIn(id));
    release();
    for (let id = 1; id <= 120; id += 1) {
      const { data, errors } = await desk.next();
      expect({ errors, checkIns: data.checkIns }).toEqual({
        errors: undefined,
        checkIns: { payload: checkIn(id), attendee: { id: `attendee:1001:${id}`, name: `Name ${id}` } },
      });
    }
    // Each attendee in one call, and no call for more than a page.
    const ids = lists().flatMap((list) => list!.split(','));
    expect(ids.toSorted((one, other) => Number(one) - Number(other))).toEqual(Array.from({ length: 120 }, (_, index) => String(index + 1)));
    for (const list of lists()) expect(list!.split(',').length).toBeLessThanOrEqual(100);
    expect(lists()).toHaveLength(3);
    expect(detailIds()).toEqual([]);
  });

  test('without attendees:read the attendee is denied, the rest of the event stands, and nothing is looked up', async () => {
    const desk = await join(program, withAttendee, { protocol, key: 'desk' });
    await push(program, checkIn(7));
    const { data, errors } = await desk.next();
    expect(data.checkIns).toEqual({ payload: checkIn(7), attendee: null });
    expect(errors).toMatchObject([
      { path: ['checkIns', 'attendee'], extensions: { code: 'FORBIDDEN', requiredScopes: ['attendees:read'] } },
    ]);
    expect(service.hits).toEqual([]);
  });

  test('a caller of some activities receives the check-ins of those only', async () => {
    await expect(join(program, 'payload', { protocol, key: 'tenant', activityId: 1001 })).rejects.toThrow('activityId');
    const desk = await join(program, 'payload', { protocol, key: 'tenant', activityId: 1002 });
    await push(program, 'first', { activityId: 1001 });
    await push(program, 'second', { activityId: 1002 });
    expect((await desk.next()).data.checkIns.payload).toBe('second');
  });
});

test.each([
  ['of the list', 'mobile', { lists: ['7'], detailIds: [] }],
  ['by a detail call, if a field of one of them needs it', 'points', { lists: [], detailIds: ['7'] }],
])('all subscribers of a check-in and all aliases share one lookup %s', async (_which, field, made) => {
  const desks = await Promise.all([
    join(program, `a: attendee { name } b: attendee { ${field} } ${withAttendee}`),
    join(program, withAttendee, { protocol: 'graphql-sse' }),
    join(program, withAttendee),
  ]);
  service.hits.length = 0;
  await push(program, checkIn(7));
  for (const desk of desks) expect((await skipSeries(desk)).data.checkIns.attendee.name).toBe('Name 7');
  expect({ lists: lists(), detailIds: detailIds() }).toEqual(made);
});

test('nothing is remembered from event to event: the next check-in of an attendee is looked up again', async () => {
  const desk = await join(program, `${withAttendee} a: attendee { points }`);
  for (const times of [1, 2, 3]) {
    await push(program, checkIn(7));
    expect((await desk.next()).data.checkIns.a.points).toBe('5');
    expect(detailIds()).toHaveLength(times);
  }
});

test('MAX_UPSTREAM_CALLS starts from zero for each event', async () => {
  const limited = await programOver(service.url, { ...settings, MAX_UPSTREAM_CALLS: '2' });
  const desk = await join(limited, 'payload attendee { name customFields { value } }');
  for (let id = 1; id <= 5; id += 1) {
    await push(limited, checkIn(id));
    const { data, errors } = await desk.next();
    expect({ errors, attendee: data.checkIns.attendee }).toEqual({ errors: undefined, attendee: { name: `Name ${id}`, customFields: [] } });
  }
});

test('a selection that plans more calls than MAX_UPSTREAM_CALLS is refused at the start', async () => {
  const limited = await programOver(service.url, { ...settings, MAX_UPSTREAM_CALLS: '1' });
  await expect(join(limited, 'payload attendee { name customFields { value } }')).rejects.toThrow('MAX_UPSTREAM_CALLS');
});

test.each([
  ['the payload names none', {}, async () => program],
  ['CHECK_IN_HOOK_ATTENDEE is not set', checkIn(7), () => programOver(service.url, { CHECK_IN_HOOK_SECRETS: hookSecret })],
])('the attendee is null without a lookup where %s', async (_case, payload, start) => {
  const over = await start();
  const desk = await join(over, withAttendee);
  await push(over, payload);
  expect((await desk.next()).data.checkIns).toEqual({ payload, attendee: null });
  expect(service.hits).toEqual([]);
});

test('a lookup that fails is an error at the attendee; the event stands, and the next one is looked up', async () => {
  const failing = await fakeService({
    '/api/participant/getList': ({ form }) =>
      form['ids'] === '1' ? { code: 0, msg: 'closed' } : { code: 1, data: [record(form['ids']!)], total: 1 },
  });
  const over = await programOver(failing.url, settings);
  const desk = await join(over, withAttendee);
  await push(over, checkIn(1));
  const first = await desk.next();
  expect({ checkIns: first.data.checkIns, code: first.errors[0].extensions.code }).toEqual({
    checkIns: { payload: checkIn(1), attendee: null },
    code: 'UPSTREAM_REJECTED',
  });
  await push(over, checkIn(2));
  expect((await desk.next()).data.checkIns.attendee.name).toBe('Name 2');
});

test('each event writes an audit line: the fields of the payload and of the attendee, and the caller', async () => {
  const desk = await join(program, `${withAttendee} a: attendee { mobile }`);
  const lines = () => program.lines<{ fields: string[] }>('"audit":true');
  const before = lines().length;
  await push(program, checkIn(7));
  await desk.next();
  expect(lines().slice(before)).toEqual([expect.objectContaining({ caller: 'app', operationName: 'CheckIns', outcome: 'ok', count: 2 })]);
  expect(lines().at(-1)!.fields.toSorted()).toEqual(['Attendee.mobile', 'Attendee.name', 'CheckInEvent.payload']);
  expect(program.logs()).not.toContain('Name 7');
});

test('a subscriber that does not keep up costs bounded memory: its stream ends, and others receive everything', async () => {
  const fast = await join(program, 'payload');
  const slow = await openSocket(program.url);
  const body = JSON.stringify({ query: 'subscription { checkIns { payload } }' });
  slow.write(
    `POST /graphql/stream HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${everyScopeKey}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  await new Promise((resolve) => slow.once('data', resolve));
  slow.pause();
  const ended = async () => (await program.metric('slow_check_in_subscribers_total')) === 1;
  const pad = 'x'.repeat(500_000);
  let pushed = 0;
  for (; pushed < 200 && !(await ended()); pushed += 1) {
    await push(program, { pushed, pad });
    expect((await fast.next()).data.checkIns.payload.pushed).toBe(pushed);
  }
  expect(await ended()).toBe(true);
  let text = '';
  slow.on('data', (chunk: Buffer) => (text = (text + chunk.toString('latin1')).slice(-100)));
  slow.resume();
  await until(() => text.includes('event: complete'), 60_000);
  await push(program, { pushed, pad: '' });
  expect((await fast.next()).data.checkIns.payload.pushed).toBe(pushed);
  slow.destroy();
}, 120_000);

/** Returns the first result that is not of the series of pushes by which other subscribers have begun. */
async function skipSeries(desk: CheckInSubscriber): Promise<any> {
  for (;;) {
    const result = await desk.next();
    if (result.data.checkIns.payload.series === undefined) return result;
  }
}
