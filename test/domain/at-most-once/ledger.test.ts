import { Ledger, type WriteSteps } from '../../../src/domain/at-most-once/ledger.js';
import { memoryOutcomes } from '../../../src/domain/at-most-once/memory-outcomes.js';
import { retentionMs, type OutcomeStore, type StoredResult } from '../../../src/domain/at-most-once/outcome-store.js';
import { IdempotencyInProgressError } from '../../../src/model/errors.js';
import { UpstreamRateLimitedError, UpstreamUnavailableError } from '../../../src/model/upstream-errors.js';

const key = ['caller', '1001', '/api/participant/add', 'key-0001'];
const input = { name: 'Wei' };
const result: StoredResult = { outcome: { registrations: [], description: 'registered' }, userErrors: [] };
const rejection: StoredResult = { outcome: null, userErrors: [{ code: 'REJECTED', message: 'full', field: null }] };
const problem = { code: 'REQUIRED', message: 'name', field: ['name'] } as const;
const reset = new UpstreamUnavailableError('/api/participant/add', true);
const notConnected = new UpstreamUnavailableError('/api/participant/add', false);

let now: number;
let memory: OutcomeStore;
let log: string[];
beforeEach(() => {
  now = 1_800_000_000_000;
  memory = memoryOutcomes(() => now);
  log = [];
});

/** A ledger over the store of the test, some of whose steps fail. A new ledger stands for a restarted process. */
function ledgerOf(failing: Partial<Record<keyof OutcomeStore, Error>> = {}, store = memory): Ledger {
  const logged = Object.fromEntries(
    (['nameOf', 'read', 'begin', 'finish', 'forget'] as const).map((step) => [
      step,
      async (...parameters: readonly unknown[]) => {
        log.push(step);
        if (failing[step]) throw failing[step];
        return (store[step] as (...given: readonly unknown[]) => Promise<unknown>)(...parameters);
      },
    ]),
  );
  return new Ledger({ store: { ...store, ...logged }, digest: (text) => `digest of ${text}`, now: () => now });
}

/** The steps of a registration, which log that they run. */
function stepsOf(send: () => Promise<StoredResult> = async () => result, userErrors: readonly (typeof problem)[] = []): WriteSteps {
  return {
    check: async () => (log.push('check'), userErrors),
    send: () => (log.push('send'), send()),
    unknownOutcome: async (sentAt) => (log.push('unknownOutcome'), new Error(`unknown since ${sentAt}`)),
  };
}
const fails = (error: Error) => async (): Promise<StoredResult> => {
  throw error;
};
const sent = () => log.filter((step) => step === 'send').length;

describe('a new key', () => {
  test('is checked, recorded, sent and completed, in this order', async () => {
    expect(await ledgerOf().once(key, input, stepsOf())).toEqual({ ...result, replayed: false });
    expect(log).toEqual(['nameOf', 'read', 'check', 'begin', 'send', 'finish']);
  });

  test('is not recorded if the input fails the check', async () => {
    const steps = stepsOf(async () => result, [problem]);
    expect(await ledgerOf().once(key, input, steps)).toEqual({ outcome: null, replayed: false, userErrors: [problem] });
    expect(log).toEqual(['nameOf', 'read', 'check']);
  });

  test('whose check fails is neither recorded nor sent', async () => {
    const steps = { ...stepsOf(), check: fails(new Error('form')) as unknown as WriteSteps['check'] };
    await expect(ledgerOf().once(key, input, steps)).rejects.toThrow('form');
    expect(log).toEqual(['nameOf', 'read']);
  });

  test.each([notConnected, new UpstreamRateLimitedError('/api/participant/add')])(
    'stays new if certainly nothing was done: $name',
    async (error) => {
      const ledger = ledgerOf();
      await expect(ledger.once(key, input, stepsOf(fails(error)))).rejects.toBe(error);
      expect(log.slice(-2)).toEqual(['send', 'forget']);
      expect(await ledger.once(key, input, stepsOf())).toEqual({ ...result, replayed: false });
    },
  );

  test('that another process records at the same moment is not sent', async () => {
    const occupied = { ...memory, begin: async () => false };
    await expect(ledgerOf({}, occupied).once(key, input, stepsOf())).rejects.toThrow(IdempotencyInProgressError);
    expect(sent()).toBe(0);
  });
});

describe('a running key', () => {
  test('is shared by concurrent calls, which receive one result', async () => {
    let complete!: (result: StoredResult) => void;
    const ledger = ledgerOf();
    const steps = stepsOf(() => new Promise((resolve) => (complete = resolve)));
    const calls = Array.from({ length: 5 }, () => ledger.once(key, input, steps));
    while (sent() === 0) await Promise.resolve();
    complete(result);
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 5 }, () => ({ ...result, replayed: false })));
    expect(sent()).toBe(1);
  });

  test('with another input is a user error', async () => {
    const ledger = ledgerOf();
    const [, other] = await Promise.all([ledger.once(key, input, stepsOf()), ledger.once(key, { name: 'Li' }, stepsOf())]);
    expect(other.userErrors).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED' }]);
    expect(sent()).toBe(1);
  });

  test('is waited for by settled, until its result is stored', async () => {
    const ledger = ledgerOf();
    const call = ledger.once(key, input, stepsOf());
    await ledger.settled();
    expect(log.at(-1)).toBe('finish');
    await call;
  });
});

describe('a completed key', () => {
  test.each([
    ['a success', result],
    ['a rejection by the service', rejection],
  ])('returns its stored result, also after a restart: %s', async (_kind, stored) => {
    const first = ledgerOf();
    await first.once(
      key,
      input,
      stepsOf(async () => stored),
    );
    for (const ledger of [first, ledgerOf()])
      expect(await ledger.once(key, input, stepsOf(fails(reset)))).toEqual({ ...stored, replayed: true });
    expect(sent()).toBe(1);
  });

  test('with another input is a user error', async () => {
    const ledger = ledgerOf();
    await ledger.once(key, input, stepsOf());
    expect((await ledger.once(key, { name: 'Li' }, stepsOf())).userErrors).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED' }]);
    expect(sent()).toBe(1);
  });

  test('is new again after a day', async () => {
    const ledger = ledgerOf();
    await ledger.once(key, input, stepsOf());
    now += retentionMs;
    expect(await ledger.once(key, input, stepsOf())).toEqual({ ...result, replayed: false });
    expect(sent()).toBe(2);
  });
});

describe('an unknown key', () => {
  test('is never sent again, whatever is found out about it; every repeat reports the time of the attempt', async () => {
    const ledger = ledgerOf();
    const startedAt = now;
    await expect(ledger.once(key, input, stepsOf(fails(reset)))).rejects.toThrow(`unknown since ${startedAt}`);
    now += 60_000;
    for (const repeated of [ledger, ledgerOf()])
      await expect(repeated.once(key, input, stepsOf())).rejects.toThrow(`unknown since ${startedAt}`);
    expect(sent()).toBe(1);
  });

  test('is one that was recorded before a crash, even if it was not sent', async () => {
    await memory.begin(JSON.stringify(key), { fingerprint: `digest of ${JSON.stringify(input)}`, startedAt: now });
    await expect(ledgerOf().once(key, input, stepsOf())).rejects.toThrow('unknown since');
    expect(sent()).toBe(0);
  });

  test('is one whose record cannot be read after the private key was rotated, whatever the input', async () => {
    await memory.begin(JSON.stringify(key), { fingerprint: null, startedAt: now });
    for (const given of [input, { name: 'Li' }]) await expect(ledgerOf().once(key, given, stepsOf())).rejects.toThrow('unknown since');
    expect(sent()).toBe(0);
  });
});

describe('a store that fails', () => {
  const full = new Error('disk full');

  test.each(['nameOf', 'read', 'begin'] as const)('in %s: the call fails, and nothing is sent', async (step) => {
    await expect(ledgerOf({ [step]: full }).once(key, input, stepsOf())).rejects.toBe(full);
    expect(sent()).toBe(0);
  });

  test('in finish: the caller receives the result, and a repeat finds the outcome unknown', async () => {
    expect(await ledgerOf({ finish: full }).once(key, input, stepsOf())).toEqual({ ...result, replayed: false });
    await expect(ledgerOf().once(key, input, stepsOf())).rejects.toThrow('unknown since');
    expect(sent()).toBe(1);
  });

  test('in forget: the caller learns that nothing was sent, and a repeat finds the outcome unknown', async () => {
    await expect(ledgerOf({ forget: full }).once(key, input, stepsOf(fails(notConnected)))).rejects.toBe(notConnected);
    await expect(ledgerOf().once(key, input, stepsOf())).rejects.toThrow('unknown since');
    expect(sent()).toBe(1);
  });

  test('does not block the key: the next call is performed', async () => {
    const failing: Partial<Record<keyof OutcomeStore, Error>> = { begin: full };
    const ledger = ledgerOf(failing);
    await expect(ledger.once(key, input, stepsOf())).rejects.toBe(full);
    delete failing.begin;
    expect(await ledger.once(key, input, stepsOf())).toEqual({ ...result, replayed: false });
  });
});

test('keys of other callers and other keys of one caller are independent', async () => {
  const ledger = ledgerOf();
  for (const other of [key, ['another caller', ...key.slice(1)], [...key.slice(0, 3), 'key-0002']])
    expect(await ledger.once(other, input, stepsOf())).toEqual({ ...result, replayed: false });
  expect(sent()).toBe(3);
});
