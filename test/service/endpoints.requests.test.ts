/* The requests of the endpoints: method, path, parameters, and what of them is secret. */

import { readConfig } from '../../src/config/config.js';
import { Secret } from '../../src/primitives/secret.js';
import { connectToService, type ConnectedService } from '../../src/program/connect-to-service.js';
import {
  getAttendee,
  listAttendees,
  listCategories,
  lookUpCheckIn,
  type Endpoint,
  addAttendees,
  ssoLogin,
  listGoods,
} from '../../src/service/endpoints.js';
import { closedAfterwards } from '../support/afterwards.js';
import { fakeService, type FakeService } from '../support/fake-service.js';
import { activityId, sampledEndpoints } from './sampled-endpoints.js';
import { twoRegistrants } from './samples.js';

let fake: FakeService;
let service: ConnectedService;
beforeAll(async () => {
  fake = await fakeService(Object.fromEntries(sampledEndpoints.map(({ endpoint: { path }, reply }) => [path, () => reply])));
  service = closedAfterwards(
    await connectToService(
      { url: fake.url, publicKey: 'PUB', privateKey: new Secret('PRIV'), activityIds: [activityId] },
      readConfig({}).service,
    ),
  );
});
beforeEach(() => (fake.hits.length = 0));

async function requestOf<Input>(endpoint: Endpoint<Input, unknown>, input: Input) {
  await service.call(endpoint, activityId, input);
  expect(fake.hits).toHaveLength(1);
  const { method, path, query, form, headers } = fake.hits[0]!;
  return { method, path, query, form: { ...form }, headers };
}

const bySection = sampledEndpoints.map(({ endpoint, input, request }) => [endpoint.section, endpoint, input, request] as const);

test.each(bySection)(
  '§%s is requested with exactly its documented method, path, parameters, authentication and kind of body',
  async (_section, endpoint, input, [method, path, query, form]) => {
    const { headers, ...sent } = await requestOf(endpoint, input);
    expect(sent).toEqual({ method, path, query, form });
    const { 'content-type': type, 'service-auth': auth, ...others } = headers;
    expect(Object.keys(others).filter((name) => !['host', 'connection', 'content-length'].includes(name))).toEqual([]);
    const hasForm = endpoint.encode(input, activityId).form !== undefined;
    expect(type).toEqual(hasForm ? expect.stringMatching(/^multipart\/form-data; boundary=[0-9a-f]{32}$/) : undefined);
    if (endpoint.auth === 'none') return expect(auth).toBeUndefined();
    const Signature = expect.stringMatching(/^[0-9a-f]{32}$/);
    expect(JSON.parse(String(auth))).toMatchObject({ UserPublicKey: 'PUB', ActivityId: 1001, Version: 1, Signature });
  },
);

/** A request of some of the parameters. */
const partial = <Input>(what: string, endpoint: Endpoint<Input, unknown>, input: Input, expected: Record<string, string>) =>
  [what, () => requestOf(endpoint, input), expected] as const;
test.each([
  partial('§4.3 without ids', listAttendees, { page: 1, pageSize: 100 }, { pagesize: '100', page: '1' }),
  partial('§4.4 by mobile', getAttendee, { mobile: '10000000007' }, { mobile: '10000000007' }),
  partial('§4.4 by email', getAttendee, { email: 'w@example.com' }, { email: 'w@example.com' }),
  partial('§4.4 by open id', getAttendee, { openId: 'o-7' }, { openid: 'o-7' }),
  partial('§4.8 without a parent', listCategories, {}, {}),
  partial('§4.10 without an item', listGoods, {}, {}),
  partial('§4.11 without adding', ssoLogin, { mobile: '10000000007', addIfMissing: false }, { mobile: '10000000007' }),
  partial('§4.2 without channel', addAttendees, { ...twoRegistrants, channel: null }, { name: 'Contact "C"', mobile: '10000000001' }),
])('%s sends no parameter that is not given', async (_what, request, expected) => {
  const { form } = await request();
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

test('only content may be cached, not attendees, check-in, registration and single sign-on', () => {
  expect(sampledEndpoints.map(({ endpoint }) => [endpoint.section, endpoint.cachedAs])).toEqual(
    sampledEndpoints.map(({ endpoint, cachedAs }) => [endpoint.section, cachedAs]),
  );
  const personal = new Set(['4.2', '4.3', '4.4', '4.5', '4.11']);
  expect(sampledEndpoints.filter(({ endpoint, cachedAs }) => personal.has(endpoint.section) && cachedAs !== undefined)).toEqual([]);
});

test.each(bySection)(
  'every string that §%s sends is among the secrets of its endpoint, except lists of numbers and the types of devices',
  (_section, endpoint, input, [, , query, form]) => {
    const secrets = new Set(endpoint.secrets(input).map((secret) => secret.reveal()));
    const strings = Object.values({ ...query, ...form }).filter((value) => !/^[\d,]*$/.test(value) && value !== 'ipad');
    expect(strings.filter((value) => !secrets.has(value))).toEqual([]);
  },
);

test.each([{ mobile: '555-0199' }, { email: 'w@example.com' }, { openId: 'oAbC-xyzQQ' }])(
  'the value of a lookup by %j is a secret',
  (lookup) => {
    expect(getAttendee.secrets(lookup).map((secret) => secret.reveal())).toEqual(Object.values(lookup));
  },
);
