import { canaries, expectNoLeak, programOver, type ProgramUnderTest } from '../support/program.js';
import { registryService, type RegistryService } from '../support/registry-service.js';

// Some faults end with the deadline of the call, which is long enough for a busy machine.
const good = 'a'.repeat(32);
let sign: (input: { privateKey: string }) => unknown;
// Jest cannot import() a module by its address; test/service/transport/signing.test.ts covers a signer that is loaded from a file.
jest.mock('../../src/service/transport/signing.js', () => ({
  ...jest.requireActual<object>('../../src/service/transport/signing.js'),
  loadSignerModule: async () => (input: { privateKey: string }) => sign(input),
}));

const faults: readonly [what: string, sign: typeof sign, code: string][] = [
  [
    'throws',
    ({ privateKey }) => {
      throw new Error(`cannot sign with ${privateKey}`);
    },
    'UPSTREAM_UNAVAILABLE',
  ],
  [
    'rejects',
    async ({ privateKey }) => {
      throw new Error(privateKey);
    },
    'UPSTREAM_UNAVAILABLE',
  ],
  ['returns nothing', () => undefined, 'UPSTREAM_UNAVAILABLE'],
  ['returns text that is not a signature', ({ privateKey }) => privateKey, 'UPSTREAM_UNAVAILABLE'],
  ['returns a promise of a number', async () => 7, 'UPSTREAM_UNAVAILABLE'],
  ['never resolves', () => new Promise(() => {}), 'UPSTREAM_TIMEOUT'],
];

const key = 'registration-0001-of-the-test';
const add = `mutation Add($input: AddAttendeesInput!) { addAttendees(input: $input) { replayed registrations { attendeeId } userErrors { code } } }`;
const input = (rest: object = {}) => ({
  input: {
    contact: { name: 'A', mobile: canaries.mobile },
    attendees: [{ name: 'A', mobile: canaries.mobile }],
    idempotencyKey: key,
    ...rest,
  },
});
let service: RegistryService;
let program: ProgramUnderTest;
beforeEach(async () => {
  sign = () => good;
  service = await registryService();
  program = await programOver(service.url, {
    EVENT_SERVICE_SIGNER_MODULE: 'signer.mjs',
    EVENT_SERVICE_TIMEOUT_MS: '3000',
    CACHE_TTL: 'fields=60',
  });
});

test.each(faults)('a signer that %s: nothing is sent, the log says so, and the same key works afterwards', async (_what, fault, code) => {
  await program.run(add, input({ validateOnly: true }));
  const before = service.hits.length;
  sign = fault;
  const failed = await program.run(add, input());
  expect(failed.errors.map(({ extensions }) => extensions.code)).toEqual([code]);
  expect(service.hits).toHaveLength(before);
  expect(program.logs()).toMatch(/"level":50,.*"operation":"\/api\/participant\/add".*EVENT_SERVICE_SIGNER_MODULE/);
  await expectNoLeak(program, failed);

  sign = () => good;
  const { data } = await program.run(add, input());
  expect(data.addAttendees).toMatchObject({ replayed: false, registrations: [{ attendeeId: 'attendee:1001:1' }] });
  expect(service.registered).toEqual([canaries.mobile]);
});
