/* The law of registrations while processes, connections and stores fail. */

import { setTimeout as pause } from 'node:timers/promises';
import type { ChildProgram } from '../support/child-program.js';
import type { RegistryService } from '../support/registry-service.js';
import { times } from '../support/times.js';
import { countsOf, register } from './replica.js';

/** Reports after which a registration is not repeated. */
const final = ['registered', 'replayed', 'OUTCOME_UNKNOWN'];
/** A request that was given to a process just before its death may never get a response. */
const requestLimitMs = 60_000;

/**
 * Performs registrations at replicas in turn, each until its report is final, while one trouble after the other happens. Expects that none
 * is sent twice, that each report is true, and that most succeed.
 * @param replicas the living ones; a trouble may replace them
 */
export async function expectTrueReportsUnderTrouble(
  service: RegistryService,
  count: number,
  replicas: readonly ChildProgram[],
  troubles: readonly (() => Promise<unknown>)[],
): Promise<void> {
  const over = new AbortController();
  const trouble = (async () => {
    for (let round = 0; !over.signal.aborted; round += 1) {
      await troubles[round % troubles.length]!();
      await pause(300);
    }
  })();
  const reports = new Map<number, string>();
  const registerFully = async (number: number) => {
    for (let attempt = 0; ; attempt += 1) {
      const replica = replicas[(number + attempt) % replicas.length]!;
      const report = await register(replica, number, { signal: AbortSignal.timeout(requestLimitMs) });
      if (final.includes(report)) return void reports.set(number, report);
      // The key of a process that was killed is in progress until its lease ends.
      if (attempt > 100 && report === 'IDEMPOTENCY_IN_PROGRESS') return void reports.set(number, report);
      await pause(50);
    }
  };
  const numbers = times(count, (index) => 1_000 + index);
  const queue = [...numbers];
  await Promise.all(
    times(6, async () => {
      for (let number = queue.shift(); number !== undefined; number = queue.shift()) {
        await registerFully(number);
        await pause(50);
      }
    }),
  );
  over.abort();
  await trouble;
  const twice = numbers.filter((number) => Object.values(countsOf(service, number)).some((each) => each > 1));
  expect(twice).toEqual([]);
  const succeeded = numbers.filter((number) => ['registered', 'replayed'].includes(reports.get(number)!));
  expect(succeeded.filter((number) => countsOf(service, number).registered !== 1)).toEqual([]);
  expect(succeeded.length).toBeGreaterThan(count / 2);
}
