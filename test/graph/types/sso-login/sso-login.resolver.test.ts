/*
 * The arguments and the result of ssoLogin. That it adds at most once: test/domain/registration; callers who may sign in themselves only:
 * test/graph/access/self-attendee.graph.test.ts.
 */

import { ssoLoginReply } from '../../../service/samples.js';
import { fakeService, type FakeService } from '../../../support/fake-service.js';
import { graphOver, type GraphUnderTest } from '../../../support/graph.js';

const login = { url: ssoLoginReply.url, token: 't', state: 's', expireDate: 1_775_001_600_000 };
let reply: unknown;
let service: FakeService;
let graph: GraphUnderTest;
beforeAll(async () => {
  service = await fakeService({ '/api/participant/sso_login': () => reply });
  graph = await graphOver(service.url);
});
beforeEach(() => {
  reply = ssoLoginReply;
  service.hits.length = 0;
});

const ssoLogin = (input: object, options?: Parameters<GraphUnderTest['run']>[2]) =>
  graph.run(
    'mutation ($input: SsoLoginInput!) { ssoLogin(input: $input) { login { url token state expireDate } userErrors { code field } } }',
    { input },
    options,
  );
const sent = () => service.hits.map(({ form, headers }) => [{ ...form }, JSON.parse(String(headers['service-auth'])).ActivityId]);

test.each<[input: object, form: object, activityId: number]>([
  [{ mobile: '10000000007' }, { mobile: '10000000007' }, 1001],
  [{ mobile: '10000000007', activityId: '1002' }, { mobile: '10000000007' }, 1002],
  [{ mobile: '10000000007', addIfMissing: true }, { mobile: '10000000007', is_add: '1' }, 1001],
])('`ssoLogin` with %j returns the address, by one call with %j to the activity %i', async (input, form, activityId) => {
  const { data, errors } = await ssoLogin(input);
  expect({ data, errors }).toEqual({ data: { ssoLogin: { login, userErrors: [] } }, errors: [] });
  expect(sent()).toEqual([[form, activityId]]);
});

test('a mobile number that the service rejects gets a user error, not an error', async () => {
  reply = { code: 0, msg: 'no such attendee' };
  const { data, errors } = await ssoLogin({ mobile: '10000000008' });
  expect(errors).toEqual([]);
  expect(data['ssoLogin']).toEqual({ login: null, userErrors: [{ code: 'REJECTED', field: null }] });
});

test('a blank mobile number gets a user error, without a call', async () => {
  const { data } = await ssoLogin({ mobile: ' ' });
  expect(data['ssoLogin']).toEqual({ login: null, userErrors: [{ code: 'REQUIRED', field: ['mobile'] }] });
  expect(service.hits).toEqual([]);
});

test('`addIfMissing` takes attendees:write as well, because it registers', async () => {
  const scopes = ['sso:issue'] as const;
  expect((await ssoLogin({ mobile: '10000000007' }, { scopes })).errors).toEqual([]);
  const { errors } = await ssoLogin({ mobile: '10000000007', addIfMissing: true }, { scopes });
  expect(errors.map(({ extensions: { code, requiredScopes } }) => [code, requiredScopes])).toEqual([['FORBIDDEN', ['attendees:write']]]);
  expect(service.hits).toHaveLength(1);
});
