/* How lookups of several operations share calls, and that none harms another. */

import fc from 'fast-check';
import { QueryTooComplexError, UpstreamUnavailableError } from '../../../src/records/errors.js';
import { record } from '../service.js';
import { activity, callsOf, idsIn, lookups, outcome, path, rowsOf, type SentCall, turn } from './lookups.js';

test('after the next generation of the activity has begun, a lookup shares no call from before', async () => {
  const { shared, generations, operation } = lookups();
  const before = [operation().read(1), operation().read(2)];
  await turn();
  generations.beginNext(activity);
  const after = [operation().read(1), operation().read(2)];
  await turn();
  expect(shared.map(({ ids }) => ids)).toEqual([
    [1, 2],
    [1, 2],
  ]);
  for (const call of shared) call.resolve(rowsOf(call));
  expect((await Promise.all(after)).map(idsIn)).toEqual([[1], [2]]);
  expect((await Promise.all(before)).map(idsIn)).toEqual([[1], [2]]);
});

test('a lookup whose ids are all in a shared call in flight shares it; one with a further id does not', async () => {
  const { shared, alone, operation } = lookups();
  void operation().read(1, 2);
  void operation().read(3);
  await turn();
  const [joining, further] = [operation(), operation()];
  const joined = joining.read(3, 1);
  void further.read(3, 4);
  await turn();
  expect({ shared: shared.map(({ ids }) => ids), alone: alone.map(({ ids }) => ids) }).toEqual({ shared: [[1, 2, 3]], alone: [[3, 4]] });
  shared[0]!.resolve(rowsOf(shared[0]!));
  expect(idsIn(await joined)).toEqual([3, 1]);
  expect(callsOf(joining)).toEqual({ attempts: 0, coalesced: 1 });
});

test('lookups during the pause after a call share the next call, and the first lookup after the pause does not wait', async () => {
  const resumes: (() => void)[] = [];
  const { shared, alone, operation } = lookups({ afterPause: (resume) => void resumes.push(resume) });
  void operation().read(1);
  await turn();
  for (const id of [2, 3]) {
    void operation().read(id);
    await turn();
  }
  expect({ shared: shared.length, alone: alone.map(({ ids }) => ids) }).toEqual({ shared: 0, alone: [[1]] });
  resumes.shift()!();
  void operation().read(4);
  await turn();
  expect({ shared: shared.map(({ ids }) => ids), alone: alone.length, resumes: resumes.length }).toEqual({
    shared: [[2, 3, 4]],
    alone: 1,
    resumes: 1,
  });
  resumes.shift()!();
  await turn();
  void operation().read(5);
  await turn();
  expect(alone.map(({ ids }) => ids)).toEqual([[1], [5]]);
});

test('a shared call with as many ids as a page has room for is sent during the pause', async () => {
  const { shared, alone, operation } = lookups({ maxIds: 3, afterPause: () => {} });
  void operation().read(1);
  await turn();
  for (const ids of [[2, 3], [4], [5, 6]]) void operation().read(...ids);
  await turn();
  expect([...alone, ...shared].map(({ ids }) => ids)).toEqual([[1], [2, 3, 4]]);
});

test('nothing is stored: a lookup after the reply makes a call', async () => {
  const { shared, alone, operation } = lookups();
  const results = [operation().read(1), operation().read(2)];
  await turn();
  shared[0]!.resolve(rowsOf(shared[0]!));
  await Promise.all(results);
  void operation().read(1);
  await turn();
  expect({ shared: shared.length, alone: alone.length }).toEqual({ shared: 1, alone: 1 });
});

test('a shared call has no more ids than a page has room for, and a lookup that fills a page does not wait', async () => {
  const { shared, alone, operation } = lookups({ maxIds: 3 });
  void operation().read(1, 2, 3);
  expect(alone.map(({ ids }) => ids)).toEqual([[1, 2, 3]]);
  for (const ids of [[4, 5], [6], [7], [8, 9], [10]]) void operation().read(...ids);
  await turn();
  expect([...shared, ...alone].map(({ ids }) => ids)).toEqual([[4, 5, 6], [7, 8, 9], [1, 2, 3], [10]]);
});

describe('the ids of one operation do not harm another', () => {
  test('if the service is unavailable, each operation fails, and nothing is repeated', async () => {
    const { shared, alone, operation } = lookups();
    const failure = new UpstreamUnavailableError(path, true);
    const results = [operation().read(1), operation().read(2)].map(outcome);
    await turn();
    shared[0]!.reject(failure);
    expect(await Promise.all(results)).toEqual([failure, failure]);
    expect(alone).toHaveLength(0);
  });

  test('an operation that has made its maximum of calls fails alone', async () => {
    const { shared, alone, operation } = lookups();
    const exhausted = operation(0);
    const results = [exhausted.read(1), operation().read(2), operation().read(3)].map(outcome);
    await turn();
    shared[0]!.resolve(rowsOf(shared[0]!));
    const [failed, ...found] = await Promise.all(results);
    expect(failed).toBeInstanceOf(QueryTooComplexError);
    expect({ found: found.map(idsIn), sharedIds: shared[0]!.ids, alone: alone.length }).toEqual({
      found: [[2], [3]],
      sharedIds: [2, 3],
      alone: 0,
    });
  });
});

describe('a service that uses fewer ids than a call has', () => {
  /** Replies as a service does that reads `size` ids of a call. */
  const cutTo = (size: number, call: SentCall) => call.resolve(rowsOf(call).slice(0, size));

  test('if a shared reply lacks some ids, only the operations that need them read again', async () => {
    const { shared, alone, operation } = lookups();
    const results = [operation().read(1, 2), operation().read(3)];
    await turn();
    cutTo(2, shared[0]!);
    await turn();
    expect(alone.map(({ ids }) => ids)).toEqual([[3]]);
    cutTo(2, alone[0]!);
    expect((await Promise.all(results)).map(idsIn)).toEqual([[1, 2], [3]]);
  });

  test('once two shared replies had as many attendees and were incomplete, shared calls have no more ids', async () => {
    const { shared, alone, operation } = lookups();
    for (const round of [1, 2]) {
      const results = [operation().read(1, 2), operation().read(3)];
      await turn();
      cutTo(2, shared[round - 1]!);
      await turn();
      cutTo(2, alone[round - 1]!);
      await Promise.all(results);
    }
    for (const id of [1, 2, 3, 4]) void operation().read(id);
    await turn();
    expect(shared.slice(2).map(({ ids }) => ids)).toEqual([
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
      async (asked, maximum, unknown) => {
        const { shared, alone, operation } = lookups({ maxIds: 20 });
        const everyone = Array.from({ length: 30 }, (_, index) => index + 1).filter((id) => !unknown.includes(id));
        const respond = (call: SentCall) => {
          const matching = call.ids.length === 0 ? everyone.slice(0, 1) : call.ids.slice(0, maximum).filter((id) => everyone.includes(id));
          call.resolve(matching.map((id) => record(id)));
        };
        const read = async () => {
          const results = Promise.all(asked.map((numbers) => operation().read(...numbers)));
          // Each lookup ends within these turns.
          for (let turns = 0; turns < 40; turns += 1) {
            await turn();
            for (const call of [...shared.splice(0), ...alone.splice(0)]) respond(call);
          }
          return (await results).map(idsIn);
        };
        const expected = asked.map((numbers) => numbers.map((id) => (everyone.includes(id) ? id : null)));
        for (let round = 0; round < 3; round += 1) expect(await read()).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
});
