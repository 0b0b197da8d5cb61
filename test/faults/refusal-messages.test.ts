/*
 * What callers and logs see of a service's message that repeats what it was sent, or is made to take long. What each endpoint sends is
 * secret: service/endpoints.requests.test.ts.
 */

import { fakeService, type FakeService, type Hit } from '../support/fake-service.js';
import { canaries, everyScopeKey, programOver, type ProgramUnderTest } from '../support/program.js';

let service: FakeService;
let program: ProgramUnderTest;
/** Makes the service's message of a rejection from the request that it received. */
let message: (sent: string) => string;

beforeAll(async () => {
  const reject = ({ form, query, headers }: Hit) => ({ code: 0, msg: message(JSON.stringify({ form, query, headers })) });
  service = await fakeService({
    '/api/participant/get': reject,
    '/applets/index/beforeCheckIn': reject,
    '/api/participant/sso_login': reject,
  });
  program = await programOver(service.url);
});

const lookUp = (mobile: string) => `{ attendee(by: { mobile: "${mobile}" }) { id } }`;

test('a service that repeats the request in its message reveals neither key, signature nor mobile', async () => {
  message = (sent) => `cannot do ${sent} with ${canaries.privateKey.toLowerCase()}`;
  const { errors } = await program.run(lookUp('138-0013-8000'));
  const shown = JSON.stringify(errors);
  expect(shown).toContain('cannot do');
  expect(shown).not.toMatch(/[0-9a-f]{32}|0013|private-key/i);
  expect(shown).not.toContain('"public\\\\"');
  expect(program.logs()).not.toMatch(/[0-9a-f]{32}|0013|private-key/i);
});

test('a service that repeats a credential of the caller or of a check-in point does not reveal it', async () => {
  message = () => `no such thing: ${everyScopeKey}, token-of-the-point, user-of-the-point`;
  const { errors } = await program.run(
    '{ checkInLookup(input: { token: "token-of-the-point", userId: "user-of-the-point", deviceType: IPAD, pointId: "5", signCode: "C1" }) { attendeeId } }',
  );
  expect(errors[0]).toMatchObject({ extensions: { upstream: { message: 'no such thing: ***, ***, ***' } } });
  const { data } = await program.run('mutation { ssoLogin(input: { mobile: "1" }) { userErrors { message } } }');
  expect(JSON.stringify(data)).not.toContain(everyScopeKey);
});

test('a message of 15 million characters does not block the event loop', async () => {
  message = () => 'x'.repeat(15_000_000);
  const began = performance.now();
  const { errors } = await program.run(lookUp('1'));
  expect(JSON.stringify(errors)).toContain('x'.repeat(500));
  expect(JSON.stringify(errors)).not.toContain('x'.repeat(501));
  // In quadratic time it takes hours.
  expect(performance.now() - began).toBeLessThan(30_000);
});

test('a message is matched by EVENT_SERVICE_NOT_FOUND_PATTERN in linear time, and by its first 500 characters only', async () => {
  const other = await programOver(service.url, { EVENT_SERVICE_NOT_FOUND_PATTERN: '(a+)+$|absent' });
  const isNotFound = async (text: string) => {
    message = () => text;
    const { errors, ms } = await other.run(lookUp('1'));
    // With backtracking it takes for ever.
    expect(ms).toBeLessThan(5000);
    return errors.length === 0;
  };
  // The first 500 characters end in an a.
  expect(await isNotFound(`${'a'.repeat(40_000)}!`)).toBe(true);
  expect(await isNotFound(`${'a'.repeat(100)}!`)).toBe(false);
  expect(await isNotFound(`${'x'.repeat(494)}absent`)).toBe(true);
  expect(await isNotFound(`${'x'.repeat(495)}absent`)).toBe(false);
});
