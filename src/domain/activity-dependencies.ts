/* What the activities of an operation are made with. */

import type { WaitBudget } from '../primitives/waiting.js';
import type { FactsByActivity } from '../records/activity-facts.js';
import type { ActivityId } from '../records/ids.js';
import type { BoundEndpoint } from '../service/bound.js';
import type { IdempotentWrites } from './at-most-once/idempotent-writes.js';
import type { WriteLocks } from './at-most-once/write-locks.js';
import type { AttendeeDependencies } from './attendees/attendees.js';
import type { CheckInSources } from './check-in-events/check-in-events.js';
import type { OperationUpstream } from './reads/upstream.js';
import type { StockFeeds } from './stock/stock-feeds.js';

/** The parts that send a write at most once. All operations share them. */
export interface AtMostOnceWrites {
  readonly idempotent: IdempotentWrites;
  readonly locks: WriteLocks;
}

/** The parts that the activities of all operations share. */
export interface ActivityDependencies extends AttendeeDependencies {
  /** The endpoints that OPERATIONS_FILE binds. */
  readonly boundEndpoints: ReadonlyMap<string, BoundEndpoint>;
  readonly activityFacts: FactsByActivity;
  readonly stockFeeds: StockFeeds;
  /** The check-ins that the service pushes, and their attendees. */
  readonly checkInSources: CheckInSources;
  readonly writes: AtMostOnceWrites;
}

/** What the activities of one operation need. They all get the same object. */
export interface ActivitiesOptions {
  /** The activities that the caller may query, of those that are served. The first is the default. */
  readonly activityIds: readonly ActivityId[];
  readonly upstream: OperationUpstream;
  readonly dependencies: ActivityDependencies;
  /** The time that the operation may wait for the store of outcomes, where it can be slow. */
  readonly storeWait: WaitBudget | undefined;
}
