/* Two replicas over one Redis: what they share, and what happens while Redis fails. */

import { hookSecret, push, subscriber, type CheckInSubscriber } from '../support/check-ins.js';
import { apiKey, everyScopeKey, expectNoLeak, programOver, type ProgramUnderTest } from '../support/program.js';
import { describeWithRedis, RedisServer } from '../support/redis-server.js';
import { addAttendees, registrationOf, registryService, signIn, type RegistryService } from '../support/registry-service.js';
import { times } from '../support/times.js';
import { until } from '../support/until.js';

const read = '{ activity { formFields { name } } }';
const lookup = 'query Lookup($mobile: String!) { attendee(by: { mobile: $mobile }) { id } }';
const codeOf = ({ errors }: { errors: readonly { extensions?: Record<string, unknown> }[] }) => errors[0]?.extensions?.code ?? null;
/** Results of calls that may be repeated. On a busy machine Redis may not reply within REDIS_TIMEOUT_MS. */
const passing: ReadonlySet<unknown> = new Set([null, 'IDEMPOTENCY_IN_PROGRESS', 'STATE_UNAVAILABLE']);
const linesOf = (program: ProgramUnderTest, text: string) => program.lines(text).length;

describeWithRedis('replicas with one Redis', () => {
  let service: RegistryService;
  let redis: RedisServer;
  let one: ProgramUnderTest;
  let two: ProgramUnderTest;
  /** The numbers of each test are its own: two that follow one another. */
  let mobile = '13800138000';
  let other: string;

  const replica = (env: Record<string, string> = {}): Promise<ProgramUnderTest> =>
    programOver(service.url, {
      REDIS_URL: redis.url,
      EVENT_SERVICE_NOT_FOUND_PATTERN: '^no such attendee',
      EVENT_SERVICE_TIMEOUT_MS: '1500',
      CHECK_IN_HOOK_SECRETS: hookSecret,
      CHECK_IN_HOOK_ATTENDEE: '/participant',
      ...env,
    });
  beforeAll(async () => {
    service = await registryService();
    redis = await RedisServer.start();
    [one, two] = [await replica(), await replica()];
  });
  beforeEach(() => {
    service.behave('succeeds');
    [mobile, other] = [String(Number(mobile) + 2), String(Number(mobile) + 3)];
  });
  afterEach(() => redis.signal('SIGCONT'));

  const register = (program: ProgramUnderTest) =>
    program.run(addAttendees, registrationOf(mobile, { idempotencyKey: `registration-of-${mobile}` }));
  /** Registers, and repeats the call while Redis is too slow for it. */
  const registers = (program: ProgramUnderTest) =>
    until(async () => {
      const response = await register(program);
      return codeOf(response) === 'STATE_UNAVAILABLE' ? null : response;
    });
  /** Registers until Redis is in use again, which the program promises within seconds. */
  const registersAgain = (program: ProgramUnderTest) =>
    until(async () => {
      const response = await register(program);
      return response.errors.length === 0 ? response : null;
    });
  const adds = () => service.hitsOf('/participant/add').filter(({ form }) => form['data[0][mobile]'] === mobile).length;
  const timesRegistered = (number: string) => service.registered.filter((each) => each === number).length;
  const replayed = { addAttendees: { replayed: true, registrations: [{ orderId: expect.stringMatching(/^order-/) }] } };

  test('nothing in Redis reveals a caller, a key or an attendee', async () => {
    const limited = await replica({ RATE_LIMIT: '50' });
    await register(limited);
    await limited.run(signIn, { mobile: other });
    const keys = (await redis.command('KEYS', '*')) as string[];
    expect(keys.every((key) => key.startsWith('event-graph:'))).toBe(true);
    const rows = keys.filter((key) => key.startsWith('event-graph:outcome:')).map((key) => redis.command('GET', key));
    // The single sign-on has ended.
    expect((await Promise.all(rows)).filter((row) => row !== '{}')).toHaveLength(1);
    const written = redis.written();
    expect(keys.filter((key) => !written.includes(key))).toEqual([]);
    const secrets = [mobile, other, 'registration', 'order-1', 'check-in-1', '"app"', everyScopeKey];
    expect(secrets.filter((text) => written.includes(text))).toEqual([]);
  });

  test('with one key, twenty calls at two replicas register once, and every replica returns the stored result', async () => {
    service.behave('succeeds slowly');
    const calls = times(20, (index) => register(index % 2 ? one : two));
    const codes = new Set((await Promise.all(calls)).map(codeOf));
    expect([...codes].filter((code) => !passing.has(code))).toEqual([]);
    // On a busy machine Redis may be too slow for each of them.
    if (!codes.has(null)) await registers(one);
    for (const program of [one, two]) expect((await registers(program)).data).toMatchObject(replayed);
    expect(timesRegistered(mobile)).toBe(1);
    await expectNoLeak(one);
    expect(one.logs()).not.toContain(mobile);
  });

  test('a key is in progress while another replica works on it, and an outcome that none knows is unknown immediately', async () => {
    service.behave('commits, then hangs');
    const first = registers(one);
    await until(() => adds() === 1);
    const meanwhile = await registers(two);
    expect(meanwhile.errors[0]!.extensions).toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS', retryAfterMs: expect.any(Number) });
    expect(codeOf(await first)).toBe('OUTCOME_UNKNOWN');
    expect((await registers(two)).errors[0]!.extensions).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      registrants: [{ status: 'REGISTERED' }],
    });
    expect(adds()).toBe(1);
  });

  test('a caller has one rate limit at all replicas', async () => {
    const env = { RATE_LIMIT: '2', AUTH_API_KEYS: apiKey('limited', everyScopeKey, 'attendees:read attendees:pii') };
    const limited = [await replica(env), await replica(env)];
    const before = service.hitsOf('/participant/get').length;
    const began = performance.now();
    // Each lookup is of another number, since equal reads of one replica would share a call.
    const lookups = times(20, (index) => limited[index % 2]!.run(lookup, { mobile: String(13900139000 + index) }));
    const codes = (await Promise.all(lookups)).map(codeOf);
    const calls = service.hitsOf('/participant/get').length - before;
    const refilled = Math.ceil(((performance.now() - began) / 1000) * 2);
    expect(calls).toBeGreaterThanOrEqual(4);
    expect(calls).toBeLessThanOrEqual(4 + refilled);
    expect(new Set(codes)).toEqual(new Set([null, 'RATE_LIMITED']));
  });

  test('a replica returns the result of a registration although Redis died after it was sent, and stores it once Redis is back', async () => {
    service.behave('succeeds slowly');
    const call = registers(one);
    await until(() => adds() === 1);
    await redis.kill();
    expect((await call).data).toMatchObject({ addAttendees: { ...replayed.addAttendees, replayed: false } });
    await redis.run();
    for (const program of [one, two]) expect((await registersAgain(program)).data).toMatchObject(replayed);
    expect(adds()).toBe(1);
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
    const lines = () => [linesOf(one, 'Redis cannot be used'), linesOf(one, 'Redis can be used again')];
    const before = lines();
    const end = await begin();
    const refused = await register(one);
    expect(refused.errors[0]!.extensions).toMatchObject({ code: 'STATE_UNAVAILABLE', retryAfterMs: expect.any(Number) });
    expect(codeOf(await one.run(signIn, { mobile: other }))).toBe('STATE_UNAVAILABLE');
    expect(adds()).toBe(0);
    expect((await one.run(read)).errors).toEqual([]);
    expect((await fetch(`${one.url}/readyz`)).status).toBe(200);
    const keyless = `1${mobile.slice(1).replace('38', '37')}`;
    expect((await one.run(addAttendees, registrationOf(keyless))).errors).toEqual([]);
    await end();

    expect((await registersAgain(one)).data).toMatchObject({ addAttendees: { replayed: false } });
    expect((await one.run(signIn, { mobile: other })).errors).toEqual([]);
    expect([mobile, other, keyless].map(timesRegistered)).toEqual([1, 1, 1]);
    expect(lines()).toEqual(before.map((count) => count + 1));
    await expectNoLeak(one, refused);
    expect(one.logs() + JSON.stringify(refused.errors)).not.toContain(mobile);
  });

  test('replicas start while Redis is down, and share everything once it is up', async () => {
    await redis.kill();
    const late = await replica();
    expect(linesOf(late, 'Redis cannot be used')).toBe(1);
    expect([await late.metric('redis_up'), await late.metric('redis_outages_total')]).toEqual([0, 1]);
    expect((await late.run(read)).errors).toEqual([]);
    expect(codeOf(await register(late))).toBe('STATE_UNAVAILABLE');
    await redis.run();
    await registersAgain(late);
    await until(async () => (await late.metric('redis_up')) === 1);
    expect((await registersAgain(two)).data).toMatchObject({ addAttendees: { replayed: true } });
    expect(timesRegistered(mobile)).toBe(1);
  });

  test('a pushed check-in reaches the subscribers of both replicas once, with one id; while Redis is down, those of its own', async () => {
    const subscribers: CheckInSubscriber[] = [];
    // One after the other: each takes the pushes by which it begins, and the first those of the second as well.
    for (const program of [two, one]) subscribers.push(await subscriber(program, 'id payload attendee { id name }', { hookOf: one }));
    /** Returns the next event that is not of these pushes. */
    const nextOf = (joined: CheckInSubscriber) =>
      until(async () => {
        const { checkIns } = (await joined.next()).data;
        return checkIns.payload.series === undefined ? (checkIns as { payload: object }) : null;
      });
    for (let participant = 1; participant <= 20; participant += 1) {
      await push(one, { participant });
      const received = await Promise.all(subscribers.map(nextOf));
      expect(received[0]).toMatchObject({ payload: { participant }, attendee: { id: `attendee:1001:${participant}`, name: 'A' } });
      expect(received[1]).toEqual(received[0]);
    }
    await redis.kill();
    await push(one, { participant: 21 });
    expect((await nextOf(subscribers[1]!)).payload).toEqual({ participant: 21 });
    for (const joined of subscribers) await joined.leave();
  });
});
