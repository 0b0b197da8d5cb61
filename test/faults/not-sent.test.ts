/* Failures before the first byte: nothing was sent, so the same idempotency key works afterwards. */

import { canaries, expectNoLeak, programOver, type ProgramUnderTest } from '../support/program.js';
import { addAttendees, registrationOf, registryService, type RegistryService } from '../support/registry-service.js';
import { temporaryFile } from '../support/temporary-files.js';
import { until } from '../support/until.js';

declare global {
  /** The signer module of the program under test calls it. */
  var sign: (input: { privateKey: string }) => unknown;
}
const good = () => 'a'.repeat(32);

const keyed = registrationOf(canaries.mobile, { idempotencyKey: 'registration-0001-of-the-test' });
/** Another registration, whose reply does not come. It occupies the connection for writes. */
const hold = (program: ProgramUnderTest) => void program.run(addAttendees, registrationOf('13900139000')).catch(() => {});

let service: RegistryService;
beforeEach(async () => {
  globalThis.sign = good;
  service = await registryService();
});

const signers: readonly [name: string, sign: typeof globalThis.sign][] = [
  [
    'throws',
    ({ privateKey }) => {
      throw new Error(`cannot sign with ${privateKey}`);
    },
  ],
  ['rejects', ({ privateKey }) => Promise.reject(new Error(privateKey))],
  ['returns text that is not a signature', ({ privateKey }) => privateKey],
  ['never resolves', () => new Promise(() => {})],
];
const [unavailable, overloaded] = ['UPSTREAM_UNAVAILABLE', 'UPSTREAM_OVERLOADED'] as const;

type Case = [fault: string, code: string, begin: (program: ProgramUnderTest) => unknown, env?: Record<string, string>];

test.each([
  ...signers.map(([name, sign]): Case => {
    return [`a signer that ${name}`, name === 'never resolves' ? 'UPSTREAM_TIMEOUT' : unavailable, () => (globalThis.sign = sign)];
  }),
  ['a refused connection', unavailable, () => {}, { EVENT_SERVICE_URL: 'http://127.0.0.1:9' }],
  ['a host name that does not resolve', unavailable, () => {}, { EVENT_SERVICE_URL: 'http://nope.invalid' }],
  [
    'a queue in which the wait is too long',
    overloaded,
    async (program) => {
      service.behave('hangs without committing');
      hold(program);
      await until(() => service.hitsOf('/participant/add').length > 0);
    },
  ],
  [
    'an open circuit',
    unavailable,
    async (program) => {
      service.behave('resets without committing');
      for (let failed = 0; failed < 20; failed += 1) await program.run(addAttendees, registrationOf('13900139000'));
    },
  ],
])('%s: nothing is sent, no call stays in progress, and the same key works afterwards', async (fault, code, begin, env = {}) => {
  const settings = {
    EVENT_SERVICE_SIGNER_MODULE: temporaryFile('signer.cjs', 'module.exports = (input) => globalThis.sign(input);'),
    EVENT_SERVICE_TIMEOUT_MS: '2000',
    EVENT_SERVICE_MAX_CONNECTIONS: '8',
    EVENT_SERVICE_ALLOW_HTTP: 'true',
    STATE_FILE: temporaryFile('state.db'),
    CACHE_TTL: 'fields=60',
  };
  const sent = () => service.hitsOf('/participant/add').filter(({ form }) => form['data[0][mobile]'] === canaries.mobile);
  const program = await programOver(service.url, { ...settings, ...env });
  // The form is read before the fault begins.
  await program.run(addAttendees, registrationOf(canaries.mobile, { validateOnly: true }));
  await begin(program);
  const failed = await program.run(addAttendees, keyed);
  expect(failed.errors.map(({ extensions }) => extensions.code)).toEqual([code]);
  expect(JSON.stringify(failed.errors)).not.toMatch(/127\.0\.0\.1|nope\.invalid|ECONN|ENOTFOUND/);
  expect(sent()).toEqual([]);
  if (fault.startsWith('a signer')) expect(program.logs()).toMatch(/"level":50,.*"operation":"[^"]+".*EVENT_SERVICE_SIGNER_MODULE/);
  await expectNoLeak(program, failed);
  await until(async () => (await program.metric('upstream_active{lane="writes"}')) === 0);
  await program.close();

  globalThis.sign = good;
  service.behave('succeeds');
  const healthy = await programOver(service.url, settings);
  for (const replayed of [false, true]) {
    const { data } = await healthy.run(addAttendees, keyed);
    expect(data.addAttendees).toMatchObject({ replayed, registrations: [{ orderId: expect.any(String) }] });
  }
  expect(sent()).toHaveLength(1);
});
