import { canaries, expectNoLeak, programOver, type ProgramUnderTest } from '../support/program.js';
import { registryService, type RegistryService } from '../support/registry-service.js';

// Some faults end with the deadline of the call, which is long enough for a busy machine.
const good = 'a'.repeat(32);
let sign: (input: { privateKey: string }) => unknown;
// Jest cannot import() a module by its address; test/service/transport/wrappers/signing.test.ts covers a signer that is loaded from a file.
jest.mock('../../src/service/transport/signer-module.js', () => ({
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

/** The lines of the metrics for active and waiting calls of both lanes, and one line for each open circuit. */
const gauges = (metrics: string) =>
  metrics.split('\n').filter((line) => /^event_graph_(open_circuits|upstream_active|upstream_waiting)\{/.test(line));
const idle = ['active{lane="reads"} 0', 'active{lane="writes"} 0', 'waiting{lane="reads"} 0', 'waiting{lane="writes"} 0'].map(
  (gauge) => `event_graph_upstream_${gauge}`,
);

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

test.each(faults)(
  'forty calls with a signer that %s open no circuit, block no lane, and write one line to the log',
  async (_what, fault) => {
    const lookUp = (index: number) => program.run(`{ attendee(by: { mobile: "1000000${1000 + index}" }) { id } }`);
    sign = fault;
    const failed = await Promise.all(Array.from({ length: 40 }, (_, index) => lookUp(index)));
    expect(failed.every(({ errors }) => errors.length === 1)).toBe(true);
    expect(service.hits).toHaveLength(0);
    expect(gauges(await program.metrics())).toEqual(idle);
    expect(program.logs().match(/EVENT_SERVICE_SIGNER_MODULE/g)).toHaveLength(1);

    sign = () => good;
    // One after the other: forty at once would share the deadline of one on a busy machine.
    const reached: Awaited<ReturnType<typeof lookUp>>[] = [];
    for (let index = 0; index < 40; index += 1) reached.push(await lookUp(index));
    expect(new Set(reached.map(({ errors }) => errors[0]!.extensions.code))).toEqual(new Set(['UPSTREAM_REJECTED']));
    expect(service.hits).toHaveLength(40);
    expect(gauges(await program.metrics())).toEqual(idle);
  },
);
