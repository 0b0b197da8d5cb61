/* The sandbox against the interface: its endpoints, their records, and the irregular values of a real service. */

import { attemptedEndpoints } from '../../src/doctor/report.js';
import type { ActivityId, ServiceId } from '../../src/records/ids.js';
import { sandboxCheckIn, sandboxNotFoundPattern, startSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { documentedFields } from '../../src/service/documented-fields.generated.js';
import { readEverything } from '../../src/service/read-everything.js';
import { withHint } from '../repository/hint.js';
import { decoded } from '../service/sampled-endpoints.js';
import { closedAfterwards } from '../support/afterwards.js';
import { client, now } from './client.js';

let sandbox: Sandbox;
let large: ReturnType<typeof client>;
let small: ReturnType<typeof client>;
/** Seconds that have passed at the sandbox. */
let later = 0;
beforeAll(async () => {
  sandbox = closedAfterwards(await startSandbox({ now: () => now + later * 1000, today: Date.UTC(2026, 4, 16) }));
  large = client(sandbox.url);
  small = client(sandbox.url, 1002);
});

const detail = (form: Record<string, string>) => large.post('/api/participant/get', form);
const idsOf = ({ data }: { readonly data: readonly { id: number }[] }) => data.map(({ id }) => id);
const list = (page: number, pagesize: number, ids?: string) =>
  large.post('/api/participant/getList', { page: `${page}`, pagesize: `${pagesize}`, ...(ids !== undefined && { ids }) });

/** A read of the records of each section, with the input that the doctor gives it. */
const reads = Object.keys(documentedFields).map((section) => {
  const { endpoint, inputFrom } = attemptedEndpoints.find((attempted) => attempted.endpoint.section === section)!;
  const { query = [], form = [] } = endpoint.encode(inputFrom({ pageSize: 100, attendeeId: 700001 as ServiceId }), 1001 as ActivityId);
  const parameters = Object.fromEntries([...query, ...form]);
  const read = () => (endpoint.method === 'GET' ? large.get : large.post)(endpoint.path, parameters);
  return { section, endpoint, read };
});

test.each(reads)(
  'the records of §$section have the fields that docs/event-service-interface.md lists',
  async ({ section, endpoint, read }) => {
    const { records } = readEverything(decoded(endpoint, (await read()).envelope));
    expect(records).not.toHaveLength(0);
    const names = new Set(records.flatMap((record) => record.rawMembers().map(([name]) => name)));
    withHint(
      'The records are in src/sandbox/seed, in the file of the noun (tickets and goods in activities.ts), or in src/sandbox/endpoints.ts.',
      () => expect([...names].toSorted()).toEqual([...documentedFields[section]!].toSorted()),
    );
  },
);

test.each(reads)('a read of §$section three seconds later returns equal records', async ({ read }) => {
  const first = (await read()).data;
  later = 3;
  const second = (await read()).data;
  later = 0;
  withHint('A handler in src/sandbox must not compute records from `time`.', () => expect(second).toEqual(first));
});

test('§4.3 returns at most 200 attendees per page, and with ids only those, each once, under status 400', async () => {
  const first = await list(1, 5000);
  expect({ status: first.status, length: first.data.length }).toEqual({ status: 400, length: 200 });
  const reply = await list(1, 100, '700005,999,700001,700005');
  expect({ total: reply.envelope['total'], ids: idsOf(reply) }).toEqual({ total: 2, ids: [700001, 700005] });
});

test('§4.3 and §4.4 differ as the interface documents', async () => {
  const [row] = (await list(1, 1, '700001')).data;
  const { company_tax_id, other_channel, points, content, ...rest } = (await detail({ id: '700001' })).data;
  expect([company_tax_id, other_channel, points]).toEqual(['99999999SANDBOX001', 'partner-1', '128.50']);
  expect({ ...row, content: JSON.parse(row.content) }).toEqual({ ...rest, content });
});

test('the attendees of the sandbox have every state, and the irregular values of a PHP service', async () => {
  const rows: Record<string, unknown>[] = [];
  for (let page = 1; page <= 6; page += 1) rows.push(...(await list(page, 200)).data);
  const values = (name: string) => new Set(rows.map((row) => Number(row[name])));
  expect(values('source')).toEqual(new Set([1, 2, 3, 4, 5, 10]));
  expect(values('review')).toEqual(new Set([1, 2, 3, 4, 6, 7]));
  expect(values('avatar_status')).toEqual(new Set([0, 1, 2, 3]));
  expect(rows.filter((row) => row['delete_time'] !== 0).map((row) => row['id'])).toEqual([700013]);
  expect(rows.some((row) => typeof row['channel'] === 'string')).toBe(true);
  expect(rows.some((row) => row['company'] === null) && rows.some((row) => row['company'] === '')).toBe(true);
  expect(rows.some((row) => !('short_link' in row))).toBe(true);
  expect(new Set(rows.map((row) => row['mobile'])).size).toBe(1200);
  expect(new Set(rows.map((row) => row['sign_code'])).size).toBe(1199);
});

test('§4.5 finds all attendees with a code, without Service-Auth', async () => {
  const query = { token: sandboxCheckIn.token, user_id: sandboxCheckIn.userId, point_id: sandboxCheckIn.pointId };
  const look = (changes: Record<string, string>) =>
    large.checkIn({ ...query, device_type: 'ipad', form_id: '1001', sign_code: 'FAMILY01', ...changes });
  const family = await look({});
  expect(family.envelope).toMatchObject({ code: 1, msg: 'success', url: '', time: now / 1000 });
  expect(idsOf(family)).toEqual([700004, 700005]);
  const [match] = (await look({ sign_code: 'WANGWEI01' })).data;
  const stored = Object.fromEntries(match.fields.map((field: { name: string; custom_store: string }) => [field.name, field.custom_store]));
  expect(stored).toMatchObject({ name: '王伟', mobile: '100****0001', name1712900107: '9999**********0010' });
  expect(match).toMatchObject({ rfid: null, qrcode: 'WANGWEI01', ticket: [expect.any(String)], seat_seat: [expect.any(String)] });
  for (const sign_code of ['GONE0013', 'NOBODY']) {
    expect((await look({ sign_code })).envelope).toMatchObject({ code: 1, data: [], msg: expect.stringMatching(/^No attendee/) });
  }
  for (const wrong of [
    { token: 'x' },
    { user_id: '1' },
    { device_type: 'tv' },
    { form_id: '7' },
    { point_id: '9' },
    { more: '1' },
    { token: '' },
  ]) {
    expect((await look(wrong)).code).toBe(0);
  }
});

test('§4.6 has days as keys and nested items, whose times agree in UTC+8', async () => {
  const { envelope, data } = await large.post('/api/schedule/getList');
  expect(Object.keys(data)).toEqual(['2026-05-15', '2026-05-16', '2026-05-17']);
  type Item = { id: number; parent_id: number; start_time: number; interval_time: string; all_children: Item[] };
  const ids: number[] = [];
  const visit = (date: string, parent: number) => (item: Item) => {
    const local = new Date((item.start_time + 8 * 3600) * 1000).toISOString();
    expect({ date: local.slice(0, 10), start: local.slice(11, 16), parent: item.parent_id }).toEqual({
      date,
      start: item.interval_time.slice(0, 5),
      parent,
    });
    ids.push(item.id);
    item.all_children.forEach(visit(date, item.id));
  };
  for (const [date, items] of Object.entries<Item[]>(data)) items.forEach(visit(date, 0));
  expect(envelope['total']).toBe(Object.values<Item[]>(data).flat().length);
  expect(new Set(ids).size).toBe(ids.length);
  expect((await small.post('/api/schedule/getList')).envelope).toEqual({ code: 1, data: [], total: 0 });
});

test('§4.7 has the newest article first, each in a category of §4.8 that counts it', async () => {
  const { envelope } = await large.post('/api/article/getList');
  const { data, itemsCount, total, currentPage } = envelope['data'];
  expect({ itemsCount, total, currentPage, time: envelope['time'] }).toEqual({ itemsCount: 6, total: 6, currentPage: 1, time: now / 1000 });
  const published = data.map((article: { published_time: number }) => article.published_time);
  expect(published).toEqual(published.toSorted((a: number, b: number) => b - a));
  const all = (await large.post('/api/article/getCategoryList')).data as { id: number; parent_id: number; count: number }[];
  for (const category of all) {
    expect(category.count).toBe(data.filter((article: { ca_category_id: number }) => article.ca_category_id === category.id).length);
    const children = (await large.post('/api/article/getCategoryList', { parent_id: `${category.id}` })).data;
    expect(children).toEqual(all.filter((child) => child.parent_id === category.id));
  }
});

test('§4.10 returns one item for `goods_id`, and none for an unknown one', async () => {
  const [, goods] = (await large.post('/api/goods/data')).data;
  expect((await large.post('/api/goods/data', { goods_id: '502' })).data).toEqual([goods]);
  expect((await large.post('/api/goods/data', { goods_id: '9' })).envelope).toMatchObject({ code: 1, data: [] });
});

test('§4.11 returns the address of a single sign-on, and fails for an unknown mobile number', async () => {
  const { envelope } = await large.post('/api/participant/sso_login', { mobile: '10000700001' });
  const query = new URL(envelope['url']).searchParams;
  expect(envelope).toMatchObject({ code: 1, data: { sso_token: query.get('sso_token'), sso_state: query.get('sso_state') } });
  for (const is_add of ['', '0', 'true']) {
    const failed = await large.post('/api/participant/sso_login', { mobile: '10000999999', is_add });
    expect(failed).toMatchObject({ status: 200, code: 0 });
    expect(failed.envelope['msg']).not.toMatch(new RegExp(sandboxNotFoundPattern));
  }
});

test('pictures and QR codes are under the address that the sandbox was called by, without Service-Auth', async () => {
  const { avatar } = (await detail({ id: '700001' })).data;
  expect(avatar).toBe(`${sandbox.url}/picture?of=attendee-700001`);
  for (const address of [avatar, `${sandbox.url}/qrcode?content=A`]) {
    const { status, type } = await large.send(address.slice(sandbox.url.length), {});
    expect({ status, type }).toEqual({ status: 200, type: 'image/svg+xml' });
  }
});
