/* Registrations over a service that loses replies: each happens once at most, and its caller learns what is known. */

import { expectNoLeak, programOver, type ProgramUnderTest } from '../support/program.js';
import {
  addAttendees,
  registrationOf,
  registryService,
  signIn,
  type AddBehaviour,
  type RegistryService,
} from '../support/registry-service.js';

const key = 'registration-0001-of-the-test';
const mobile = '13800138000';
let service: RegistryService;
let program: ProgramUnderTest;
beforeEach(async () => {
  service = await registryService();
  program = await programOver(service.url, {
    EVENT_SERVICE_NOT_FOUND_PATTERN: '^no such attendee',
    EVENT_SERVICE_BUSY_PATTERN: '^System busy',
    EVENT_SERVICE_TIMEOUT_MS: '1500',
  });
});
const adds = () => service.hitsOf('/participant/add');

describe('an attempt that may have reached the service is never repeated', () => {
  test.each<[AddBehaviour, string]>([
    ['commits, then resets', 'REGISTERED'],
    ['commits, then hangs', 'REGISTERED'],
    ['commits, then replies with HTML', 'REGISTERED'],
    ['commits, then replies with 500', 'REGISTERED'],
    ['commits, then replies with one id too few', 'REGISTERED'],
    ['resets without committing', 'NOT_FOUND'],
    ['hangs without committing', 'NOT_FOUND'],
    ['rejects with 503', 'NOT_FOUND'],
  ])('the service %s: the outcome is unknown, and the registrant is %s', async (behaviour, status) => {
    service.behave(behaviour, 'succeeds');
    for (let repeat = 0; repeat < 3; repeat += 1) {
      const response = await program.run(addAttendees, registrationOf(mobile, { idempotencyKey: key }));
      expect(response.data).toEqual({ addAttendees: null });
      expect(response.errors[0]!.extensions).toMatchObject({
        code: 'OUTCOME_UNKNOWN',
        idempotencyKey: key,
        registrants: [{ index: 0, status }],
      });
      expect(adds()).toHaveLength(1);
      await expectNoLeak(program, response);
    }
    expect(service.registered).toHaveLength(status === 'REGISTERED' ? 1 : 0);
    await program.run(addAttendees, registrationOf(mobile, { idempotencyKey: `${key}-again` }));
    expect(adds()).toHaveLength(2);
  });

  test('without a key there is one attempt as well, and the error contains the status of each registrant', async () => {
    service.behave('commits, then resets', 'succeeds');
    const { errors } = await program.run(addAttendees, registrationOf([mobile, '13800138001']));
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

test.each([
  [-7200, 'REGISTERED'],
  [7200, 'EARLIER'],
])(
  'with a clock offset of %i seconds, calls are signed with the time of the service, and a registrant whose record is of then is %s',
  async (offset, status) => {
    // A time that is two hours old by the clock of the service is not of this registration.
    const other = await registryService(Math.min(offset, 0));
    const set = await programOver(other.url, { EVENT_SERVICE_CLOCK_OFFSET_SECONDS: String(offset) });
    other.behave('commits, then resets');
    const { errors } = await set.run(addAttendees, registrationOf(mobile, { idempotencyKey: key }));
    expect(errors[0]!.extensions).toMatchObject({ code: 'OUTCOME_UNKNOWN', registrants: [{ index: 0, status }] });
    const [sent] = other.hitsOf('/participant/add');
    const { Time } = JSON.parse(String(sent!.headers['service-auth'])) as { Time: number };
    expect(Math.abs(Time - offset - Date.now() / 1000)).toBeLessThan(60);
  },
);

test.each<AddBehaviour>(['rejects with 429', 'is busy'])('if the service %s, nothing was done: it is tried again', async (behaviour) => {
  service.behave(behaviour, behaviour, 'succeeds');
  const { data } = await program.run(addAttendees, registrationOf(mobile, { idempotencyKey: key }));
  expect(data.addAttendees).toMatchObject({ replayed: false, registrations: [{ attendeeId: 'attendee:1001:1' }] });
  expect([adds().length, service.registered]).toEqual([3, [mobile]]);
});

test('twenty concurrent calls with one key make one registration and get equal responses', async () => {
  service.behave('succeeds slowly');
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => program.run(addAttendees, registrationOf(mobile, { idempotencyKey: key }))),
  );
  // On a busy machine a call may arrive after the reply: its outcome is then replayed.
  const outcome = ({ data }: (typeof responses)[number]) =>
    JSON.stringify(data, (name, value: unknown) => (name === 'replayed' ? 0 : value));
  expect(new Set(responses.map(outcome)).size).toBe(1);
  expect(service.registered).toEqual([mobile]);
  expect(adds()).toHaveLength(1);
});

describe('`ssoLogin` with `addIfMissing`', () => {
  test('concurrent calls with one mobile number in several notations add one attendee; each is sent as written, trimmed', async () => {
    service.behave('succeeds slowly');
    const written = [mobile, ` ${mobile}\n`, '+86 138 0013 8000', '138-0013-8000'];
    const responses = await Promise.all(written.map((number) => program.run(signIn, { mobile: number })));
    expect(responses.every(({ data }) => data.ssoLogin.login.token === 't')).toBe(true);
    expect(service.registered).toHaveLength(1);
    expect(new Set(service.hitsOf('sso_login').map(({ form }) => form.mobile))).toEqual(new Set(written.map((number) => number.trim())));
  });

  test('a call that may have added an attendee is not sent again: an attendee who is found is signed in without adding', async () => {
    service.behave('commits, then resets', 'succeeds');
    const first = await program.run(signIn, { mobile });
    expect(first.errors[0]!.extensions).toMatchObject({ code: 'OUTCOME_UNKNOWN', registrants: [{ index: 0, status: 'REGISTERED' }] });
    expect(first.errors[0]!.message).toMatch(/Send the mutation again: it looks the mobile number up first/);
    const { data } = await program.run(signIn, { mobile });
    expect(data.ssoLogin.login).toEqual({ token: 't' });
    expect(service.hitsOf('sso_login').map(({ form }) => form.is_add)).toEqual(['1', undefined]);
    expect(service.registered).toEqual([mobile]);
  });
});
