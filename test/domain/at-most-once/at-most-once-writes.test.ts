/*
 * The states of an idempotency key, in the order of the table in at-most-once-writes.ts. at-most-once-writes.model.test.ts has what follows
 * if a store fails, a process crashes, or two write at once.
 */

import {
  AtMostOnceWrites,
  fingerprintOf,
  type RequestedWrite,
  type WriteSteps,
} from '../../../src/domain/at-most-once/at-most-once-writes.js';
import { retentionMs, type OutcomeStore, type RecordedWrite } from '../../../src/domain/at-most-once/outcome-store.js';
import {
  CancelledError,
  IdempotencyInProgressError,
  StateUnavailableError,
  UpstreamOverloadedError,
  UpstreamRateLimitedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../../../src/records/errors.js';
import { outcomesInMemory } from '../../support/outcomes.js';

const write: RequestedWrite = {
  namespace: ['caller', '1001', '/api/participant/add'],
  idempotencyKey: 'idempotency-key-0001',
  input: { name: 'Wei' },
};
/** A write with the same key and another input. */
const otherInput: RequestedWrite = { ...write, input: { name: 'Li' } };
const digest = (text: string) => `digest of ${text}`;
const inputFingerprint = fingerprintOf(write.input, digest);
interface Result {
  readonly number: number | null;
}
const result: Result = { number: 1 };
const problem = { code: 'REQUIRED', rule: 'REQUIRED', message: 'name', field: ['name'] } as const;
/** The call may have reached the service. */
const lostReply = new UpstreamUnavailableError('/api/participant/add', true);

let now: number;
let memory: OutcomeStore;
let log: string[];
beforeEach(() => {
  now = 1_800_000_000_000;
  memory = outcomesInMemory(() => now);
  log = [];
});

/** The same methods, which log their names. */
const logged = <Methods extends object>(methods: Methods): Methods =>
  Object.fromEntries(
    Object.entries(methods as Record<string, unknown>).map(([name, method]) => [
      name,
      typeof method === 'function' ? (...given: unknown[]): unknown => (log.push(name), method(...given)) : method,
    ]),
  ) as Methods;

/** Writes over the store of the test. A further object stands for a restarted process. */
function writesOver(): AtMostOnceWrites {
  const store = logged(memory);
  const begin: OutcomeStore['begin'] = async (...given) => {
    const recorded = await store.begin(...given);
    return recorded && logged(recorded);
  };
  return new AtMostOnceWrites({ store: { ...store, begin }, digest, now: () => now });
}

/** Records a write that a process began and did not end. */
async function recordWrite(fingerprint: string | null): Promise<RecordedWrite> {
  return (await memory.begin(JSON.stringify([...write.namespace, write.idempotencyKey]), { fingerprint, startedAt: now }))!;
}

/** The steps of a write, which log that they run. */
function stepsOf(send: () => Promise<Result> = async () => result, problems: readonly (typeof problem)[] = []): WriteSteps<Result> {
  return {
    check: async () => (log.push('check'), problems),
    send: async (permit) => {
      await permit?.confirm();
      log.push('send');
      return send();
    },
    unknownOutcome: async (sentAt) => (log.push('unknownOutcome'), new Error(`unknown since ${sentAt}`)),
  };
}
const fails = (error: Error) => async (): Promise<Result> => {
  throw error;
};
const sent = () => log.filter((step) => step === 'send').length;

describe('new keys', () => {
  test('a new key is checked, recorded, sent and completed, in this order', async () => {
    expect(await writesOver().once(write, stepsOf())).toEqual({ result, replayed: false });
    expect(log).toEqual(['nameOf', 'read', 'check', 'begin', 'confirm', 'send', 'complete']);
  });

  test('a new key whose input cannot be checked is neither recorded nor sent', async () => {
    const steps = { ...stepsOf(), check: fails(new Error('form')) as unknown as WriteSteps<Result>['check'] };
    await expect(writesOver().once(write, steps)).rejects.toThrow('form');
    expect(log).toEqual(['nameOf', 'read']);
  });

  const path = '/api/participant/add';
  test.each([
    new UpstreamUnavailableError(path, false),
    new UpstreamTimeoutError(path, false),
    new UpstreamOverloadedError(path),
    new UpstreamRateLimitedError(path),
    new StateUnavailableError(),
  ])('a new key stays new if its write certainly had no effect: $code', async (error) => {
    const writes = writesOver();
    await expect(writes.once(write, stepsOf(fails(error)))).rejects.toBe(error);
    expect(await writes.once(write, stepsOf())).toEqual({ result, replayed: false });
  });

  test('a new key whose input has problems is neither recorded nor sent, and those that wait are told too', async () => {
    const writes = writesOver();
    const refused = { refused: [problem] };
    const calls = [1, 2].map(() => writes.once(write, stepsOf(undefined, [problem])));
    expect(await Promise.all(calls)).toEqual([refused, refused]);
    expect(log).toEqual(['nameOf', 'read', 'check']);
  });
});

describe('running keys', () => {
  test('a running key whose caller disconnects during the check is written for the callers that wait, once', async () => {
    const writes = writesOver();
    const disconnected = { ...stepsOf(), check: () => Promise.reject(new CancelledError('/api/activity/getFields')) };
    const first = writes.once(write, disconnected);
    const waiting = [writes.once(write, stepsOf()), writes.once(write, stepsOf())];
    await expect(first).rejects.toThrow(CancelledError);
    expect(await Promise.all(waiting)).toEqual([
      { result, replayed: false },
      { result, replayed: true },
    ]);
    expect(sent()).toBe(1);
  });

  test('a running key whose write is not sent is not sent for the callers that wait either', async () => {
    const writes = writesOver();
    const reason = new UpstreamUnavailableError('/api/participant/add', false);
    const calls = [stepsOf(fails(reason)), stepsOf()].map((steps) => writes.once(write, steps));
    expect(await Promise.allSettled(calls)).toEqual(calls.map(() => ({ status: 'rejected', reason })));
  });

  test('`settled` waits for a running key until its result is stored', async () => {
    const writes = writesOver();
    const call = writes.once(write, stepsOf());
    await writes.settled();
    expect(log.at(-1)).toBe('complete');
    await call;
  });
});

describe('completed keys', () => {
  test('a completed key with another input gets a user error, as a running key does', async () => {
    const writes = writesOver();
    const whileRunning = Promise.all([writes.once(write, stepsOf()), writes.once(otherInput, stepsOf())]);
    for (const other of [(await whileRunning)[1], await writes.once(otherInput, stepsOf())])
      expect(other).toMatchObject({ refused: [{ code: 'IDEMPOTENCY_KEY_REUSED' }] });
    expect(sent()).toBe(1);
  });

  test('a key whose write completed can be used for another write after a day', async () => {
    const writes = writesOver();
    await writes.once(write, stepsOf());
    now += retentionMs;
    expect(await writes.once(write, stepsOf())).toEqual({ result, replayed: false });
    expect(sent()).toBe(2);
  });
});

describe('unknown outcomes', () => {
  test('a key with an unknown outcome is never sent again; every repeat reports the time of the write', async () => {
    const writes = writesOver();
    const startedAt = now;
    await expect(writes.once(write, stepsOf(fails(lostReply)))).rejects.toThrow(`unknown since ${startedAt}`);
    now += 60_000;
    for (const repeated of [writes, writesOver()])
      await expect(repeated.once(write, stepsOf())).rejects.toThrow(`unknown since ${startedAt}`);
    expect(sent()).toBe(1);
  });

  test('a row that cannot be read is no other input: the outcome is unknown, whatever the input', async () => {
    await (await recordWrite(null)).release();
    for (const given of [write, otherInput]) await expect(writesOver().once(given, stepsOf())).rejects.toThrow('unknown since');
    expect(sent()).toBe(0);
  });
});

describe('keys of other processes', () => {
  test.each([
    [0, 1_000],
    [800, 1_000],
    [3_000, 3_000],
    [50_000, 5_000],
    // The clock of the other process is ahead.
    [-90_000, 1_000],
  ])('a caller whose write another process has performed for %i ms may repeat it after %i ms', async (ms, retryAfterMs) => {
    await recordWrite(inputFingerprint);
    now += ms;
    await expect(writesOver().once(write, stepsOf())).rejects.toMatchObject({ retryAfterMs });
  });

  test('a write is not sent while a process performs the write of its key whose row cannot be read, whatever the input', async () => {
    await recordWrite(null);
    for (const given of [write, otherInput]) await expect(writesOver().once(given, stepsOf())).rejects.toThrow(IdempotencyInProgressError);
    expect(sent()).toBe(0);
  });

  test('a key whose write another process performs with another input is refused with a user error', async () => {
    await recordWrite(inputFingerprint);
    expect(await writesOver().once(otherInput, stepsOf())).toMatchObject({ refused: [{ code: 'IDEMPOTENCY_KEY_REUSED' }] });
  });
});

test('keys of other callers and other keys of one caller are independent', async () => {
  const writes = writesOver();
  const ofAnotherCaller = { ...write, namespace: ['another caller', ...write.namespace.slice(1)] };
  for (const each of [write, ofAnotherCaller, { ...write, idempotencyKey: 'idempotency-key-0002' }])
    expect(await writes.once(each, stepsOf())).toEqual({ result, replayed: false });
  expect(sent()).toBe(3);
});

describe('writes without a valid key', () => {
  const withoutKey: RequestedWrite = { ...write, idempotencyKey: null };

  test('a write without a key is checked and sent each time, and nothing is recorded', async () => {
    const writes = writesOver();
    for (const _ of ['first', 'second']) expect(await writes.once(withoutKey, stepsOf())).toEqual({ result, replayed: false });
    expect(log).toEqual(['check', 'send', 'check', 'send']);
  });

  test.each(['too short', 'a space within the key', 'a-key-with-é-in-it', 'x'.repeat(256)])(
    'a write whose key is not valid is neither recorded nor sent, and all its problems are reported: %s',
    async (idempotencyKey) => {
      const steps = stepsOf(async () => result, [problem]);
      expect(await writesOver().once({ ...write, idempotencyKey }, steps)).toMatchObject({
        refused: [{ code: 'INVALID', field: ['idempotencyKey'] }, problem],
      });
      expect(log).toEqual(['check']);
    },
  );
});
