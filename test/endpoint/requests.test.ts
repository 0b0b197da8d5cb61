import { readConfig } from '../../src/config/config.js';
import { connect, type ConnectedService } from '../../src/assembly/connect.js';
import { getAttendee, listAttendees } from '../../src/endpoint/attendee.js';
import { listCategories } from '../../src/endpoint/category.js';
import { lookUpCheckIn } from '../../src/endpoint/check-in.js';
import type { Endpoint } from '../../src/endpoint/endpoint.js';
import { addAttendees } from '../../src/endpoint/registration.js';
import { ssoLogin } from '../../src/endpoint/sso-login.js';
import { listGoods } from '../../src/endpoint/stock.js';
import { Secret } from '../../src/model/secret.js';
import { fakeService, type FakeService } from '../support/fake-service.js';
import { replies } from './sample-replies.js';
import { activityId, operations, twoRegistrants } from './operations.js';

let fake: FakeService;
let service: ConnectedService;
beforeAll(async () => {
  fake = await fakeService(
    Object.fromEntries(operations.map(({ endpoint: { path, section } }) => [path, () => replies[section as keyof typeof replies]])),
  );
  service = await connect(
    { url: fake.url, publicKey: 'PUB', privateKey: new Secret('PRIV'), activityIds: [activityId] },
    readConfig({}).service,
  );
});
afterAll(async () => {
  await service.close();
  await fake.close();
});
beforeEach(() => (fake.hits.length = 0));

async function requestOf<Input>(endpoint: Endpoint<Input, unknown>, input: Input) {
  await service.call(endpoint, activityId, input);
  expect(fake.hits).toHaveLength(1);
  const { method, path, query, form, headers } = fake.hits[0]!;
  return { method, path, query, form: { ...form }, headers };
}

/** Every operation with all its parameters, exactly as §4 has them. */
const documented: Record<string, [method: string, path: string, query: Record<string, string>, form: Record<string, string>]> = {
  '4.1': ['GET', '/api/activity/getFields', { activity_id: '1001' }, {}],
  '4.2': [
    'POST',
    '/api/participant/add',
    {},
    {
      name: 'Contact "C"',
      mobile: '10000000001',
      channel: '4',
      'data[0][name]': '王伟',
      'data[0][mobile]': '10000000002',
      'data[0][name1613]': 'Software',
      'data[0][sign_code]': 'WANG1',
      'data[1][name]': 'Zoë',
      'data[1][mobile]': '10000000003',
      'data[1][name1613]': 'a\r\nb',
      'data[1][name1614]': '',
    },
  ],
  '4.3': ['POST', '/api/participant/getList', {}, { pagesize: '20', page: '3', ids: '7,5' }],
  '4.4': ['POST', '/api/participant/get', {}, { id: '7' }],
  '4.5': [
    'POST',
    '/applets/index/beforeCheckIn',
    {
      token: 't&1',
      user_id: '8 8',
      device_type: 'ipad',
      form_id: '1001',
      point_id: '5',
      sign_code: '码+=',
    },
    {},
  ],
  '4.6': ['POST', '/api/schedule/getList', {}, {}],
  '4.7': ['POST', '/api/article/getList', {}, {}],
  '4.8': ['POST', '/api/article/getCategoryList', {}, { parent_id: '301' }],
  '4.9': ['POST', '/api/ticket/data', {}, {}],
  '4.10': ['POST', '/api/goods/data', {}, { goods_id: '501' }],
  '4.11': ['POST', '/api/participant/sso_login', {}, { mobile: '10000000007', is_add: '1' }],
};

test.each(operations.map(({ endpoint, input }) => [endpoint.section, endpoint, input] as const))(
  '§%s is requested with exactly its documented method, path and parameters',
  async (section, endpoint, input) => {
    const { method, path, query, form } = await requestOf(endpoint, input);
    expect([method, path, query, form]).toEqual(documented[section]);
  },
);

test.each(operations.map(({ endpoint, input }) => [endpoint.section, endpoint, input] as const))(
  '§%s has Service-Auth unless it authenticates by its parameters, and a multipart body if it has a form',
  async (section, endpoint, input) => {
    const { headers } = await requestOf(endpoint, input);
    const auth = headers['service-auth'];
    if (section === '4.5') expect(auth).toBeUndefined();
    else
      expect(JSON.parse(String(auth))).toMatchObject({
        UserPublicKey: 'PUB',
        ActivityId: 1001,
        Version: 1,
        Signature: expect.stringMatching(/^[0-9a-f]{32}$/),
      });
    const type =
      section === '4.1' || section === '4.5' ? undefined : expect.stringMatching(/^multipart\/form-data; boundary=[0-9a-f]{32}$/);
    expect(headers['content-type']).toEqual(type);
    expect(headers['accept-encoding']).toBeUndefined();
    expect(
      Object.keys(headers).filter((name) => !['host', 'connection', 'content-type', 'content-length', 'service-auth'].includes(name)),
    ).toEqual([]);
  },
);

test.each<[string, Endpoint<any, unknown>, unknown, Record<string, string>]>([
  ['§4.3 without ids', listAttendees, { page: 1, pageSize: 100 }, { pagesize: '100', page: '1' }],
  ['§4.4 by mobile', getAttendee, { mobile: '10000000007' }, { mobile: '10000000007' }],
  ['§4.4 by email', getAttendee, { email: 'w@example.com' }, { email: 'w@example.com' }],
  ['§4.4 by open id', getAttendee, { openId: 'o-7' }, { openid: 'o-7' }],
  ['§4.8 without a parent', listCategories, {}, {}],
  ['§4.10 without an item', listGoods, {}, {}],
  ['§4.11 without adding', ssoLogin, { mobile: '10000000007', addIfMissing: false }, { mobile: '10000000007' }],
  ['§4.2 without channel', addAttendees, { ...twoRegistrants, channel: null }, { name: 'Contact "C"', mobile: '10000000001' }],
])('%s sends no parameter that is not given', async (_law, endpoint, input, expected) => {
  const { form } = await requestOf(endpoint, input);
  const ofContact = Object.entries(form).filter(([name]) => !name.startsWith('data['));
  expect(Object.fromEntries(ofContact)).toEqual(expected);
});

test.each([
  ['IPAD', 'ipad'],
  ['PC', 'pc'],
  ['WXAPP', 'wxapp'],
] as const)('§4.5: device type %s is sent as %s', async (deviceType, expected) => {
  const { query } = await requestOf(lookUpCheckIn, { token: 't', userId: 'u', deviceType, pointId: '5', signCode: 'c' });
  expect(query['device_type']).toBe(expected);
});

test('only reads are repeatable', () => {
  const repeatable = (section: string, input: unknown) =>
    operations.find(({ endpoint }) => endpoint.section === section)!.endpoint.repeatable(input);
  expect(operations.filter(({ endpoint, input }) => !endpoint.repeatable(input)).map(({ endpoint }) => endpoint.section)).toEqual([
    '4.2',
    '4.11',
  ]);
  expect(repeatable('4.11', { mobile: 'x', addIfMissing: false })).toBe(false);
});

test('only content may be cached, not attendees, check-in, registration and single sign-on', () => {
  const cached = operations
    .filter(({ endpoint }) => endpoint.cachedAs !== undefined)
    .map(({ endpoint }) => [endpoint.section, endpoint.cachedAs]);
  expect(cached).toEqual([
    ['4.1', 'fields'],
    ['4.6', 'schedule'],
    ['4.7', 'articles'],
    ['4.8', 'categories'],
    ['4.9', 'tickets'],
    ['4.10', 'goods'],
  ]);
});
