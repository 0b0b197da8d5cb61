/* The REST client. */

import { createRestClient, type RestClient } from '../src/rest.js';
import { sandboxKeys, startSandbox } from '../src/sandbox/sandbox.js';
import { decoded, sampledEndpoints } from './service/sampled-endpoints.js';
import { closedAfterwards } from './support/afterwards.js';
import { fakeService, http, type Script, writes } from './support/fake-service.js';

const clientOf = async ({ url }: { readonly url: string }, service = {}) =>
  closedAfterwards(await createRestClient({ url, ...sandboxKeys, service }));

test('the REST client has a method for each endpoint, which returns what the endpoint decodes', async () => {
  const service = await fakeService(Object.fromEntries(sampledEndpoints.map(({ endpoint, reply }) => [endpoint.path, reply])));
  const client = await clientOf(service);
  const methods = client as unknown as Readonly<Record<string, (activityId: number, input: unknown) => Promise<unknown>>>;
  for (const { endpoint, input, reply } of sampledEndpoints) {
    // Inputs have the names of the graph, where a registration is of attendees.
    const { registrants: attendees, ...others } = { ...(input as { registrants?: unknown }) };
    const given = attendees === undefined ? input : { attendees, ...others };
    expect(JSON.stringify(await methods[endpoint.name]!(1001, given))).toBe(JSON.stringify(decoded(endpoint, reply, input)));
  }
});

test('the REST client iterates over all attendees, whose fields a spread, structuredClone and JSON copy', async () => {
  const client = await clientOf(closedAfterwards(await startSandbox()), { maxPageSize: 500 });
  const attendees = [];
  for await (const attendee of client.attendees(1001)) attendees.push(attendee);
  expect(new Set(attendees.map(({ id }) => id)).size).toBe(1200);
  const page = await client.listAttendees(1001, { page: 1, pageSize: 1 });
  const schedule = await client.listSchedule(1001);
  const expected = { id: 'attendee:1001:700001', name: '王伟', review: { state: 'APPROVED' } };
  for (const copyOf of [
    <T extends object>(of: T) => ({ ...of }),
    structuredClone,
    (of: object) => JSON.parse(JSON.stringify(of)) as object,
  ]) {
    expect(copyOf(attendees[0]!)).toMatchObject(expected);
    expect(copyOf(page)).toMatchObject({ total: 1200, items: [expected] });
    expect(copyOf(schedule)).toMatchObject({ totalCount: schedule.totalCount });
  }
});

test('a broken field throws only when it is read itself, also if its list was read before', async () => {
  const item = { title: 'T', create_time: 'broken' };
  const client = await clientOf(await fakeService({ '*': { code: 1, total: 1, data: { '2026-05-15': [item] } } }));
  const { days } = await client.listSchedule(1001);
  for (const _ of ['first', 'again']) expect(days[0]!.items[0]!.title).toBe('T');
  expect(() => days[0]!.items[0]!.createdAt).toThrow('an existing date');
});

test('an attendee with another id than the one that was sent is an invalid reply', async () => {
  const client = await clientOf(await fakeService({ '*': { code: 1, data: { id: 9 } } }));
  await expect(client.getAttendee(1001, { id: 5 })).rejects.toMatchObject({ path: '$.data.id' });
});

test('an attendee whom a longer list moves to the next page comes once', async () => {
  const ids = [1, 2, 3];
  const service = await fakeService({
    '*': ({ form }) => {
      const [size, page] = [Number(form['pagesize']), Number(form['page'])];
      const data = ids.slice((page - 1) * size, page * size).map((id) => ({ id }));
      return { code: 1, total: ids.unshift(ids.length + 1) - 1, data };
    },
  });
  const client = await clientOf(service, { maxPageSize: 2 });
  const received = [];
  for await (const { serviceId } of client.attendees(1001)) received.push(serviceId);
  expect(received.filter((id) => id <= 3)).toEqual([1, 2, 3]);
});

test('iterating ends with an error where the service returns one page without end', async () => {
  const service = await fakeService({ '*': { code: 1, total: 1e9, data: [{ id: 1 }] } });
  const attendees = (await clientOf(service, { maxPageSize: 1 })).attendees(1001);
  await attendees.next();
  await expect(attendees.next()).rejects.toThrow('other attendees than on the page before');
});

test('a registration needs only what it needs in the graph, and what is omitted or undefined of an input is not sent', async () => {
  const service = await fakeService({ '*': { code: 1, ids: [7], sign_code_arr: ['A7'], data: [], total: 0 } });
  const client = await clientOf(service);
  const attendee = { ...ada, fields: undefined, signCode: undefined };
  const { registrations } = await client.addAttendees(1001, { contact: ada, channel: undefined, attendees: [attendee] });
  expect(registrations).toEqual([{ serviceId: 7, signCode: 'A7', orderId: null }]);
  await client.listCategories(1001);
  await client.listGoods(1001, { goodsId: undefined });
  await client.listAttendees(1001, { page: 1, pageSize: 1, ids: undefined });
  await client.getAttendee(1001, { id: undefined, mobile: '1' });
  const sent = { name: 'Ada', mobile: '1', 'data[0][name]': 'Ada', 'data[0][mobile]': '1' };
  expect(service.hits.map(({ form }) => form)).toEqual([sent, {}, {}, { page: '1', pagesize: '1' }, { mobile: '1' }]);
});

const ada = { name: 'Ada', mobile: '1' };
const register = (client: RestClient) => client.addAttendees(1001, { contact: ada, attendees: [ada] });
const login = (client: RestClient, addIfMissing = false) => client.ssoLogin(1001, { mobile: '1', addIfMissing });
const loginOrAdd = (client: RestClient) => login(client, true);
const badGateway = writes(http('', { status: '502 Bad Gateway' }));

test.each<[what: string, write: (client: RestClient) => Promise<unknown>, reply: Script | object, code: string]>([
  ['a registration that is cut off', register, ({ socket }) => void socket.destroy(), 'OUTCOME_UNKNOWN'],
  ['a registration confirmed without ids', register, { code: 1 }, 'OUTCOME_UNKNOWN'],
  ['a registration that is rejected', register, { code: 0, msg: 'No.' }, 'UPSTREAM_REJECTED'],
  ['a registration beyond the rate', register, writes(http('', { status: '429 Too Many Requests' })), 'UPSTREAM_RATE_LIMITED'],
  ['a login that may add', loginOrAdd, badGateway, 'OUTCOME_UNKNOWN'],
  ['a login that adds nobody', login, badGateway, 'UPSTREAM_UNAVAILABLE'],
])('only a write of the REST client that may have added attendees has an unknown outcome: %s', async (_what, write, reply, code) => {
  const client = await clientOf(await fakeService({ '*': reply }), { retries: 0 });
  await expect(write(client)).rejects.toMatchObject({ code });
});

test.each([
  { validateOnly: true },
  { activityId: '1002' },
  { idempotencyKey: 'a-key-of-16-chars' },
  { contact: { ...ada, email: 'a@example.com' } },
  { attendees: [{ ...ada, email: 'a@example.com' }] },
  { attendees: [] },
  { attendees: [{ ...ada, name: '\ud83d' }] },
])(
  'the REST client sends no registration with a member that it would leave out, half a character, or without attendees: %j',
  async (members) => {
    const service = await fakeService({});
    const client = await clientOf(service);
    const input = { contact: ada, attendees: [ada], ...members };
    await expect(client.addAttendees(1001, input)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(service.hits).toEqual([]);
  },
);

test('the REST client sends no empty list of ids, which would be that of all attendees, and no lookup by two keys or a blank one', async () => {
  const service = await fakeService({});
  const client = await clientOf(service);
  await expect(client.listAttendees(1001, { page: 1, pageSize: 1, ids: [] })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  for (const lookup of [{ id: 7, mobile: '1' }, { mobile: ' ' }])
    await expect(client.getAttendee(1001, lookup)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  expect(service.hits).toEqual([]);
});

test('a lookup by the REST client whose rejection matches the pattern finds nobody; another has the words of the service', async () => {
  const sandbox = closedAfterwards(await startSandbox());
  const lookUp = async (options: object) => (await clientOf(sandbox, options)).getAttendee(1001, { mobile: '10099999999' });
  expect(await lookUp({ notFoundPattern: /No such attendee/ })).toBeNull();
  await expect(lookUp({ notFoundPattern: /Other/ })).rejects.toThrow(/^The event service rejected the request: \S/);
});
