/* How lookups of several operations share calls, and that none harms another. */

import fc from 'fast-check';
import { QueryTooComplexError, UpstreamUnavailableError } from '../../../src/records/errors.js';
import type { ServiceId } from '../../../src/records/ids.js';
import { record } from '../service.js';
import { attendeesOver, callsOf, rowsOf, sendAll, sendRows, type SentCall, turn } from './lookups.js';

test('a lookup whose ids are all in a call in flight shares it; one with a further id does not', async () => {
  const { calls, asked, operation } = attendeesOver();
  void operation().read(1, 2);
  void operation().read(3);
  await turn();
  const [joining, further] = [operation(), operation()];
  const joined = joining.read(3, 1);
  void further.read(3, 4);
  await turn();
  expect(asked()).toEqual([
    [1, 2, 3],
    [3, 4],
  ]);
  sendAll(calls[0]!);
  expect(await joined).toEqual([3, 1]);
  expect([joining, further].map(callsOf)).toEqual([
    { attempts: 0, coalesced: 1 },
    { attempts: 1, coalesced: 0 },
  ]);
});

test('lookups during the pause after a call share the next call, and the first lookup after the pause does not wait', async () => {
  const resumes: (() => void)[] = [];
  const { asked, operation } = attendeesOver({ afterPause: (resume) => void resumes.push(resume) });
  void operation().read(1);
  await turn();
  for (const id of [2, 3]) {
    void operation().read(id);
    await turn();
  }
  expect(asked()).toEqual([[1]]);
  resumes.shift()!();
  void operation().read(4);
  await turn();
  expect({ asked: asked(), resumes: resumes.length }).toEqual({ asked: [[1], [2, 3, 4]], resumes: 1 });
  resumes.shift()!();
  await turn();
  void operation().read(5);
  await turn();
  expect(asked()).toEqual([[1], [2, 3, 4], [5]]);
});

test('a call has no more ids than a page has room for; lookups that fill one do not wait for the end of the pause', async () => {
  const { asked, operation } = attendeesOver({ maxIds: 3, afterPause: () => {} });
  void operation().read(1);
  await turn();
  for (const ids of [[2, 3], [4], [5, 6]]) void operation().read(...ids);
  void operation().read(7, 8, 9);
  await turn();
  expect(asked()).toEqual([[1], [2, 3, 4], [7, 8, 9]]);
});

describe('the ids of one operation do not harm another', () => {
  test('if the service is unavailable, each operation fails, and nothing is repeated', async () => {
    const { calls, operation } = attendeesOver();
    const failure = new UpstreamUnavailableError('/api/participant/getList', true);
    const results = [1, 2].map((id) => operation().attendees.byIds([id as ServiceId]));
    await turn();
    calls[0]!.reject(failure);
    expect(await Promise.all(results)).toEqual([[failure], [failure]]);
    expect(calls).toHaveLength(1);
  });

  test.each([
    ['is rejected', { code: 0, msg: 'no 2' }],
    ['has an invalid reply', 'no JSON'],
  ])('if a shared call %s, each operation reads its ids alone, once', async (_how, envelope) => {
    const { calls, asked, operation } = attendeesOver();
    const results = [operation().read(1), operation().read(2)];
    await turn();
    calls[0]!.reply(envelope);
    await turn();
    expect(asked()).toEqual([[1, 2], [1], [2]]);
    sendAll(calls[1]!);
    calls[2]!.reply(envelope);
    expect(await Promise.all(results)).toEqual([[1], ['error']]);
    expect(calls).toHaveLength(3);
  });

  test('an operation that is cancelled leaves a shared call, or is not part of it; the others go on', async () => {
    const { calls, asked, operation } = attendeesOver();
    const operations = [operation(), operation(), operation()] as const;
    const results = operations.map(({ read }, index) => read(index + 1));
    process.nextTick(() => operations[0].signal.abort('cancelled'));
    await turn();
    expect(asked()).toEqual([[2, 3]]);
    operations[1].signal.abort('cancelled');
    sendAll(calls[0]!);
    expect(await Promise.all(results)).toEqual([['error'], ['error'], [3]]);
  });

  test('an operation that has made its maximum of calls fails alone', async () => {
    const { calls, asked, operation } = attendeesOver();
    const failed = operation(0).attendees.byIds([1 as ServiceId]);
    const found = [operation().read(2), operation().read(3)];
    await turn();
    sendAll(calls[0]!);
    expect(await failed).toEqual([expect.any(QueryTooComplexError)]);
    expect(await Promise.all(found)).toEqual([[2], [3]]);
    expect(asked()).toEqual([[2, 3]]);
  });
});

describe('a service that uses fewer ids than a call has', () => {
  /** Replies as a service does that reads `size` ids of a call. */
  const cutTo = (size: number, call: SentCall) => sendRows(call, rowsOf(call).slice(0, size));

  test('if a shared reply lacks some ids, only the operations that need them ask for them again', async () => {
    const { calls, asked, operation } = attendeesOver();
    const results = [operation().read(1, 2), operation().read(3)];
    await turn();
    cutTo(2, calls[0]!);
    await turn();
    expect(asked()).toEqual([[1, 2, 3], [3]]);
    cutTo(2, calls[1]!);
    expect(await Promise.all(results)).toEqual([[1, 2], [3]]);
  });

  test('once two shared replies had as many attendees and were incomplete, shared calls have no more ids', async () => {
    const { calls, asked, operation } = attendeesOver();
    for (let round = 0; round < 2; round += 1) {
      const results = [operation().read(1, 2), operation().read(3)];
      await turn();
      cutTo(2, calls[2 * round]!);
      await turn();
      cutTo(2, calls[2 * round + 1]!);
      await Promise.all(results);
    }
    for (const id of [1, 2, 3, 4]) void operation().read(id);
    await turn();
    expect(asked().slice(4)).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });
});

test('each of several concurrent lookups returns what it returns alone, however many ids the service serves', async () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(ids, { minLength: 2, maxLength: 8 }),
      fc.integer({ min: 1, max: 40 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 30 })),
      async (lookups, maximum, unknown) => {
        const everyone = Array.from({ length: 30 }, (_, index) => index + 1).filter((id) => !unknown.includes(id));
        const { operation } = attendeesOver({
          maxIds: 20,
          notFoundPattern: /^unknown$/,
          respond: (call) => {
            const { id } = call.asked as { id?: number };
            if (id !== undefined) return call.reply(everyone.includes(id) ? { code: 1, data: record(id) } : { code: 0, msg: 'unknown' });
            const used = call.asked === 'any' ? everyone.slice(0, 1) : (call.asked as number[]).slice(0, maximum);
            sendRows(
              call,
              used.filter((each) => everyone.includes(each)).map((each) => record(each)),
              null,
            );
          },
        });
        const expected = lookups.map((numbers) => numbers.map((id) => (everyone.includes(id) ? id : null)));
        for (let round = 0; round < 3; round += 1) {
          expect(await Promise.all(lookups.map((numbers) => operation().read(...numbers)))).toEqual(expected);
        }
      },
    ),
    { numRuns: 60 },
  );
});
