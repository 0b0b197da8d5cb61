/* The states of an idempotency key, in the order of the table in ledger.ts. */

import { Ledger, type WriteSteps } from '../../../src/domain/at-most-once/ledger.js';
import { retentionMs, type OutcomeStore, type RecordedWrite, type StoredResult } from '../../../src/domain/at-most-once/outcome-store.js';
import { IdempotencyInProgressError, StateUnavailableError } from '../../../src/model/errors.js';
import { UpstreamRateLimitedError, UpstreamUnavailableError } from '../../../src/model/upstream-errors.js';
import { memoryOutcomes } from '../../../src/storage/memory/memory-outcomes.js';

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

type Step = 'nameOf' | 'read' | 'begin' | 'permit' | 'complete' | 'release' | 'withdraw';

/** A ledger over the store of the test, some of whose steps fail. A new ledger stands for a restarted process. */
function ledgerOf(failing: Partial<Record<Step, Error>> = {}, store = memory): Ledger {
  const logged =
    <Parameters extends readonly unknown[], T>(step: Step, perform: (...parameters: Parameters) => Promise<T>) =>
    async (...parameters: Parameters): Promise<T> => {
      log.push(step);
      if (failing[step]) throw failing[step];
      return perform(...parameters);
    };
  const begin = logged('begin', store.begin);
  const loggedStore: OutcomeStore = {
    ...store,
    nameOf: logged('nameOf', store.nameOf),
    read: logged('read', store.read),
    begin: async (...parameters) => {
      const write = await begin(...parameters);
      return (
        write && {
          ...write,
          permit: logged('permit', write.permit),
          complete: logged('complete', write.complete),
          release: logged('release', write.release),
          withdraw: logged('withdraw', write.withdraw),
        }
      );
    },
  };
  return new Ledger({ store: loggedStore, digest: (text) => `digest of ${text}`, now: () => now });
}

/** Records a write that a process began and did not end. */
async function recordWrite(fingerprint: string | null): Promise<RecordedWrite> {
  return (await memory.begin(JSON.stringify(key), { fingerprint, startedAt: now }))!;
}

/** The steps of a registration, which log that they run. */
function stepsOf(send: () => Promise<StoredResult> = async () => result, userErrors: readonly (typeof problem)[] = []): WriteSteps {
  return {
    check: async () => (log.push('check'), userErrors),
    send: async (permit) => {
      await permit.obtain();
      log.push('send');
      return send();
    },
    unknownOutcome: async (sentAt) => (log.push('unknownOutcome'), new Error(`unknown since ${sentAt}`)),
  };
}
const fails = (error: Error) => async (): Promise<StoredResult> => {
  throw error;
};
const sent = () => log.filter((step) => step === 'send').length;

describe('new keys', () => {
  test('a new key is checked, recorded, sent and completed, in this order', async () => {
    expect(await ledgerOf().once(key, input, stepsOf())).toEqual({ ...result, replayed: false });
    expect(log).toEqual(['nameOf', 'read', 'check', 'begin', 'permit', 'send', 'complete']);
  });

  test('a new key is not recorded if its input has user errors', async () => {
    const steps = stepsOf(async () => result, [problem]);
    expect(await ledgerOf().once(key, input, steps)).toEqual({ outcome: null, replayed: false, userErrors: [problem] });
    expect(log).toEqual(['nameOf', 'read', 'check']);
  });

  test('a new key whose input cannot be checked is neither recorded nor sent', async () => {
    const steps = { ...stepsOf(), check: fails(new Error('form')) as unknown as WriteSteps['check'] };
    await expect(ledgerOf().once(key, input, steps)).rejects.toThrow('form');
    expect(log).toEqual(['nameOf', 'read']);
  });

  test.each([notConnected, new UpstreamRateLimitedError('/api/participant/add')])(
    'a new key stays new if certainly nothing was done: $name',
    async (error) => {
      const ledger = ledgerOf();
      await expect(ledger.once(key, input, stepsOf(fails(error)))).rejects.toBe(error);
      expect(log.slice(-2)).toEqual(['send', 'withdraw']);
      expect(await ledger.once(key, input, stepsOf())).toEqual({ ...result, replayed: false });
    },
  );

  test('a new key that another process records at the same moment is not sent', async () => {
    const occupied = { ...memory, begin: async () => null };
    await expect(ledgerOf({}, occupied).once(key, input, stepsOf())).rejects.toThrow(IdempotencyInProgressError);
    expect(sent()).toBe(0);
  });
});

describe('running keys', () => {
  test('a running key is shared by concurrent calls, which receive one result', async () => {
    let complete!: (result: StoredResult) => void;
    const ledger = ledgerOf();
    const steps = stepsOf(() => new Promise((resolve) => (complete = resolve)));
    const calls = Array.from({ length: 5 }, () => ledger.once(key, input, steps));
    while (sent() === 0) await Promise.resolve();
    complete(result);
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 5 }, () => ({ ...result, replayed: false })));
    expect(sent()).toBe(1);
  });

  test('a running key with another input gets a user error', async () => {
    const ledger = ledgerOf();
    const [, other] = await Promise.all([ledger.once(key, input, stepsOf()), ledger.once(key, { name: 'Li' }, stepsOf())]);
    expect(other.userErrors).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED' }]);
    expect(sent()).toBe(1);
  });

  test('`settled` waits for a running key until its result is stored', async () => {
    const ledger = ledgerOf();
    const call = ledger.once(key, input, stepsOf());
    await ledger.settled();
    expect(log.at(-1)).toBe('complete');
    await call;
  });
});

describe('completed keys', () => {
  test.each([
    ['a success', result],
    ['a rejection by the service', rejection],
  ])('a completed key returns its stored result, also after a restart: %s', async (_kind, stored) => {
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

  test('a completed key with another input gets a user error', async () => {
    const ledger = ledgerOf();
    await ledger.once(key, input, stepsOf());
    expect((await ledger.once(key, { name: 'Li' }, stepsOf())).userErrors).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED' }]);
    expect(sent()).toBe(1);
  });

  test('a completed key is new again after a day', async () => {
    const ledger = ledgerOf();
    await ledger.once(key, input, stepsOf());
    now += retentionMs;
    expect(await ledger.once(key, input, stepsOf())).toEqual({ ...result, replayed: false });
    expect(sent()).toBe(2);
  });
});

describe('unknown outcomes', () => {
  test('a key with an unknown outcome is never sent again; every repeat reports the time of the write', async () => {
    const ledger = ledgerOf();
    const startedAt = now;
    await expect(ledger.once(key, input, stepsOf(fails(reset)))).rejects.toThrow(`unknown since ${startedAt}`);
    now += 60_000;
    for (const repeated of [ledger, ledgerOf()])
      await expect(repeated.once(key, input, stepsOf())).rejects.toThrow(`unknown since ${startedAt}`);
    expect(sent()).toBe(1);
  });

  test('a key that was recorded before a crash has an unknown outcome, even if it was not sent', async () => {
    await (await recordWrite(`digest of ${JSON.stringify(input)}`)).release();
    await expect(ledgerOf().once(key, input, stepsOf())).rejects.toThrow('unknown since');
    expect(sent()).toBe(0);
  });

  test('a key whose row cannot be read after the private key was rotated has an unknown outcome, whatever the input', async () => {
    await (await recordWrite(null)).release();
    for (const given of [input, { name: 'Li' }]) await expect(ledgerOf().once(key, given, stepsOf())).rejects.toThrow('unknown since');
    expect(sent()).toBe(0);
  });
});

describe('stores that fail', () => {
  const full = new Error('disk full');

  test.each(['nameOf', 'read', 'begin'] as const)('a store that fails in %s: the call fails, and nothing is sent', async (step) => {
    await expect(ledgerOf({ [step]: full }).once(key, input, stepsOf())).rejects.toBe(full);
    expect(sent()).toBe(0);
  });

  test('a store that fails in permit: the call fails, nothing is sent, and the row is removed', async () => {
    const unavailable = new StateUnavailableError(1_000);
    await expect(ledgerOf({ permit: unavailable }).once(key, input, stepsOf())).rejects.toBe(unavailable);
    expect(log.slice(-2)).toEqual(['permit', 'withdraw']);
    expect(await ledgerOf().once(key, input, stepsOf())).toEqual({ ...result, replayed: false });
    expect(sent()).toBe(1);
  });

  test('a store that fails in complete: the caller receives the result, and a repeat sends nothing', async () => {
    expect(await ledgerOf({ complete: full }).once(key, input, stepsOf())).toEqual({ ...result, replayed: false });
    await expect(ledgerOf().once(key, input, stepsOf())).rejects.toThrow(IdempotencyInProgressError);
    expect(sent()).toBe(1);
  });

  test('a store that fails in release: the caller learns that the outcome is unknown, and a repeat sends nothing', async () => {
    await expect(ledgerOf({ release: full }).once(key, input, stepsOf(fails(reset)))).rejects.toThrow('unknown since');
    await expect(ledgerOf().once(key, input, stepsOf())).rejects.toThrow(IdempotencyInProgressError);
    expect(sent()).toBe(1);
  });

  test('a store that fails in withdraw: the caller learns that nothing was sent, and a repeat sends nothing', async () => {
    await expect(ledgerOf({ withdraw: full }).once(key, input, stepsOf(fails(notConnected)))).rejects.toBe(notConnected);
    await expect(ledgerOf().once(key, input, stepsOf())).rejects.toThrow(IdempotencyInProgressError);
    expect(sent()).toBe(1);
  });

  test('a store that fails does not block the key: the next call is performed', async () => {
    const failing: Partial<Record<Step, Error>> = { begin: full };
    const ledger = ledgerOf(failing);
    await expect(ledger.once(key, input, stepsOf())).rejects.toBe(full);
    delete failing.begin;
    expect(await ledger.once(key, input, stepsOf())).toEqual({ ...result, replayed: false });
  });
});

describe('keys of other processes', () => {
  test('a key that another process is working on is sent by no other process', async () => {
    await recordWrite(`digest of ${JSON.stringify(input)}`);
    await expect(ledgerOf().once(key, input, stepsOf())).rejects.toThrow(IdempotencyInProgressError);
    expect(sent()).toBe(0);
  });

  test.each([
    [0, 1_000],
    [800, 1_000],
    [3_000, 3_000],
    [50_000, 5_000],
    // The clock of the other process is ahead.
    [-90_000, 1_000],
  ])('a caller whose call another process has worked on for %i ms repeats it after %i ms', async (ms, retryAfterMs) => {
    await recordWrite(`digest of ${JSON.stringify(input)}`);
    now += ms;
    await expect(ledgerOf().once(key, input, stepsOf())).rejects.toMatchObject({ retryAfterMs });
  });

  test('a key that another process is working on with another input gets a user error', async () => {
    await recordWrite(`digest of ${JSON.stringify(input)}`);
    expect((await ledgerOf().once(key, { name: 'Li' }, stepsOf())).userErrors).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED' }]);
  });
});

test('a write whose row no longer belongs to it is not sent: its outcome is unknown', async () => {
  const lost: OutcomeStore = {
    ...memory,
    begin: async (...parameters) => ({ ...(await memory.begin(...parameters))!, permit: async () => false }),
  };
  for (const ledger of [ledgerOf({}, lost), ledgerOf()]) await expect(ledger.once(key, input, stepsOf())).rejects.toThrow('unknown since');
  expect(sent()).toBe(0);
});

test('keys of other callers and other keys of one caller are independent', async () => {
  const ledger = ledgerOf();
  for (const other of [key, ['another caller', ...key.slice(1)], [...key.slice(0, 3), 'key-0002']])
    expect(await ledger.once(other, input, stepsOf())).toEqual({ ...result, replayed: false });
  expect(sent()).toBe(3);
});
