import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { CallerBuckets } from '../../src/server/rate-limit.js';
import { TokenBucket } from '../../src/server/token-bucket.js';
import { type FakeService, fakeService } from '../support/fake-service.js';
import { programOver } from '../support/program.js';
import { call, codeOf, post, startToy, strict } from './toy.js';

describe('a bucket', () => {
  const step = fc.record({ afterMs: fc.integer({ min: 0, max: 5000 }), calls: fc.integer({ min: 0, max: 30 }) });

  test('never lets more calls begin than its rate and its burst, but for the operation that emptied it', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (steps, perSecond) => {
        const bucket = new TokenBucket(perSecond, perSecond * 2, 0);
        let [now, spent, last] = [0, 0, 0];
        for (const { afterMs, calls } of steps) {
          now += afterMs;
          if (bucket.emptyForMs(now) > 0) continue;
          bucket.spend(calls, now);
          [spent, last] = [spent + calls, calls];
        }
        expect(spent - last).toBeLessThanOrEqual(perSecond * 2 + (perSecond * now) / 1000);
      }),
    );
  });

  test('that is empty is not for exactly as long as it says', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 0, max: 5000 }), (perSecond, beyond) => {
        const bucket = new TokenBucket(perSecond, perSecond * 2, 0);
        bucket.spend(perSecond * 2 + beyond, 0);
        const waitMs = bucket.emptyForMs(0);
        expect(waitMs).toBeGreaterThan(0);
        expect(bucket.emptyForMs(waitMs + 1)).toBe(0);
      }),
    );
  });

  test('holds twice its rate at most, however long nobody spends', () => {
    const bucket = new TokenBucket(5, 10, 0);
    bucket.spend(10, 3_600_000);
    expect(bucket.emptyForMs(3_600_000)).toBe(200);
  });
});

describe('the buckets of all callers', () => {
  test('are apart', () => {
    const buckets = new CallerBuckets(1, () => 0);
    buckets.spend('greedy', 100);
    expect([buckets.waitMs('greedy'), buckets.waitMs('modest')]).toEqual([99_000, 0]);
  });
  test('are bounded in number: the one used longest ago goes first', () => {
    const buckets = new CallerBuckets(1, () => 0, 3);
    for (const caller of ['a', 'b', 'c']) buckets.spend(caller, 100);
    buckets.waitMs('a');
    buckets.waitMs('d');
    expect([buckets.size, buckets.waitMs('a') > 0, buckets.waitMs('c') > 0]).toEqual([3, true, true]);
    expect(buckets.waitMs('b')).toBe(0);
  });
});

describe('over HTTP', () => {
  let service: FakeService;
  beforeEach(async () => (service = await fakeService({ '/api/ticket/data': () => ({ code: 1, data: [] }) })));
  afterEach(() => service.close());
  const tickets = { query: '{ activity { tickets { id } } }' };
  const hash = (key: string) => createHash('sha256').update(key).digest('hex');
  const AUTH_API_KEYS = `greedy:${hash('greedy-key')}:content:read,modest:${hash('modest-key')}:content:read`;
  const greedy = { 'x-api-key': 'greedy-key' };

  test('who has used up the share is refused before anything is asked of the service, and nobody else is', async () => {
    const program = await programOver(service.url, { AUTH_API_KEYS, RATE_LIMIT: '0.5' });
    expect((await post(program, tickets, greedy)).status).toBe(200);
    expect(service.hits).toHaveLength(1);
    const refused = await post(program, tickets, { ...greedy, ...strict });
    expect([refused.status, codeOf(refused)]).toEqual([429, 'RATE_LIMITED']);
    const { retryAfterMs } = refused.body.errors![0]!.extensions as { retryAfterMs: number };
    expect(retryAfterMs).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBe(Math.ceil(retryAfterMs / 1000));
    expect(refused.body).not.toHaveProperty('data');
    const asJson = await post(program, tickets, greedy);
    expect([asJson.status, codeOf(asJson), asJson.headers.get('retry-after')]).toEqual([200, 'RATE_LIMITED', expect.stringMatching(/^\d+$/)]);
    expect((await post(program, tickets, { 'x-api-key': 'modest-key' })).body.errors).toBeUndefined();
    expect(service.hits).toHaveLength(2);
    expect(await program.metrics()).toMatch(/^event_graph_rate_limited_total 2$/m);
    await program.close();
  });

  test('the share comes back with time', async () => {
    const program = await programOver(service.url, { AUTH_API_KEYS, RATE_LIMIT: '5' });
    const burst = `{ ${Array.from({ length: 12 }, (_, i) => `a${i}: activity { goods(id: "goods:1001:${i + 1}") { id } }`).join(' ')} }`;
    await post(program, { query: burst }, greedy);
    const refused = await post(program, tickets, greedy);
    expect(codeOf(refused)).toBe('RATE_LIMITED');
    await new Promise((resolve) => setTimeout(resolve, (refused.body.errors![0]!.extensions as { retryAfterMs: number }).retryAfterMs + 20));
    expect((await post(program, tickets, greedy)).body.data).toEqual({ activity: { tickets: [] } });
    await program.close();
  });

  test('what asks nothing of the service costs nothing', async () => {
    const program = await programOver(service.url, { AUTH_API_KEYS, RATE_LIMIT: '0.001', CACHE_TTL: 'tickets=60' });
    for (let time = 0; time < 20; time += 1) expect((await post(program, { query: '{ activity { id } }' }, greedy)).body.errors).toBeUndefined();
    await program.close();
  });

  test('callers without credentials count by their address', async () => {
    const program = await programOver(service.url, { AUTH_API_KEYS: '', AUTH_DISABLED: 'true', RATE_LIMIT: '0.5' });
    await post(program, tickets);
    expect(codeOf(await post(program, tickets))).toBe('RATE_LIMITED');
    await program.close();
  });

  test('a malformed request is told so first, and health is never refused', async () => {
    const server = await startToy({ rateLimit: 1 });
    expect((await post(server, '[1]')).status).toBe(400);
    expect((await call(`${server.url}/healthz`)).status).toBe(200);
    await server.close();
  });
});
