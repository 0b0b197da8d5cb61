import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from '../support/child-program.js';
import { everyScopeKey, expectNoLeak, programOver, type ProgramUnderTest } from '../support/program.js';
import { registryService, type AddBehaviour, type RegistryService } from '../support/registry-service.js';

const key = 'registration-0001-of-the-test';
const mobile = '13800138000';
const add = `mutation Add($input: AddAttendeesInput!) {
  addAttendees(input: $input) { replayed description registrations { attendeeId signCode orderId } userErrors { code message field } }
}`;
const input = (rest: object = {}, mobiles = [mobile]) => ({
  input: {
    contact: { name: 'A', mobile: mobiles[0] },
    attendees: mobiles.map((number) => ({ name: 'A', mobile: number })),
    ...rest,
  },
});

let service: RegistryService;
let program: ProgramUnderTest;
beforeEach(async () => {
  service = await registryService();
  program = await programOver(service.url, { EVENT_SERVICE_NOT_FOUND_PATTERN: '^nobody here', EVENT_SERVICE_TIMEOUT_MS: '1500' });
});
afterEach(async () => {
  await program.close();
  await service.close();
});
const adds = () => service.hitsOf('/participant/add');

describe('an attempt that may have happened is never made again', () => {
  const unknowns: readonly [AddBehaviour, string][] = [
    ['commits, then resets', 'REGISTERED'],
    ['commits, then hangs', 'REGISTERED'],
    ['commits, then answers HTML', 'REGISTERED'],
    ['commits, then answers 500', 'REGISTERED'],
    ['answers one id too few', 'REGISTERED'],
    ['resets without committing', 'NOT_FOUND'],
    ['hangs without committing', 'NOT_FOUND'],
    ['turns away with 503', 'NOT_FOUND'],
  ];
  test.each(unknowns)('the service %s: the outcome is unknown, and the registrant is %s', async (behaviour, status) => {
    service.behave(behaviour, 'answers');
    for (let repeat = 0; repeat < 3; repeat += 1) {
      const answer = await program.run(add, input({ idempotencyKey: key }));
      expect(answer.data).toEqual({ addAttendees: null });
      expect(answer.errors[0]!.extensions).toMatchObject({
        code: 'OUTCOME_UNKNOWN',
        idempotencyKey: key,
        registrants: [{ index: 0, status }],
      });
      expect(adds()).toHaveLength(1);
      await expectNoLeak(program, answer);
    }
    expect(service.registered).toHaveLength(status === 'REGISTERED' ? 1 : 0);
    await program.run(add, input({ idempotencyKey: `${key}-anew` }));
    expect(adds()).toHaveLength(2);
  });

  test('without a key there is one attempt as well, and the answer says what was found', async () => {
    service.behave('commits, then resets', 'answers');
    const { errors } = await program.run(add, input({}, [mobile, '13800138001']));
    expect(errors[0]!.extensions).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      idempotencyKey: null,
      registrants: [
        { index: 0, status: 'REGISTERED' },
        { index: 1, status: 'REGISTERED' },
      ],
    });
    expect(adds()).toHaveLength(1);
  });
});

test.each<AddBehaviour>(['turns away with 429'])('what the service %s was not done: the same key may be used again', async (behaviour) => {
  service.behave(behaviour, 'answers');
  const { errors } = await program.run(add, input({ idempotencyKey: key }));
  expect(errors[0]!.extensions.code).toBe('UPSTREAM_RATE_LIMITED');
  expect(adds()).toHaveLength(1);
  const { data } = await program.run(add, input({ idempotencyKey: key }));
  expect(data.addAttendees).toMatchObject({ replayed: false, registrations: [{ attendeeId: 'attendee:1001:1' }] });
  expect(service.registered).toEqual([mobile]);
});

test('a repeat is the first outcome told again, and registers nobody', async () => {
  const first = await program.run(add, input({ idempotencyKey: key }));
  const again = await program.run(add, input({ idempotencyKey: key }));
  expect(again.data.addAttendees).toEqual({ ...first.data.addAttendees, replayed: true });
  expect(adds()).toHaveLength(1);
});

test('a refusal by the service is an outcome too', async () => {
  service.behave('refuses with code 0', 'answers');
  const first = await program.run(add, input({ idempotencyKey: key }));
  expect(first.data.addAttendees.userErrors).toEqual([{ code: 'REJECTED', message: 'The activity is full for ***', field: null }]);
  const again = await program.run(add, input({ idempotencyKey: key }));
  expect(again.data.addAttendees).toEqual({ ...first.data.addAttendees, replayed: true });
  expect(service.registered).toEqual([]);
});

test('a key with another input is refused, and nothing is sent', async () => {
  await program.run(add, input({ idempotencyKey: key }));
  const { data } = await program.run(add, input({ idempotencyKey: key }, ['13900139000']));
  expect(data.addAttendees.userErrors).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED', field: ['idempotencyKey'] }]);
  expect(adds()).toHaveLength(1);
});

test('twenty callers with one key at once: one registration, equal answers', async () => {
  service.behave('answers slowly');
  const answers = await Promise.all(Array.from({ length: 20 }, () => program.run(add, input({ idempotencyKey: key }))));
  expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  expect(service.registered).toEqual([mobile]);
  expect(adds()).toHaveLength(1);
});

test('a caller that hangs up does not stop its registration; the repeat tells its outcome', async () => {
  service.behave('answers slowly');
  const controller = new AbortController();
  const asked = program.run(add, input({ idempotencyKey: key }), { signal: controller.signal });
  while (adds().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  controller.abort();
  await expect(asked).rejects.toThrow();
  const { data } = await program.run(add, input({ idempotencyKey: key }));
  expect(data.addAttendees.registrations).toHaveLength(1);
  expect(service.registered).toEqual([mobile]);
});

test('what fails validation is not remembered', async () => {
  const { data } = await program.run(add, input({ idempotencyKey: key, attendees: [{ name: '', mobile }] }));
  expect(data.addAttendees.userErrors).toMatchObject([{ code: 'REQUIRED' }]);
  const { data: corrected } = await program.run(add, input({ idempotencyKey: key }));
  expect(corrected.addAttendees.registrations).toHaveLength(1);
});

test.each(['short', 'has a blank in it, so no key', 'ü'.repeat(20), 'x'.repeat(256)])(
  'a malformed key is named, not quoted: %s',
  async (malformed) => {
    const { data } = await program.run(add, input({ idempotencyKey: malformed }));
    expect(data.addAttendees.userErrors).toMatchObject([{ code: 'INVALID', field: ['idempotencyKey'] }]);
    expect(JSON.stringify(data)).not.toContain(malformed);
    expect(adds()).toHaveLength(0);
  },
);

describe('sign-on that may add', () => {
  const ssoLogin = 'mutation Login($input: SsoLoginInput!) { ssoLogin(input: $input) { login { token } userErrors { code } } }';
  const who = (addIfMissing = true) => ({ input: { mobile, addIfMissing } });

  test('twenty at once add one attendee', async () => {
    service.behave('answers slowly');
    const answers = await Promise.all(Array.from({ length: 20 }, () => program.run(ssoLogin, who())));
    expect(answers.every(({ data }) => data.ssoLogin.login.token === 't')).toBe(true);
    expect(service.registered).toEqual([mobile]);
  });

  test('one that may have added is not sent again: who is found is signed on without adding', async () => {
    service.behave('commits, then resets', 'answers');
    const first = await program.run(ssoLogin, who());
    expect(first.errors[0]!.extensions).toMatchObject({ code: 'OUTCOME_UNKNOWN', registrants: [{ index: 0, status: 'REGISTERED' }] });
    const { data } = await program.run(ssoLogin, who());
    expect(data.ssoLogin.login).toEqual({ token: 't' });
    expect(service.hitsOf('sso_login').map(({ form }) => form.is_add)).toEqual(['1', undefined]);
    expect(service.registered).toEqual([mobile]);
  });

  test('one that may still add is waited for', async () => {
    service.behave('hangs without committing', 'answers');
    await program.run(ssoLogin, who());
    const { errors } = await program.run(ssoLogin, who());
    expect(errors[0]!.extensions).toMatchObject({ code: 'OUTCOME_UNKNOWN', registrants: [{ status: 'NOT_FOUND' }] });
    expect(service.hitsOf('sso_login')).toHaveLength(1);
  });

  test("nobody to sign on is the service's refusal", async () => {
    const { data } = await program.run(ssoLogin, who(false));
    expect(data.ssoLogin).toEqual({ login: null, userErrors: [{ code: 'REJECTED' }] });
  });
});

test('killed while a registration is under way, and started again, it registers nobody twice', async () => {
  const { createHash } = await import('node:crypto');
  const env = {
    EVENT_SERVICE_URL: service.url,
    EVENT_SERVICE_PUBLIC_KEY: 'public',
    EVENT_SERVICE_PRIVATE_KEY: 'private',
    EVENT_SERVICE_ACTIVITY_IDS: '1001',
    EVENT_SERVICE_NOT_FOUND_PATTERN: '^nobody here',
    AUTH_API_KEYS: `app:${createHash('sha256').update(everyScopeKey).digest('hex')}:attendees:write attendees:read`,
    STATE_FILE: join(mkdtempSync(join(tmpdir(), 'state-')), 'state.db'),
  };
  const ask = async (url: string) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': everyScopeKey },
      body: JSON.stringify({ query: add, variables: input({ idempotencyKey: key }) }),
    });
    return (await response.json()) as { data: unknown; errors?: { extensions: object }[] };
  };
  service.behave('commits, then hangs', 'answers');
  const first = await startChild(env);
  const lost = ask(first.url).catch(() => 'lost');
  while (service.registered.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await first.crash();
  expect(await lost).toBe('lost');

  const second = await startChild(env);
  try {
    const answer = await ask(second.url);
    expect(answer.errors![0]!.extensions).toMatchObject({ code: 'OUTCOME_UNKNOWN', registrants: [{ index: 0, status: 'REGISTERED' }] });
    expect(service.registered).toEqual([mobile]);
    expect(adds()).toHaveLength(1);
  } finally {
    await second.crash();
  }
}, 60_000);
