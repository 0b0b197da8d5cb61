/* Two replicas over one Redis: what they share, and what happens while Redis fails. */

import { everyScopeKey, expectNoLeak, programOver, type ProgramUnderTest } from '../support/program.js';
import { describeWithRedis, RedisServer } from '../support/redis-server.js';
import { registryService, type RegistryService } from '../support/registry-service.js';
import { until } from '../support/until.js';

const mobile = '13800138000';
const add = `mutation Add($input: AddAttendeesInput!) {
  addAttendees(input: $input) { replayed registrations { attendeeId orderId } userErrors { code } }
}`;
const signIn = `mutation SignIn($mobile: String!) { ssoLogin(input: { mobile: $mobile, addIfMissing: true }) { login { url } userErrors { code } } }`;
const read = '{ activity { formFields { name } } }';
const lookup = 'query Lookup($mobile: String!) { attendee(by: { mobile: $mobile }) { id } }';
const input = (key?: string, number = mobile) => ({
  input: { contact: { name: 'A', mobile: number }, attendees: [{ name: 'A', mobile: number }], ...(key && { idempotencyKey: key }) },
});
const idempotencyKey = 'registration-0001';
const codeOf = ({ errors }: { errors: readonly { extensions?: Record<string, unknown> }[] }) => errors[0]?.extensions?.code ?? null;
/** Results of calls that may be repeated. On a busy machine Redis may not reply within REDIS_TIMEOUT_MS. */
const passing: ReadonlySet<unknown> = new Set([null, 'IDEMPOTENCY_IN_PROGRESS', 'STATE_UNAVAILABLE']);
const linesOf = (program: ProgramUnderTest, text: string) => program.lines(text).length;

describeWithRedis('replicas with one Redis', () => {
  let service: RegistryService;
  let redis: RedisServer;
  beforeEach(async () => {
    service = await registryService();
    redis = await RedisServer.start();
  });
  afterEach(() => redis.signal('SIGCONT'));

  async function replica(env: Record<string, string> = {}): Promise<ProgramUnderTest> {
    return programOver(service.url, {
      REDIS_URL: redis.url,
      EVENT_SERVICE_NOT_FOUND_PATTERN: '^no such attendee',
      EVENT_SERVICE_TIMEOUT_MS: '1500',
      ...env,
    });
  }
  /** Registers, and repeats the call while Redis is too slow for it. */
  const registers = (program: ProgramUnderTest) =>
    until(async () => {
      const response = await program.run(add, input(idempotencyKey));
      return codeOf(response) === 'STATE_UNAVAILABLE' ? null : response;
    });
  const adds = () => service.hitsOf('/participant/add');
  /** Registers until Redis is in use again, which the program promises within seconds. */
  const registersAgain = (program: ProgramUnderTest) =>
    until(async () => {
      const response = await program.run(add, input(idempotencyKey));
      return response.errors.length === 0 ? response : null;
    });

  test('with one key, twenty calls at two replicas register once, and every replica returns the stored result', async () => {
    const [one, two] = [await replica(), await replica()];
    service.behave('succeeds slowly');
    const calls = Array.from({ length: 20 }, (_, index) => (index % 2 ? one : two).run(add, input(idempotencyKey)));
    const codes = new Set((await Promise.all(calls)).map(codeOf));
    expect([...codes].filter((code) => !passing.has(code))).toEqual([]);
    // On a busy machine Redis may be too slow for each of them.
    if (!codes.has(null)) await registers(one);
    for (const program of [one, two])
      expect((await registers(program)).data).toMatchObject({
        addAttendees: { replayed: true, registrations: [{ orderId: 'order-1' }] },
      });
    expect(service.registered).toEqual([mobile]);
    await expectNoLeak(one);
  });

  test('a key is in progress while another replica is at work, and an outcome that the replica does not know is unknown immediately', async () => {
    const [one, two] = [await replica(), await replica()];
    service.behave('commits, then hangs');
    const first = registers(one);
    await until(() => adds().length === 1);
    const meanwhile = await registers(two);
    expect(meanwhile.errors[0]!.extensions).toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS', retryAfterMs: expect.any(Number) });
    expect(codeOf(await first)).toBe('OUTCOME_UNKNOWN');
    expect((await registers(two)).errors[0]!.extensions).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      registrants: [{ status: 'REGISTERED' }],
    });
    expect(adds()).toHaveLength(1);
  });

  test('a caller has one rate limit at all replicas', async () => {
    const RATE_LIMIT = '2';
    const [one, two] = [await replica({ RATE_LIMIT, CACHE_TTL: 'off' }), await replica({ RATE_LIMIT, CACHE_TTL: 'off' })];
    const began = performance.now();
    // Each lookup is of another number, since equal reads of one replica would share a call.
    const lookups = Array.from({ length: 20 }, (_, index) => (index % 2 ? one : two).run(lookup, { mobile: String(13900139000 + index) }));
    const responses = await Promise.all(lookups);
    const calls = service.hitsOf('/participant/get').length;
    const refilled = Math.ceil(((performance.now() - began) / 1000) * Number(RATE_LIMIT));
    expect(calls).toBeGreaterThanOrEqual(4);
    expect(calls).toBeLessThanOrEqual(4 + refilled);
    expect(responses.map(codeOf)).toContain('RATE_LIMITED');
    expect(responses.map(codeOf).filter((code) => code !== null && code !== 'RATE_LIMITED')).toEqual([]);
  });

  test('nothing in Redis reveals a caller, a key or an attendee', async () => {
    const one = await replica({ RATE_LIMIT: '50' });
    await one.run(add, input(idempotencyKey));
    await one.run(signIn, { mobile: '13900139000' });
    const keys = (await redis.command('KEYS', '*')) as string[];
    expect(keys.every((key) => key.startsWith('event-graph:'))).toBe(true);
    expect(keys.filter((key) => key.startsWith('event-graph:outcome:'))).toHaveLength(1);
    const written = redis.written();
    expect(keys.filter((key) => !written.includes(key))).toEqual([]);
    const secrets = [mobile, '13900139000', idempotencyKey, 'registration', 'order-1', 'check-in-1', '"app"', everyScopeKey];
    expect(secrets.filter((text) => written.includes(text))).toEqual([]);
  });

  /** Begins an outage. @returns a function that ends it */
  type Outage = () => Promise<() => unknown>;

  test.each<[what: string, begin: Outage]>([
    [
      'is dead',
      async () => {
        await redis.kill();
        return () => redis.run();
      },
    ],
    [
      'does not reply',
      async () => {
        redis.signal('SIGSTOP');
        return () => redis.signal('SIGCONT');
      },
    ],
    [
      'is a read-only replica',
      async () => {
        await redis.command('REPLICAOF', '127.0.0.1', '9');
        return () => redis.command('REPLICAOF', 'NO', 'ONE');
      },
    ],
  ])('while Redis %s, reads go on, registrations with a key are refused unsent, and work again afterwards', async (_what, begin) => {
    const one = await replica();
    await one.run(read);
    const end = await begin();
    const refused = await one.run(add, input(idempotencyKey));
    expect(refused.errors[0]!.extensions).toMatchObject({ code: 'STATE_UNAVAILABLE', retryAfterMs: expect.any(Number) });
    expect(codeOf(await one.run(signIn, { mobile: '13900139000' }))).toBe('STATE_UNAVAILABLE');
    expect(adds()).toHaveLength(0);
    expect((await one.run(read)).errors).toEqual([]);
    expect((await fetch(`${one.url}/readyz`)).status).toBe(200);
    expect((await one.run(add, input(undefined, '13700137000'))).errors).toEqual([]);
    await end();

    expect((await registersAgain(one)).data).toMatchObject({ addAttendees: { replayed: false } });
    expect((await one.run(signIn, { mobile: '13900139000' })).errors).toEqual([]);
    expect([...service.registered].sort()).toEqual(['13700137000', mobile, '13900139000'].sort());
    expect({ outages: linesOf(one, 'Redis cannot be used'), recoveries: linesOf(one, 'Redis can be used again') }).toEqual({
      outages: 1,
      recoveries: 1,
    });
    await expectNoLeak(one, refused);
  });

  test('replicas start while Redis is down, and share everything once it is up', async () => {
    await redis.kill();
    const one = await replica();
    expect(linesOf(one, 'Redis cannot be used')).toBe(1);
    expect(await one.metrics()).toMatch(/^event_graph_redis_up 0$[^]*^event_graph_redis_outages_total 1$/m);
    expect((await one.run(read)).errors).toEqual([]);
    expect(codeOf(await one.run(add, input(idempotencyKey)))).toBe('STATE_UNAVAILABLE');
    await redis.run();
    await registersAgain(one);
    await until(async () => /^event_graph_redis_up 1$/m.test(await one.metrics()));
    expect((await registers(await replica())).data).toMatchObject({ addAttendees: { replayed: true } });
    expect(service.registered).toEqual([mobile]);
  });

  test('a replica returns the result of a registration although Redis died after it was sent, and stores it once Redis is back', async () => {
    const [one, two] = [await replica(), await replica()];
    service.behave('succeeds slowly');
    const call = registers(one);
    await until(() => adds().length === 1);
    await redis.kill();
    expect((await call).data).toMatchObject({ addAttendees: { replayed: false, registrations: [{ orderId: 'order-1' }] } });
    await redis.run();
    for (const program of [one, two])
      expect((await registersAgain(program)).data).toMatchObject({
        addAttendees: { replayed: true, registrations: [{ orderId: 'order-1' }] },
      });
    expect(adds()).toHaveLength(1);
  });
});
