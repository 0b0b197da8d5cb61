/* The rate limit around the runners of all work; rate-limit.ts explains it. */

import type { OperationCost } from '../../../graph/cost/operation-cost.js';
import type { Admit, Runner, Work, WorkResult, WrappedRunner } from '../../work.js';
import type { CallerBuckets } from './rate-limit.js';

/** Wraps a runner: refuses work whose planned calls exceed the caller's rate limit. @param buckets null if RATE_LIMIT is not set */
export function withRateLimit<W extends Work, R extends WorkResult>(run: Runner<W, R>, buckets: CallerBuckets | null): WrappedRunner<W, R> {
  if (buckets === null) return (work) => run(work, admitAll);
  return async (work) => {
    const { caller, storeWait } = work.context;
    const { reserved, used } = calls[work.role];
    const charge = buckets.charge(caller.name, storeWait);
    let result: R | undefined;
    try {
      result = await run(work, (planned) => charge.reserve(reserved(planned, work)));
      return result;
    } finally {
      charge.settle(used(work, result));
    }
  };
}

const admitAll: Admit = () => {};

/** The calls that work of one role takes from its caller's bucket: reserved before execution, and used at the end. */
interface Calls {
  readonly reserved: (planned: OperationCost, work: Work) => number;
  /** Returns the calls that the work has used. @param result undefined if the work has thrown */
  readonly used: (work: Work, result: WorkResult | undefined) => number;
}

/** Calls of a subscription, taken by its start. Later polls are free, because all subscribers share them. */
const callsOfSubscription = 1;

const calls: Readonly<Record<Work['role'], Calls>> = {
  operation: {
    // Nothing is reserved if all planned reads are in the cache.
    reserved: ({ upstreamCalls, contentReads }, { context: { activities } }) => {
      const cached = upstreamCalls > 0 && contentReads !== null && contentReads.every((read) => activities.readsWithoutCall(read));
      return cached ? 0 : upstreamCalls;
    },
    used: ({ context }) => context.usage.attempts,
  },
  start: {
    reserved: () => callsOfSubscription,
    used: (_start, result) => (result === undefined || result.errors ? 0 : callsOfSubscription),
  },
  event: {
    reserved: ({ upstreamCalls }) => Math.max(0, upstreamCalls - callsOfSubscription),
    used: ({ context }) => context.usage.attempts,
  },
};
