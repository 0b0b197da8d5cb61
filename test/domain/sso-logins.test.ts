/*
 * What is stored of an ssoLogin. Every order of two is tested in sso-logins.model.test.ts, lost replies in test/faults/any-reply.test.ts
 * and test/faults/registration.test.ts.
 */

import { AtMostOnceWrites } from '../../src/domain/at-most-once/at-most-once-writes.js';
import { SsoLogins } from '../../src/domain/sso-logins.js';
import type { OperationUpstream } from '../../src/domain/upstream.js';
import { UpstreamUnavailableError } from '../../src/records/errors.js';
import { ssoLogin } from '../../src/service/endpoints.js';
import { activityId } from '../service/sampled-endpoints.js';
import { outcomesInMemory } from '../support/outcomes.js';
import { attendeesByMobile, attendeesNotRead, upstreamOf } from './service.js';

const key = JSON.stringify([String(activityId), '/api/participant/sso_login', '13800138000']);

test('a mobile number with half of a character is refused before anything is sent', async () => {
  const { upstream, calls } = upstreamOf(() => ({ code: 0 }));
  const writes = new AtMostOnceWrites({ store: outcomesInMemory(), digest: String, now: Date.now });
  const { userErrors } = await new SsoLogins(upstream, activityId, attendeesNotRead, writes).login({
    mobile: '1\ud800',
    addIfMissing: true,
  });
  expect(userErrors).toMatchObject([{ code: 'INVALID', rule: 'UNICODE', field: ['mobile'] }]);
  expect(calls).toEqual([]);
});

test.each(['/api/participant/sso_login', '/api/v2/participant/sso_login'])(
  'the key of a stored ssoLogin stays the same, also if the path of the endpoint is %s',
  async (path) => {
    const replaced = jest.replaceProperty(ssoLogin, 'path', path);
    const store = outcomesInMemory();
    const storedWhileSent: Promise<unknown>[] = [];
    const { upstream } = upstreamOf(() => {
      storedWhileSent.push(store.read(key));
      return { code: 0, msg: 'full' };
    });
    const writes = new AtMostOnceWrites({ store, digest: String, now: Date.now });
    await new SsoLogins(upstream, activityId, attendeesNotRead, writes).login({ mobile: '+86 138-0013-8000', addIfMissing: true });
    replaced.restore();
    expect(await Promise.all(storedWhileSent)).toEqual([expect.objectContaining({ running: true })]);
  },
);

describe('over a service that compares mobile numbers literally, after a write without a reply', () => {
  const written = '13800138000';
  const begunAt = 1_800_000_000_000;
  const afterLateEffects = begunAt + 60_000;
  let now: number;
  let store: ReturnType<typeof outcomesInMemory>;
  /** The numbers of the attendees, as they were written. */
  let registered: string[];
  let replyIsLost: boolean;
  /** How long a write waits before it is sent. */
  let waitMs: number;

  beforeEach(() => {
    now = begunAt;
    store = outcomesInMemory(() => now);
    registered = [];
    replyIsLost = false;
    waitMs = 0;
  });

  /** Signs in at a replica of its own, and returns the code of an error, or the number that was signed in. */
  async function signIn(mobile: string): Promise<string> {
    const write = async (_endpoint: unknown, _activityId: unknown, input: { mobile: string; addIfMissing: boolean }) => {
      now += waitMs;
      if (input.addIfMissing && !registered.includes(input.mobile)) registered.push(input.mobile);
      if (replyIsLost) throw new UpstreamUnavailableError(ssoLogin.path, true);
      return { url: input.mobile };
    };
    const upstream = { write } as unknown as OperationUpstream;
    const attendees = attendeesByMobile((wanted) =>
      registered.includes(wanted) ? { mobile: wanted, registeredAt: new Date(begunAt) } : null,
    );
    const writes = new AtMostOnceWrites({ store, digest: String, now: () => now });
    try {
      return (await new SsoLogins(upstream, activityId, attendees, writes).login({ mobile, addIfMissing: true })).login!.url;
    } catch (error) {
      return (error as { code: string }).code;
    }
  }

  async function beginAndLoseReply(): Promise<void> {
    replyIsLost = true;
    expect(await signIn(written)).toBe('OUTCOME_UNKNOWN');
    replyIsLost = false;
    now = afterLateEffects;
  }

  test.each([`+86${written}`, `+86 ${written}`, '138 0013 8000', '138-0013-8000'])(
    '%s does not add the attendee twice',
    async (notation) => {
      await beginAndLoseReply();
      expect(await signIn(notation)).toBe('OUTCOME_UNKNOWN');
      expect(registered).toEqual([written]);
      expect(await signIn(written)).toBe(written);
      expect(registered).toEqual([written]);
    },
  );

  test('another notation that finds an attendee signs that one in', async () => {
    registered = [`+86${written}`];
    await beginAndLoseReply();
    expect(await signIn(`+86${written}`)).toBe(`+86${written}`);
    expect(registered).toEqual([`+86${written}`, written]);
  });

  test('an attendee whom the same notation does not find is added', async () => {
    await beginAndLoseReply();
    registered = [];
    expect(await signIn(` ${written} `)).toBe(written);
    expect(registered).toEqual([written]);
  });

  test('a write that was sent late may still take effect in the minute after its end, so nothing is added', async () => {
    waitMs = 61_000;
    replyIsLost = true;
    expect(await signIn(written)).toBe('OUTCOME_UNKNOWN');
    registered = [];
    now += 1_000;
    expect(await signIn(written)).toBe('OUTCOME_UNKNOWN');
    expect(registered).toEqual([]);
  });

  test('a write whose fingerprint cannot be read may have another notation, so nothing is added', async () => {
    const write = await store.begin(key, { fingerprint: null, startedAt: now });
    await write!.release();
    now = afterLateEffects;
    expect(await signIn(written)).toBe('OUTCOME_UNKNOWN');
    expect(registered).toEqual([]);
  });
});
