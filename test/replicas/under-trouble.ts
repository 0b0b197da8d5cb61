import type { ChildProgram } from '../support/child-program.js';
import { pause, register } from './replica.js';

/** Reports after which a registration is not repeated. */
const final = ['registered', 'replayed', 'OUTCOME_UNKNOWN'];
/** A request that was given to a process just before its death may never get a response. */
const requestLimitMs = 60_000;

/**
 * Performs registrations at replicas in turn, each until its report is final, while one trouble after the other happens.
 * @param replicas the living ones; a trouble may replace them
 * @returns the last report about each registration
 */
export async function registerUnderTrouble(
  numbers: readonly number[],
  replicas: readonly ChildProgram[],
  troubles: readonly (() => Promise<unknown>)[],
): Promise<Map<number, string>> {
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
  const queue = [...numbers];
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let number = queue.shift(); number !== undefined; number = queue.shift()) {
        await registerFully(number);
        await pause(50);
      }
    }),
  );
  over.abort();
  await trouble;
  return reports;
}
